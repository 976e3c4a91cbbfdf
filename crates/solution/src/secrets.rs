//! Secrets of a solution that messages quote before it has run: what sensitive resolvers and actions have as it is written.

use diagnostics::{FileId, Redactor, SecretKind, Sources};
use document::{Kind, Node, Options};

/// Inputs that hold values. The others say what is done with them.
const HOLDING: [&str; 7] = ["value", "default", "data", "content", "body", "password", "token"];

/// Registers what is secret in all texts of a solution.
pub(crate) fn register_secrets(sources: &Sources, redactor: &Redactor) {
    for file in sources.since(FileId::FIRST) {
        let text = sources.content(file);
        if !text.contains("sensitive") {
            continue;
        }
        match document::parse_any(text, file, &Options::solution()) {
            Ok(root) => walk(&root, false, redactor),
            Err(_) => scan(text, redactor),
        }
    }
}

fn walk(node: &Node<'_>, is_sensitive: bool, redactor: &Redactor) {
    match &node.kind {
        Kind::List(items) => items.iter().for_each(|item| walk(item, is_sensitive, redactor)),
        Kind::Map(entries) => {
            let is_sensitive = is_sensitive || node.get("sensitive").is_some_and(|mark| mark.kind == Kind::Bool(true));
            for entry in entries {
                match entry.key.as_str() {
                    Some(key) if is_sensitive && HOLDING.contains(&key) => texts(&entry.value, redactor),
                    _ => walk(&entry.value, is_sensitive, redactor),
                }
            }
        }
        _ => {}
    }
}

/// All texts of a value. Where one is worked out is no secret.
fn texts(node: &Node<'_>, redactor: &Redactor) {
    match &node.kind {
        Kind::String(text) => redactor.register(text.as_bytes(), SecretKind::Declared),
        Kind::List(items) => items.iter().for_each(|item| texts(item, redactor)),
        Kind::Map(entries) => {
            let values = entries.iter().filter(|entry| !matches!(entry.key.as_str(), Some("rslvr" | "expr" | "tmpl")));
            values.for_each(|entry| texts(&entry.value, redactor));
        }
        _ => {}
    }
}

/// In a text that cannot be parsed nobody knows what is sensitive: whatever stands behind such a key counts.
fn scan(text: &str, redactor: &Redactor) {
    for line in text.lines() {
        for key in HOLDING {
            for (at, _) in line.match_indices(key) {
                let behind = line[at + key.len()..].trim_start_matches(['"', '\'']);
                let Some(value) = behind.strip_prefix(':') else { continue };
                let value = value.trim().trim_matches(['"', '\'', '{', '}', '[', ']', ',', ' ']);
                redactor.register(value.as_bytes(), SecretKind::Declared);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let (mut sources, redactor) = (Sources::new(), Redactor::new("[REDACTED]"));
        sources.add("s.yaml", text);
        register_secrets(&sources, &redactor);
        redactor.text(text).into_owned()
    }

    #[test]
    fn what_a_sensitive_resolver_has_as_it_is_written_is_masked() {
        for text in [
            "a: {sensitive: true, typ: x, resolve: {with: [{provider: static, inputs: {value: hunter2-Sup3r}}]}}\n",
            "a: {sensitive: true, resolve: {with: [{inputs: {value: [{k: hunter2-Sup3r}]}}]}}\n",
            "a: {sensitive: true, resolve: {with: [{inputs: {default: \"hunter2-Sup3r\"}}]}}\nb: [\n",
            "{\"sensitive\": true, \"inputs\": {\"value\": \"hunter2-Sup3r\"}\n",
        ] {
            let shown = shown(text);
            assert!(!shown.contains("hunter2") && shown.contains("sensitive"), "{shown}");
        }
    }

    #[test]
    fn what_is_worked_out_or_not_sensitive_stays() {
        for text in [
            "a: {sensitive: true, resolve: {with: [{inputs: {value: {expr: _.something}, operation: something}}]}}\n",
            "a: {sensitive: false, resolve: {with: [{inputs: {value: something}}]}}\n",
        ] {
            assert_eq!(shown(text), text);
        }
    }
}
