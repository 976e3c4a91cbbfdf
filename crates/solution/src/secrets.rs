//! Secrets of a solution that messages quote before it has run: what sensitive resolvers and
//! actions have, and what secret inputs of providers are given, as it is written.

use diagnostics::{FileId, Redactor, Sources};
use document::secrets::{Hidden, Names, register, register_keys, register_written};
use document::{Kind, Node, Options};
use providers::{Registered, Registry};

/// Inputs that hold values. The others say what is done with them.
const HOLDING: [&str; 7] = ["value", "default", "data", "content", "body", "password", "token"];

/// Keys of a value that is worked out.
const WORKED_OUT: [&str; 3] = ["rslvr", "expr", "tmpl"];

/// Registers what is secret in the files that a solution is composed of.
pub(crate) fn register_composed(sources: &Sources, registry: &Registry, redactor: &Redactor) {
    for file in sources.since(FileId::FIRST).skip(1) {
        match document::parse_any(sources.content(file), file, &Options::solution()) {
            Ok(root) => register_tree(&root, sources, registry, redactor),
            Err(_) => register_text(sources.content(file), registry, redactor),
        }
    }
}

/// Registers what is secret in a document.
pub(crate) fn register_tree(root: &Node<'_>, sources: &Sources, registry: &Registry, redactor: &Redactor) {
    Walk { sources, registry, redactor }.node(root, false);
}

/// The same for a text that cannot be parsed.
pub(crate) fn register_text(text: &str, registry: &Registry, redactor: &Redactor) {
    register_keys(text, &Holding { registry, is_marked: text.contains("sensitive") }, redactor);
}

/// What must not be shown of an input. Nobody knows whose it is when its provider is misspelt: then any of them counts.
fn hidden(registry: &Registry, provider: Option<&str>, input: &str) -> Option<Hidden> {
    match provider.and_then(|name| registry.get(name)) {
        Some(known) => known.descriptor().hidden(input),
        None => registry
            .iter()
            .map(Registered::descriptor)
            .filter(|one| one.schema.property(input).is_some())
            .find_map(|one| one.hidden(input)),
    }
}

/// A walk through a document.
struct Walk<'a> {
    sources: &'a Sources,
    registry: &'a Registry,
    redactor: &'a Redactor,
}

impl Walk<'_> {
    fn node(&self, node: &Node<'_>, is_sensitive: bool) {
        match &node.kind {
            Kind::List(items) => items.iter().for_each(|item| self.node(item, is_sensitive)),
            Kind::Map(entries) => {
                let is_marked = node.get("sensitive").is_some_and(|mark| mark.kind == Kind::Bool(true));
                self.inputs(node);
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

    /// What a call gives its provider.
    fn inputs(&self, call: &Node<'_>) {
        let Some(inputs) = call.get("inputs").and_then(Node::as_map) else { return };
        let provider = call.get("provider").and_then(Node::as_str);
        for entry in inputs {
            let hidden = entry.key.as_str().and_then(|input| hidden(self.registry, provider, input));
            match (hidden, &entry.value.kind) {
                (Some(Hidden::Fields(is_harmless)), Kind::Map(fields)) => {
                    let is_shown = |key: &str| is_harmless(key) || WORKED_OUT.contains(&key);
                    let secret = fields.iter().filter(|field| !field.key.as_str().is_some_and(is_shown));
                    secret.for_each(|field| self.whole(&field.value));
                }
                (Some(_), _) => self.whole(&entry.value),
                (None, _) => {}
            }
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
struct Holding<'a> {
    registry: &'a Registry,
    /// Whether something is said to be sensitive.
    is_marked: bool,
}

impl Names for Holding<'_> {
    fn hidden(&self, key: &str) -> Option<Hidden> {
        let is_value = self.is_marked && HOLDING.contains(&key);
        if is_value { Some(Hidden::Whole) } else { hidden(self.registry, None, key) }
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
        let registry = providers::built_in().unwrap();
        sources.add("composed.yaml", text);
        register_composed(&sources, &registry, &redactor);
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
    fn what_secret_inputs_of_providers_are_given_is_masked() {
        for text in [
            "a: {provider: git, inputs: {operation: clone, repo: x, password: hunter2-Sup3r}}\n",
            "a: {provider: git, inputs: {operation: clone, pasword: hunter2-Sup3r}}\n",
            "a: {provider: gti, inputs: {operation: clone, password: hunter2-Sup3r}}\n",
            "a: {onerror: x, provider: http, inputs: {metod: POST, headers: {Authorization: Bearer hunter2-Sup3r}}}\n",
            "a: {provider: http, inputs: {headers: '{\"X-Key\": \"hunter2-Sup3r\"}'}}\n",
            "a: {provider: exec, inputs: {command: x, env: {DB_PASSWORD: hunter2-Sup3r}}}\n",
            "a: {provider: git, inputs: {operation: clone, password: hunter2-Sup3r}\nb: [\n",
            "a:\n  inputs:\n    headers:\n      Authorization: hunter2-Sup3r\nb: [\n",
        ] {
            let shown = shown(text);
            assert!(!shown.contains("hunter2") && shown.contains("inputs"), "{shown}");
        }
    }

    #[test]
    fn what_is_worked_out_or_not_sensitive_stays() {
        for text in [
            "a: {provider: git, inputs: {operation: status, path: something, password: {expr: _.something}}}\n",
            "a: {provider: http, inputs: {url: something, headers: {Accept: something, X-Key: {rslvr: something}}}}\n",
            "a: {provider: http, inputs: {headers: {expr: 'something + something'}}}\n",
            "a: {provider: exec, inputs: {command: something, env: {HOME: something}}}\n",
            "a: {sensitive: true, resolve: {with: [{inputs: {value: {expr: _.something}, operation: something}}]}}\n",
            "a: {sensitive: false, resolve: {with: [{inputs: {value: something}}]}}\n",
        ] {
            assert_eq!(shown(text), text);
        }
    }
}
