//! Secrets in a text that is about to be quoted by an error message.

use diagnostics::{Redactor, SecretKind, secret_by_name};
use document::{Kind, Node};

/// Registers the values of `NAME=value` settings whose name says that they are secret. A document that cannot be decoded
/// has not told its secrets to anybody, and a message shows the line of the mistake.
pub(crate) fn register_settings(text: &str, redactor: &Redactor) {
    for (at, sign) in text.match_indices(['=', ':']) {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = &text[text[..at].trim_end_matches(is_name).len()..at];
        // `NAME: value` is a setting only where the name looks like one; any map has a `key`.
        let is_shouted = !name.contains(|c: char| c.is_ascii_lowercase());
        let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ',' | ']' | '}');
        let value = text[at + 1..].trim_start_matches([' ', '"', '\'']).split(ends).next().unwrap_or_default();
        if (sign == "=" || is_shouted) && secret_by_name(name, value) {
            redactor.register(value.as_bytes(), SecretKind::ByName);
        }
    }
}

/// Registers what is secret in a text that could not be read, or has problems: what stands below `@secret`, the rest of
/// the line of the key and all lines that are indented deeper, passwords, and user information of addresses.
pub fn register_annotated(text: &str, redactor: &Redactor) {
    register_addresses(text, redactor);
    for line in text.lines() {
        if let Some(value) = line.trim_start().strip_prefix("password:") {
            register_value(value, redactor);
        }
    }
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let behind = line.find('#').map_or("", |at| &line[at..]);
        if !behind.contains("@secret") {
            continue;
        }
        let is_whole_line = line.trim_start().starts_with('#');
        let key = if is_whole_line {
            while lines.next_if(|line| line.trim_start().starts_with('#')).is_some() {}
            lines.next().unwrap_or_default()
        } else {
            &line[..line.len() - behind.len()]
        };
        register_value(value_of(key), redactor);
        while let Some(line) = lines.next_if(|line| indent(line) > indent(key)) {
            register_value(line, redactor);
            register_value(line.split_once(": ").map_or("", |(_, value)| value), redactor);
        }
    }
}

/// Registers what goss rules hold that must not be shown: passwords, values of header fields, user information of
/// addresses. This looks at the tree, so that rules that cannot be read tell their secrets too.
pub(crate) fn register_rules(node: &Node<'_>, redactor: &Redactor) {
    match &node.kind {
        Kind::String(text) => register_addresses(text, redactor),
        Kind::List(items) => items.iter().for_each(|item| register_rules(item, redactor)),
        Kind::Map(entries) => {
            for entry in entries {
                register_rules(&entry.key, redactor);
                register_rules(&entry.value, redactor);
                match (entry.key.as_str(), &entry.value.kind) {
                    (Some("password"), Kind::String(text)) => register_value(text, redactor),
                    (Some("request-headers"), Kind::List(items)) => {
                        for (_, value) in items.iter().filter_map(|item| item.as_str()?.split_once(':')) {
                            register_value(value, redactor);
                        }
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

/// Registers user information of addresses in a text: `https://user:password@host`.
fn register_addresses(text: &str, redactor: &Redactor) {
    for (at, scheme) in text.match_indices("://") {
        let rest = &text[at + scheme.len()..];
        let authority = rest.split(|c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#' | '"' | '\'')).next();
        if let Some((user, _)) = authority.and_then(|authority| authority.rsplit_once('@')) {
            let password = user.split_once(':').map_or(user, |(_, password)| password);
            redactor.register(password.as_bytes(), SecretKind::Declared);
        }
    }
}

/// Registers, in a text that could not be read, the values of keys that another text declares as secret.
pub(crate) fn register_keys_of(declaring: &str, text: &str, redactor: &Redactor) {
    let mut lines = declaring.lines();
    while let Some(line) = lines.next() {
        if !line.trim_start().starts_with('#') || !line.contains("@secret") {
            continue;
        }
        let key = lines.by_ref().find(|line| !line.trim_start().starts_with('#')).unwrap_or_default();
        let key = key.split_once(':').map_or("", |(key, _)| key.trim());
        for (at, _) in text.match_indices(key).filter(|_| !key.is_empty()) {
            let rest = text[at + key.len()..].trim_start_matches(['"', '\'', ' ']);
            if let Some(value) = rest.strip_prefix(':') {
                let value = value.split(['\n', ',', '}']).next().unwrap_or_default();
                register_value(value, redactor);
            }
        }
    }
}

/// The value in a line: behind its key, or behind the dash of an item.
fn value_of(line: &str) -> &str {
    let line = line.trim();
    match (line.split_once(": "), line.strip_prefix("- ")) {
        (Some((_, value)), _) => value,
        (None, Some(item)) => item.strip_suffix(':').map_or(item, |_| ""),
        (None, None) => line.split_once(':').map_or("", |(_, value)| value),
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// A value as it is written, and without what YAML puts around it.
fn register_value(written: &str, redactor: &Redactor) {
    let bare = written.trim().trim_matches(['"', '\'', '{', '}', '[', ']', ',', ' ', '-']);
    for value in [bare, &bare.replace("\\\"", "\"")] {
        redactor.register(value.as_bytes(), SecretKind::Declared);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_with_telling_names_are_masked_in_what_follows() {
        let redactor = Redactor::default();
        register_settings("environment: [APP_TOKEN=S3NTINEL-1, 'HOME=/home/app', 'üPASSWORD=S3NTINEL-2']\n", &redactor);
        assert_eq!(redactor.text("a S3NTINEL-1 b /home/app"), "a <secret> b /home/app");
        assert!(!redactor.text("ü=S3NTINEL-1 S3NTINEL-2").contains("S3NTINEL"));
    }

    #[test]
    fn values_below_an_annotation_are_masked_in_what_follows() {
        let redactor = Redactor::default();
        let text = "data:\n  # @secret\n  # more\n  a: {\"S3NTINEL-1\n  b:\n    c: harmless\n  d: S3NTINEL-2 # @secret\n  # @secret\n  e:\n    - S3NTINEL-3\n    f: 'S3NTINEL-4'\n  g: harmless\n";
        register_annotated(text, &redactor);
        register_annotated("l:\n  - S3NTINEL-5 # @secret\n  # @secret\n  - S3NTINEL-6\n", &redactor);
        let text = format!("{text} S3NTINEL-5 S3NTINEL-6");
        let shown = redactor.text(&text);
        assert!(!shown.contains("S3NTINEL") && shown.matches("harmless").count() == 2, "{shown}");
    }
}
