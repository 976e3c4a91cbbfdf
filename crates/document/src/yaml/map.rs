//! Maps: duplicate keys and `<<`.

use super::comment::Comments;
use super::node::Key;
use super::parser::Parser;
use super::problem;
use crate::{Entry, Kind, Node, Style};
use diagnostics::Span;
use std::collections::HashMap;

/// A map as it is read. Its entries wait on a stack of the parser, so that each map is allocated once, with the right
/// size.
pub(super) struct Entries {
    /// Where its entries begin on the stack.
    base: usize,
    /// Which of them are `<<`.
    merges: Vec<usize>,
    /// Keys that are written differently may still be equal.
    exotic: bool,
}

/// Up to this many keys are compared one by one.
const FEW: usize = 16;

impl<'a> Parser<'a, '_> {
    pub(super) fn begin_map(&self) -> Entries {
        Entries { base: self.open_entries.len(), merges: Vec::new(), exotic: false }
    }

    pub(super) fn add(&mut self, entries: &mut Entries, key: Key<'a>, value: Node<'a>, comments: Comments) {
        if key.merge {
            entries.merges.push(self.open_entries.len() - entries.base);
        }
        entries.exotic |= key.exotic;
        self.open_entries.push(Entry { key: key.node, value, comment: comments.text(self.text).map(Box::new) });
    }

    /// Where the first key is.
    pub(super) fn first_key(&self, entries: &Entries) -> Option<Span> {
        self.open_entries.get(entries.base).map(|entry| entry.key.span)
    }

    /// Reports duplicate keys and resolves `<<`.
    pub(super) fn finish_map(&mut self, entries: Entries) -> Kind<'a> {
        let all = self.open_entries.split_off(entries.base);
        self.report_duplicates(&all);
        if entries.merges.is_empty() && !entries.exotic {
            return Kind::Map(all);
        }
        Kind::Map(self.merged(all, entries.merges))
    }

    fn report_duplicates(&mut self, all: &[Entry<'a>]) {
        let keys = || all.iter().map(|entry| raw(self.bytes, &entry.key));
        let mut twice = Vec::new();
        if all.len() <= FEW {
            for (i, key) in keys().enumerate() {
                if let Some(first) = keys().take(i).position(|other| other == key) {
                    twice.push((i, first));
                }
            }
        } else {
            let mut seen = HashMap::with_capacity(all.len());
            for (i, key) in keys().enumerate() {
                match seen.entry(key) {
                    std::collections::hash_map::Entry::Occupied(first) => twice.push((i, *first.get())),
                    std::collections::hash_map::Entry::Vacant(place) => {
                        place.insert(i);
                    }
                }
            }
        }
        for (again, first) in twice {
            self.report(|parser| {
                let key = String::from_utf8_lossy(raw(parser.bytes, &all[again].key));
                problem::duplicate_key(all[again].key.span, all[first].key.span, &key)
            });
        }
    }

    fn merged(&mut self, all: Vec<Entry<'a>>, merges: Vec<usize>) -> Vec<Entry<'a>> {
        let own_wins = !self.goccy();
        let mut out = Merged::default();
        let mut later = Vec::new();
        let mut merges = merges.into_iter().peekable();
        for (i, entry) in all.into_iter().enumerate() {
            if merges.next_if_eq(&i).is_none() {
                out.set(entry);
            } else if own_wins {
                later.push(entry.value);
            } else {
                self.maps_of(entry.value).into_iter().flatten().for_each(|entry| out.set(entry));
            }
        }
        for value in later {
            self.maps_of(value).into_iter().flatten().for_each(|entry| out.set_if_new(entry));
        }
        out.entries
    }

    /// The maps that `<<` takes over.
    fn maps_of(&mut self, value: Node<'a>) -> Vec<Vec<Entry<'a>>> {
        let alias = self.at(value.span.start as usize) == Some(b'*');
        match value.kind {
            Kind::Map(entries) => vec![entries],
            Kind::List(items) if self.goccy() || !alias => {
                items.into_iter().filter_map(|item| self.map_of(item)).collect()
            }
            _ => self.map_of(value).into_iter().collect(),
        }
    }

    fn map_of(&mut self, value: Node<'a>) -> Option<Vec<Entry<'a>>> {
        if let Kind::Map(entries) = value.kind {
            return Some(entries);
        }
        self.report(|parser| problem::merge(value.span, &value.kind_name(), parser.anchor_of(value.span)));
        None
    }
}

/// A key as it was written.
fn raw<'s>(source: &'s [u8], key: &'s Node<'_>) -> &'s [u8] {
    match (&key.kind, key.style) {
        (Kind::String(text), Some(Style::Single | Style::Double | Style::Literal | Style::Folded)) => text.as_bytes(),
        _ => &source[key.span.start as usize..key.span.end as usize],
    }
}

/// Entries with distinct keys.
#[derive(Default)]
struct Merged<'a> {
    entries: Vec<Entry<'a>>,
    index: HashMap<Id, usize>,
}

/// What makes two keys equal.
#[derive(PartialEq, Eq, Hash)]
enum Id {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(u64),
    Text(String),
    Bytes(Vec<u8>),
    Other,
}

impl Id {
    fn of(key: &Node<'_>) -> Self {
        match &key.kind {
            Kind::Null => Self::Null,
            Kind::Bool(value) => Self::Bool(*value),
            Kind::Int(value) => Self::Int(*value),
            Kind::Uint(value) => Self::Uint(*value),
            Kind::Float(value) => Self::Float(value.to_bits()),
            Kind::String(text) => Self::Text(text.clone().into_owned()),
            Kind::Bytes(bytes) | Kind::RawText(bytes) => Self::Bytes(bytes.clone()),
            Kind::Timestamp(time) => Self::Text(time.to_string()),
            Kind::List(_) | Kind::Map(_) => Self::Other,
        }
    }
}

impl<'a> Merged<'a> {
    fn set(&mut self, entry: Entry<'a>) {
        let next = self.entries.len();
        let at = *self.index.entry(Id::of(&entry.key)).or_insert(next);
        if at == next {
            self.entries.push(entry);
        } else {
            self.entries[at] = entry;
        }
    }

    fn set_if_new(&mut self, entry: Entry<'a>) {
        let next = self.entries.len();
        if *self.index.entry(Id::of(&entry.key)).or_insert(next) == next {
            self.entries.push(entry);
        }
    }
}
