//! Secrets in a document that could be parsed: its tree says where each value begins and ends.

use super::names::{Names, literals};
use crate::nodes::shown;
use diagnostics::{Redactor, SecretKind, Sources, secret_by_name};
use document::secrets::{
    Hidden, Names as _, is_shouted, register, register_addresses, register_keys, register_settings, register_written,
};
use document::{Entry, Kind, Node};

/// A walk through a document.
pub(super) struct Walk<'a> {
    pub(super) names: &'a Names,
    pub(super) sources: &'a Sources,
    pub(super) redactor: &'a Redactor,
}

impl Walk<'_> {
    /// Registers all that is secret in a node and below.
    pub(super) fn node(&self, node: &Node<'_>) {
        match &node.kind {
            Kind::String(text) => self.text(text),
            Kind::List(items) => items.iter().for_each(|item| self.node(item)),
            Kind::Map(entries) => entries.iter().for_each(|entry| self.entry(entry)),
            _ => {}
        }
    }

    /// A text may hold an address with a password, a setting, or a key that lost its blank: `password:value`.
    fn text(&self, text: &str) {
        register_addresses(text, self.redactor);
        if self.names.is_generous() {
            register_settings(text, self.redactor);
            register_keys(text, self.names, self.redactor);
            if let Some((name, value)) = text.split_once('=') {
                self.setting(name, value);
            }
        }
    }

    fn setting(&self, name: &str, value: &str) {
        if secret_by_name(name, value) {
            self.redactor.register(value.as_bytes(), SecretKind::ByName);
        }
    }

    fn entry(&self, entry: &Entry<'_>) {
        self.node(&entry.key);
        self.node(&entry.value);
        let key = shown(&entry.key);
        if entry.comment.as_ref().is_some_and(|comment| comment.contains("@secret")) {
            self.whole(&entry.value, false);
        }
        if let Some(value) = entry.value.as_str().filter(|_| is_shouted(&key)) {
            self.setting(&key, value);
        }
        match self.names.hidden(&key) {
            Some(Hidden::Whole) => self.whole(&entry.value, false),
            Some(Hidden::Text) if entry.value.as_map().is_none() => self.whole(&entry.value, true),
            Some(Hidden::Fields(is_harmless)) => self.fields(&entry.value, is_harmless),
            Some(Hidden::Variables) => self.fields(&entry.value, |name| !secret_by_name(name, "")),
            Some(Hidden::Text) | None => {}
        }
    }

    /// Every scalar of a value, keys too: what is a map here was meant to be a text.
    fn whole(&self, node: &Node<'_>, is_field: bool) {
        // An expression of Jet looks like a list in a list.
        if self.sources.slice(node.span).starts_with("[[") {
            return;
        }
        match &node.kind {
            Kind::Null | Kind::Bool(_) => {}
            Kind::List(items) => items.iter().for_each(|item| self.whole(item, is_field)),
            Kind::Map(entries) => entries.iter().for_each(|entry| {
                self.whole(&entry.key, is_field);
                self.whole(&entry.value, is_field);
            }),
            Kind::String(text) => self.literal(text, node, is_field),
            Kind::Bytes(bytes) | Kind::RawText(bytes) => {
                self.redactor.register(bytes, SecretKind::Declared);
                register_written(node, self.sources, self.redactor);
            }
            _ => {
                register(&node.to_value().to_string(), self.redactor);
                register_written(node, self.sources, self.redactor);
            }
        }
    }

    /// What an expression gives is secret; the expression is not.
    fn literal(&self, text: &str, node: &Node<'_>, is_field: bool) {
        let pieces = literals(text);
        let is_plain = pieces == [text];
        for piece in pieces {
            // `Bearer …`, `Basic …`: what comes after the word is the secret.
            let behind = piece.split_once(' ').filter(|_| is_field).map(|(_, credentials)| credentials);
            register(behind.unwrap_or(piece), self.redactor);
            if is_plain {
                register(piece, self.redactor);
                register_written(node, self.sources, self.redactor);
            }
        }
    }

    /// Header fields: a map, a list of `Name: value`, or lines of that.
    fn fields(&self, node: &Node<'_>, is_harmless: fn(&str) -> bool) {
        match &node.kind {
            Kind::Map(entries) => {
                for entry in entries.iter().filter(|entry| !is_harmless(&shown(&entry.key))) {
                    self.whole(&entry.value, true);
                }
            }
            Kind::List(items) => items.iter().for_each(|item| self.fields(item, is_harmless)),
            Kind::String(text) => {
                let values = text.lines().filter_map(|line| match line.split_once(':') {
                    Some((name, _)) if is_harmless(name.trim()) => None,
                    Some((_, value)) => Some(value.trim()),
                    None => Some(line),
                });
                values.for_each(|value| self.literal(value, node, true));
            }
            _ => self.whole(node, true),
        }
    }
}
