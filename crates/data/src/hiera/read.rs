//! From nodes to values: whole numbers become ints, keys become texts, texts are expanded.

use super::document::key_text;
use super::expand::Expander;
use crate::template::Environment;
use diagnostics::{Diagnostics, Span};
use document::{Entry, Kind, Node};
use value::{Map, Number, Value};

/// The value of a map that stands beside data in a document; its texts are expanded as those of data are.
pub fn expanded(entries: &[Entry<'_>], source: &str, environment: &Environment, problems: &mut Diagnostics) -> Map {
    let mut reader = Reader::new(Expander { environment, source });
    let map = reader.map(entries);
    problems.append(reader.problems);
    map
}

/// Makes values of nodes and collects what is wrong with their expressions.
pub(crate) struct Reader<'e> {
    expander: Expander<'e>,
    pub(crate) problems: Diagnostics,
}

impl<'e> Reader<'e> {
    pub(crate) fn new(expander: Expander<'e>) -> Self {
        Self { expander, problems: Diagnostics::new() }
    }

    /// The value of a node. Its depth is limited by the parser.
    pub(crate) fn value(&mut self, node: &Node<'_>) -> Value {
        match &node.kind {
            Kind::String(text) => self.text(text, node.span),
            Kind::List(items) => items.iter().map(|item| self.value(item)).collect(),
            Kind::Map(entries) => self.map(entries).into(),
            Kind::Float(number) => Number::Float(*number).to_i64().map_or(Value::Float(*number), Value::Int),
            _ => node.to_value(),
        }
    }

    pub(crate) fn map(&mut self, entries: &[Entry<'_>]) -> Map {
        let mut map = Map::with_capacity(entries.len());
        self.merge_shallow(&mut map, entries);
        map
    }

    /// Puts the entries into a map; a key that is there is replaced.
    pub(crate) fn merge_shallow(&mut self, map: &mut Map, entries: &[Entry<'_>]) {
        for entry in entries {
            let value = self.value(&entry.value);
            map.insert(&*key_text(&entry.key), value);
        }
    }

    /// Deep merge: the same as merging the map of these entries, without making it.
    pub(crate) fn merge_deep(&mut self, map: &mut Map, entries: &[Entry<'_>]) {
        for entry in entries {
            let key = key_text(&entry.key);
            match (map.get_mut(&*key), &entry.value.kind) {
                (Some(Value::Map(inner)), Kind::Map(entries)) => self.merge_deep(inner, entries),
                (Some(existing), _) => existing.merge(&self.value(&entry.value)),
                (None, _) => {
                    let value = self.value(&entry.value);
                    map.insert(&*key, value);
                }
            }
        }
    }

    fn text(&mut self, text: &str, at: Span) -> Value {
        if !text.contains('{') {
            return Value::string(text);
        }
        self.expander.value(text, at).unwrap_or_else(|problems| {
            self.problems.append(problems);
            Value::Null
        })
    }
}
