//! Secrets in texts that are about to be quoted by messages. A document that cannot be decoded has not told its secrets to
//! anybody, and a message shows the line of the mistake.
//!
//! What is secret is what definitions say (`names`). A text that can be parsed is walked through (`tree`); in one that
//! cannot, everything around such keys counts (`document::secrets`).

mod names;
mod tree;

use diagnostics::{FileId, Redactor, Sources};
use document::secrets::{annotated_names, register_addresses, register_annotated, register_keys, register_settings};
use document::{Node, Options};
use names::Names;
use std::collections::HashSet;
use tree::Walk;

/// Registers what is secret in all texts, of which some cannot be used.
pub fn register_secrets(sources: &Sources, redactor: &Redactor) {
    register_since(FileId::FIRST, sources, false, redactor);
}

/// Registers what is secret in the texts from a file on. In texts that can be used only what is declared counts: the run
/// will show much more than a few lines of them.
pub(crate) fn register_since(from: FileId, sources: &Sources, is_usable: bool, redactor: &Redactor) {
    let names = if is_usable { Names::declared() } else { Names::generous(annotated_anywhere(sources)) };
    let walk = Walk { names: &names, sources, redactor };
    for file in sources.since(from) {
        let text = sources.content(file);
        register_settings(text, redactor);
        register_addresses(text, redactor);
        register_annotated(text, &names, redactor);
        match document::parse_any(text, file, &Options::manifest()) {
            Ok(root) => walk.node(&root),
            Err(_) => register_keys(text, &names, redactor),
        }
    }
}

/// Registers what is secret in a resource that was not written in a document.
pub(crate) fn register_body(body: &Node<'_>, sources: &Sources, redactor: &Redactor) {
    Walk { names: &Names::generous(HashSet::new()), sources, redactor }.node(body);
}

/// Registers what goss rules hold that must not be shown. Rules that cannot be read tell their secrets too.
pub(crate) fn register_rules(rules: &Node<'_>, sources: &Sources, redactor: &Redactor) {
    Walk { names: &Names::declared(), sources, redactor }.node(rules);
}

