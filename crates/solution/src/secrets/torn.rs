//! Texts that cannot be parsed. Searching them for secrets does not come to an end: a quote or a bracket too many, and what
//! is whose value is anybody's guess. So messages show their skeleton.

use super::names::Suspects;
use crate::model::Top;
use diagnostics::{FileId, Sources, suggest};
use document::Options;
use document::decode::Decode;
use document::secrets::{Names as _, skeleton};
use document::yaml::codes::DUPLICATE_KEY;
use providers::Registry;
use std::collections::HashSet;

/// More different words than this are not looked at one by one.
const MOST_WORDS: usize = 10_000;

/// Covers the texts among these that are no documents and may have secrets in them: messages quote nothing of them but
/// signs and the words of solutions.
pub fn cover_torn(sources: &mut Sources, registry: &Registry) {
    for file in sources.since(FileId::FIRST) {
        let text = sources.text(file);
        if is_torn(&text, file) && may_hold_secrets(&text, registry) {
            let known = known_words(registry);
            sources.cover(file, skeleton(&text, &|word| known.contains(word)));
        }
    }
}

/// With keys that are given twice and nothing else, it is clear what belongs to what.
fn is_torn(text: &str, file: FileId) -> bool {
    match document::parse_any(text, file, &Options::solution()) {
        Ok(_) => false,
        Err(problems) => problems.iter().any(|problem| problem.code.id != DUPLICATE_KEY.id),
    }
}

/// Whether a text has an address, or a word that tells of secrets or was meant to. Letters by their numbers may be any word.
fn may_hold_secrets(text: &str, registry: &Registry) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let words: HashSet<&str> = text.split(|c| !is_part(c)).collect();
    let suspects = Suspects { registry, is_marked: false };
    let tells =
        |word: &str| word == "sensitive" || suggest(word, ["sensitive"]).is_some() || suspects.hidden(word).is_some();
    let is_escaped = || [r"\u", r"\U", r"\x"].iter().any(|escape| text.contains(escape));
    text.contains('@') || is_escaped() || words.len() > MOST_WORDS || words.into_iter().any(tells)
}

/// The words of solutions and of providers.
fn known_words(registry: &Registry) -> HashSet<&'static str> {
    let mut known = HashSet::from(["true", "false", "null", "rslvr", "expr", "tmpl", "apiVersion", "Solution"]);
    known.extend(Top::shape().keys());
    for descriptor in registry.iter().map(providers::Registered::descriptor) {
        known.insert(descriptor.name);
        known.extend(descriptor.schema.properties().map(|(name, _)| name));
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> String {
        let mut sources = Sources::new();
        let file = sources.add("s.yaml", text);
        cover_torn(&mut sources, &providers::built_in().unwrap());
        let problems = document::parse_any(text, file, &Options::solution()).unwrap_err();
        diagnostics::Renderer::new(&sources, diagnostics::Redactor::default())
            .report(&problems, diagnostics::Style::Plain)
    }

    #[test]
    fn a_torn_text_with_something_secret_shows_its_skeleton() {
        for text in [
            "r:\n  sensitive: true\n  value: &hunter22\n  x: [",
            "sensitive: true\nvalue: {deep: [x, {\n\tk: hunter22",
            "sensitve: true\nvalue: *hunter22",
            "pasword: *hunter22",
            "headers: {X: [}, hunter22: *hunter22",
            "url: [https:/u:hunter22@h",
            "env: {A: {API_TOKEN: hunter22, [}",
            "\"pass\\u0077ord\": *hunter22",
        ] {
            let said = lines(text);
            assert!(!said.contains("hunter22") && said.contains("<secret>") && said.contains(" --> s.yaml:"), "{said}");
        }
    }

    #[test]
    fn others_are_quoted_as_they_are() {
        for text in ["name: *nobody", "resolvers: {size: *nobody}", "r: {type: nobody: x}"] {
            let said = lines(text);
            assert!(said.contains("nobody") && !said.contains("<secret>"), "{said}");
        }
        let said = lines("inputs: {password: *x, password: &nobody y}\ninputs: {}");
        assert!(said.contains("<secret>"), "{said}");
        let said = lines("sensitive: true\nnobody: 1\nnobody: 2");
        assert!(said.contains("the key `nobody` is given twice"), "{said}");
    }
}
