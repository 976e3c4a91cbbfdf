//! Secrets of a solution that messages quote before it has run: what sensitive resolvers and actions have as it is written.

use diagnostics::{FileId, Redactor, Sources};
use document::secrets::{Hidden, Names, register, register_keys, register_written};
use document::{Kind, Node, Options};

/// Inputs that hold values. The others say what is done with them.
const HOLDING: [&str; 7] = ["value", "default", "data", "content", "body", "password", "token"];

/// Keys of a value that is worked out.
const WORKED_OUT: [&str; 3] = ["rslvr", "expr", "tmpl"];

/// Registers what is secret in all texts of a solution.
pub(crate) fn register_secrets(sources: &Sources, redactor: &Redactor) {
    for file in sources.since(FileId::FIRST) {
        let text = sources.content(file);
        if !text.contains("sensitive") {
            continue;
        }
        match document::parse_any(text, file, &Options::solution()) {
            Ok(root) => Walk { sources, redactor }.node(&root, false),
            Err(_) => register_keys(text, &Holding, redactor),
        }
    }
}

/// A walk through a document.
struct Walk<'a> {
    sources: &'a Sources,
    redactor: &'a Redactor,
}

impl Walk<'_> {
    fn node(&self, node: &Node<'_>, is_sensitive: bool) {
        match &node.kind {
            Kind::List(items) => items.iter().for_each(|item| self.node(item, is_sensitive)),
            Kind::Map(entries) => {
                let is_marked = node.get("sensitive").is_some_and(|mark| mark.kind == Kind::Bool(true));
                for entry in entries {
                    match entry.key.as_str() {
                        Some(key) if (is_sensitive || is_marked) && HOLDING.contains(&key) => self.whole(&entry.value),
                        _ => self.node(&entry.value, is_sensitive || is_marked),
                    }
                }
            }
            _ => {}
        }
    }

    /// All of a value. Where one is worked out is no secret.
    fn whole(&self, node: &Node<'_>) {
        match &node.kind {
            Kind::Null | Kind::Bool(_) => {}
            Kind::List(items) => items.iter().for_each(|item| self.whole(item)),
            Kind::Map(entries) => {
                let is_given = |key: Option<&str>| !key.is_some_and(|key| WORKED_OUT.contains(&key));
                let values = entries.iter().filter(|entry| is_given(entry.key.as_str()));
                values.for_each(|entry| self.whole(&entry.value));
            }
            _ => {
                register(&node.to_value().to_string(), self.redactor);
                register_written(node, self.sources, self.redactor);
            }
        }
    }
}

/// In a text that cannot be parsed nobody knows what is sensitive: whatever stands behind such a key counts.
struct Holding;

impl Names for Holding {
    fn hidden(&self, key: &str) -> Option<Hidden> {
        HOLDING.contains(&key).then_some(Hidden::Whole)
    }

    fn is_known(&self, word: &str) -> bool {
        HOLDING.contains(&word) || WORKED_OUT.contains(&word)
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
            "a: {sensitive: true, inputs: {value: \"hunter2\\x2dSup3r\"}}\n",
            "a: {sensitive: true, inputs: {value: 'it''s hunter2'}}\n",
            "sensitive: true\ninputs:\n  value: |\n    hunter2-Sup3r\nb: [\n",
            "sensitive: true\ninputs:\n  value:\n    hunter2-Sup3r\nb: [\n",
            "sensitive: true\ninputs:\n  value: {deep: [hunter2-Sup3r]}\nb: [\n",
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
