//! From nodes to values: whole numbers become ints, keys become texts, texts are expanded.

use super::document::key_text;
use super::expand::Expander;
use crate::template::Environment;
use diagnostics::{Diagnostics, Span};
use document::{Entry, Kind, Node};
use std::borrow::Cow;
use std::collections::HashMap;
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

    /// Deep merge of layers, the same as merging the maps of their entries, without making those.
    pub(crate) fn merged<'n>(&mut self, mut layers: impl Iterator<Item = &'n [Entry<'n>]>) -> Map {
        let mut parts = self.parts(layers.next().unwrap_or_default());
        layers.for_each(|entries| self.merge_deep(&mut parts, entries));
        self.made_map(parts)
    }

    /// The entries of one map; of two keys that are the same text the last one counts.
    fn parts<'n>(&mut self, entries: &'n [Entry<'n>]) -> Parts<'n> {
        let mut parts = Parts { entries: Vec::with_capacity(entries.len()), index: None };
        for entry in entries {
            let (key, part) = (key_text(&entry.key), self.part(&entry.value));
            match parts.find(&key, usize::MAX) {
                Some(at) => parts.entries[at].1 = part,
                None => parts.add(key, part),
            }
        }
        parts
    }

    fn merge_deep<'n>(&mut self, parts: &mut Parts<'n>, entries: &'n [Entry<'n>]) {
        for (hint, entry) in entries.iter().enumerate() {
            let key = key_text(&entry.key);
            if let Some(at) = parts.find(&key, hint) {
                self.merge_part(&mut parts.entries[at].1, &entry.value);
            } else {
                let part = self.part(&entry.value);
                parts.add(key, part);
            }
        }
    }

    fn merge_part<'n>(&mut self, existing: &mut Part<'n>, node: &'n Node<'n>) {
        let incoming = match (&mut *existing, &node.kind) {
            (Part::Map(parts), Kind::Map(entries)) => return self.merge_deep(parts, entries),
            (Part::List(parts), Kind::List(items)) => {
                return parts.extend(items.iter().map(|item| self.part(item)));
            }
            _ => self.part(node),
        };
        // An expression may give maps and lists too; everything else is replaced.
        *existing = match (std::mem::take(existing), incoming) {
            (before @ (Part::Map(_) | Part::List(_) | Part::Made(_)), Part::Made(incoming)) => {
                let mut value = self.made(before);
                value.merge(&incoming);
                Part::Made(value)
            }
            (Part::Made(mut value), incoming @ (Part::Map(_) | Part::List(_))) => {
                value.merge(&self.made(incoming));
                Part::Made(value)
            }
            (_, incoming) => incoming,
        };
    }

    /// A node as a part of data; only its expressions are worked out.
    fn part<'n>(&mut self, node: &'n Node<'n>) -> Part<'n> {
        match &node.kind {
            Kind::Map(entries) => Part::Map(Box::new(self.parts(entries))),
            Kind::List(items) => Part::List(Box::new(items.iter().map(|item| self.part(item)).collect())),
            Kind::String(text) if text.contains('{') => Part::Made(self.text(text, node.span)),
            _ => Part::Written(node),
        }
    }

    fn made(&mut self, part: Part<'_>) -> Value {
        match part {
            Part::Written(node) => self.value(node),
            Part::Made(value) => value,
            Part::List(items) => items.into_iter().map(|item| self.made(item)).collect(),
            Part::Map(parts) => self.made_map(*parts).into(),
        }
    }

    fn made_map(&mut self, parts: Parts<'_>) -> Map {
        let mut map = Map::with_capacity(parts.entries.len());
        for (key, part) in parts.entries {
            map.insert(&*key, self.made(part));
        }
        map
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

/// A part of data whose layers are being merged: what a later layer replaces is never made. Items of lists are parts too,
/// and lists grow with every layer, so a part is no larger than a value.
enum Part<'n> {
    /// A scalar without expressions, as it is written.
    Written(&'n Node<'n>),
    /// What an expression gave.
    Made(Value),
    #[expect(clippy::box_collection, reason = "a part is no larger than a value")]
    List(Box<Vec<Part<'n>>>),
    Map(Box<Parts<'n>>),
}

const _: () = assert!(size_of::<Part<'_>>() == size_of::<Value>());

impl Default for Part<'_> {
    fn default() -> Self {
        Self::Made(Value::Null)
    }
}

/// A map whose layers are being merged.
struct Parts<'n> {
    entries: Vec<(Cow<'n, str>, Part<'n>)>,
    /// Where keys are; made when a map of many keys is asked for one that is not where it was expected.
    index: Option<HashMap<Cow<'n, str>, usize>>,
}

/// Up to this many keys, looking at each is faster than hashing.
const FEW: usize = 8;

impl<'n> Parts<'n> {
    /// Where a key is. Layers mostly have the same keys in the same order, so it is looked for at `hint` first.
    fn find(&mut self, key: &str, hint: usize) -> Option<usize> {
        let is_at = |entry: &(Cow<'n, str>, Part<'n>)| entry.0 == key;
        if self.entries.get(hint).is_some_and(is_at) {
            return Some(hint);
        }
        if self.entries.len() <= FEW {
            return self.entries.iter().position(is_at);
        }
        let keys = || self.entries.iter().enumerate().map(|(at, (key, _))| (key.clone(), at));
        self.index.get_or_insert_with(|| keys().collect()).get(key).copied()
    }

    /// Adds a key that is not there.
    fn add(&mut self, key: Cow<'n, str>, part: Part<'n>) {
        if let Some(index) = &mut self.index {
            index.insert(key.clone(), self.entries.len());
        }
        self.entries.push((key, part));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::{Reach, Scope};
    use diagnostics::FileId;
    use std::sync::Arc;

    /// Layers that are merged while they are read are what the maps of the layers are when they are merged.
    #[test]
    fn merging_nodes_is_merging_values() {
        let many = |from: usize, text: &str| {
            let key = |key: usize| format!("k{}: {{a: {text}, l: [{key}], n: {{{text}: {key}}}}}", (key + from) % 20);
            format!("{{{}}}", (0..20).map(key).collect::<Vec<_>>().join(", "))
        };
        let layers = [
            many(0, "x"),
            many(7, "y"),
            "{a: 1, m: {x: 1}, l: [1, {y: 2}], s: text}".to_owned(),
            "{m: {y: 2, x: null}, l: [3], s: {now: map}, e: \"{{ {'k': [1]} }}\"}".to_owned(),
            "{l: text, s: {other: 1.0}, e: {k: [2], o: 1}, m: {}}".to_owned(),
            "{l: \"{{ [7] }}\", e: \"{{ {'k': 3} }}\", s: [], 1: {a: 1}}".to_owned(),
            "{l: [8], s: [9], \"1\": {c: 3}, 2: x, k3: null, k4: {n: {}}}".to_owned(),
        ];
        let environment = Environment::new(Scope::new(Reach::Facts), Arc::new(Map::new()));
        let nodes: Vec<_> = layers
            .iter()
            .map(|text| document::parse(text, FileId::FIRST, &document::Options::manifest()).unwrap())
            .collect();
        let entries: Vec<_> = nodes.iter().map(|node| node.as_map().unwrap()).collect();
        for count in 0..=entries.len() {
            let mut reader = Reader::new(Expander { environment: &environment, source: "" });
            let merged = reader.merged(entries[..count].iter().copied());
            let mut expected = Map::new();
            for layer in &entries[..count] {
                let layer = reader.map(layer);
                expected.merge(&layer);
            }
            assert!(reader.problems.is_empty());
            assert_eq!(format!("{merged:?}"), format!("{expected:?}"), "{count} layers");
        }
    }
}
