//! What a document declares as secret, found in its tree.

use super::{HOLDING, WORKED_OUT, each_text, hidden, is_address};
use diagnostics::{Redactor, Sources, secret_by_name};
use document::secrets::{Hidden, register, register_address, register_written};
use document::{Entry, Kind, Node};
use providers::Registry;

/// A walk through a document.
pub(super) struct Walk<'a> {
    pub(super) sources: &'a Sources,
    pub(super) registry: &'a Registry,
    pub(super) redactor: &'a Redactor,
}

impl Walk<'_> {
    pub(super) fn node(&self, node: &Node<'_>, is_sensitive: bool) {
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
            if entry.key.as_str().is_some_and(|input| is_address(self.registry, provider, input)) {
                each_text(&entry.value, &mut |text| register_address(text, self.redactor));
            }
            let hidden = entry.key.as_str().and_then(|input| hidden(self.registry, provider, input));
            match (hidden, &entry.value.kind) {
                (Some(Hidden::Fields(is_harmless)), Kind::Map(fields)) => {
                    self.fields(fields, |key, _| is_harmless(key));
                }
                (Some(Hidden::Variables), Kind::Map(fields)) => {
                    self.fields(fields, |key, value| !secret_by_name(key, value));
                }
                (Some(Hidden::Text), Kind::Map(_)) | (None, _) => {}
                (Some(_), _) => self.whole(&entry.value),
            }
        }
    }

    fn fields(&self, fields: &[Entry<'_>], is_harmless: impl Fn(&str, &str) -> bool) {
        for field in fields {
            let value = field.value.as_str().unwrap_or_default();
            let is_shown = |key: &str| WORKED_OUT.contains(&key) || is_harmless(key, value);
            if !field.key.as_str().is_some_and(is_shown) {
                self.whole(&field.value);
            }
        }
    }

    /// All of a value. Where one is worked out is no secret.
    fn whole(&self, node: &Node<'_>) {
        match &node.kind {
            Kind::Null => register_written(node, self.sources, self.redactor),
            Kind::Bool(_) => {}
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