/// A key that one text declares as secret is so in all of them.
fn annotated_anywhere(sources: &Sources) -> HashSet<String> {
    sources.contents().flat_map(annotated_names).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What messages would show of a text.
    fn shown(text: &str) -> String {
        let (mut sources, redactor) = (Sources::new(), Redactor::default());
        sources.add("site.yaml", text);
        register_secrets(&sources, &redactor);
        redactor.text(text).into_owned()
    }

    #[test]
    fn settings_with_telling_names_are_masked_in_what_follows() {
        let text =
            "environment: [APP_TOKEN=S3NTINEL-1, 'HOME=/home/app', 'üPASSWORD=S3NTINEL-2', \"A_KEY=S3NT INEL-3\"]\n";
        let shown = shown(text);
        assert!(!shown.contains("NTINEL") && !shown.contains("INEL-3") && shown.contains("/home/app"), "{shown}");
    }

    #[test]
    fn values_below_an_annotation_are_masked_in_what_follows() {
        let shown = [
            "data:\n  # @secret\n  # more\n  a: {\"S3NTINEL-1\n  b:\n    c: harmless\n  d: S3NTINEL-2 # @secret\n  # @secret\n  e:\n    - S3NTINEL-3\n    f: 'S3NTINEL-4'\n  g: harmless\n",
            "l:\n  - S3NTINEL-5 # @secret\n  # @secret\n  - S3NTINEL-6\n",
            "# @secret\nk:\n  S3NTINEL\nm: {harmless: [}\n",
        ]
        .map(shown)
        .concat();
        assert!(!shown.contains("S3NTINEL") && shown.matches("harmless").count() == 3, "{shown}");
    }

    /// Each as it is, and with a mistake behind it, so that it cannot be parsed.
    #[test]
    fn a_password_is_masked_however_it_is_written() {
        for value in [
            "password: S3NTINEL-x",
            "\"password\": \"S3NTINEL-x\"",
            "{url: u, password: S3NTINEL-x, mode: m}",
            "{\"password\":\"S3NTINEL-x\",\"mode\":1}",
            "{password:S3NTINEL-x}",
            "? password\n: S3NTINEL-x",
            "password:\n  S3NTINEL-x",
            "{\"password\":\n\"S3NTINEL-x\"}",
            "password: |\n  S3NTINEL-x\n  S3NTINEL-y",
            "password: >-\n\n  S3NTINEL-x",
            "password: 'it''s-S3NTINEL'",
            "password: \"a\\\"S3NTINEL\\\\\"",
            "password: \"S3NTINEL-x\n  goes-on S3NTINEL\"",
            "password: !!str S3NTINEL-x",
            "x: &p S3NTINEL-x\npassword: *p",
            "password: [S3NTINEL-x, S3NTINEL-y]",
            "password: {S3NTINEL-x: S3NTINEL-y}",
            "password: !!binary UzNOVElORUwteA==",
            "Password: S3NTINEL-x",
            "pasword: S3NTINEL-x",
            "\"pass\\u0077ord\": S3NTINEL-x",
            "password: \"S3NT\\x49NEL-x\"",
            "password: S3NTINEL-x # the password",
            "password: prefix-S3NTINEL-{{ Facts.a }}",
            "password: \"{{ 'S3NTINEL-x' }}\"",
            "headers: {X-Token: S3NTINEL-x}",
            "headers: {\"X-Token\":\"S3NTINEL-x\"}",
            "headers:\n  Authorization: Bearer S3NTINEL-x",
            "headers:\n  X-Token:\n    S3NTINEL-x",
            "headers: [\"X-Token: S3NTINEL-x\"]",
            "headers:\n- X-Token: S3NTINEL-x",
            "headers: \"X-Token: S3NTINEL-x\"",
            "headers: S3NTINEL-x",
            "request-headers: ['X-Token: S3NTINEL-x']",
        ] {
            for text in [value.to_owned(), format!("{value}\nbroken: [\n"), format!("{value}\n\t\"\n}}]{{")] {
                let shown = shown(&text);
                let is_shown = ["S3NT", "INEL", "UzNOV", "goes-on"].iter().any(|part| shown.contains(part));
                assert!(!is_shown, "{text}\nis shown as\n{shown}");
            }
        }
    }

    /// A value with a mistake of its own.
    #[test]
    fn a_broken_password_is_masked() {
        for text in [
            "password: \"S3NTINEL-x\nmode: m\n",
            "password: 'S3NTINEL-x\nmode: m\n",
            "password: \"S3NTINEL\"S3NTINEL-x\n",
            "{password: \"S3NTINEL\"S3NTINEL-x, mode: m}",
            "password: {\"S3NTINEL-x\n",
            "password: S3NTINEL: S3NTINEL-x\n",
            "password: @S3NTINEL-x\n",
            "password: %S3NTINEL-x\n",
            "\tpassword: S3NTINEL-x\n",
            "password: {{ S3NTINEL-x\n",
            "password: a\npassword: S3NTINEL-x\n",
            "headers: {X-Token: \"S3NTINEL-x\n",
            "headers: {X-Token: S3NTINEL-x, X-Other: [S3NTINEL-y\n",
            "headers:\n  X-Token S3NTINEL-x\n  X-Other: [",
        ] {
            let shown = shown(text);
            assert!(!shown.contains("S3NTINEL"), "{text}\nis shown as\n{shown}");
        }
    }

    #[test]
    fn what_is_harmless_stays() {
        for text in [
            "archive: {url: https://example.net/a.tgz, password: hunter22, extract_parent: /srv}\n",
            "password: hunter22\nurl: https://example.net/a.tgz\nextract_parent: /srv\nbroken: [\n",
            "password: \"{{ lookup('data.password') }}\"\nurl: https://example.net/a.tgz\nextract_parent: /srv\n",
            "headers: {Accept: application/json, X-A: hunter22}\nurl: https://example.net/a.tgz\nextract_parent: /srv\n",
            "headers:\n  Accept: application/json\n  X-A: hunter22\nurl: https://example.net/a.tgz\nextract_parent: [/srv\n",
        ] {
            let shown = shown(text);
            assert!(shown.contains("https://example.net/a.tgz") && shown.contains("extract_parent"), "{shown}");
            let kept = text.replace("hunter22", "<secret>");
            assert_eq!(shown, kept);
        }
    }

    /// A document of nothing but keys takes no longer than its length allows.
    #[test]
    fn hostile_texts_are_scanned_quickly() {
        for piece in ["password: ", "password:\n", "headers: {", "password: '", "password: *a ", "\\u0041=", "[["] {
            shown(&piece.repeat(20_000 / piece.len()));
        }
    }
}
