//! A loop that is running.

use value::{List, Value};

use super::slot::Slot;
use crate::exprlang::Place;
use crate::exprlang::code::Looping;
use crate::exprlang::fault::{Fault, Result};

/// What is looped over.
pub(super) enum Items<'a> {
    Borrowed(&'a [Value]),
    Owned(List),
    /// Texts and bytes are looped over byte by byte.
    Bytes(Slot<'a>),
    /// A map has a number of items and none of them.
    Entries(Slot<'a>),
}

impl<'a> Items<'a> {
    pub(super) fn of(value: Slot<'a>) -> Result<Self> {
        match value {
            Slot::Borrowed(Value::List(list)) => Ok(Self::Borrowed(list)),
            Slot::Owned(Value::List(list)) => Ok(Self::Owned(list)),
            value if matches!(*value, Value::Map(_)) => Ok(Self::Entries(value)),
            value if matches!(*value, Value::Bytes(_)) || value.as_text_bytes().is_some() => Ok(Self::Bytes(value)),
            value => Err(Fault::not_list(&value)),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Borrowed(items) => items.len(),
            Self::Owned(items) => items.len(),
            Self::Bytes(value) => bytes(value).len(),
            Self::Entries(value) => value.as_map().map_or(0, value::Map::len),
        }
    }

    pub(super) fn get(&self, at: usize) -> Result<Slot<'a>> {
        match self {
            Self::Borrowed(items) => Ok(Slot::Borrowed(&items[at])),
            Self::Owned(items) => Ok(Slot::Owned(items[at].clone())),
            Self::Bytes(value) => Ok(Value::Uint(bytes(value)[at].into()).into()),
            Self::Entries(value) => Err(Fault::not_list(value)),
        }
    }
}

fn bytes(value: &Value) -> &[u8] {
    value.as_bytes().or_else(|| value.as_text_bytes()).unwrap_or_default()
}

/// A loop that is running.
pub(super) struct Scope<'a> {
    pub(super) looping: Looping,
    /// Where what is looped over stands.
    pub(super) place: Place,
    pub(super) items: Items<'a>,
    pub(super) length: usize,
    pub(super) index: usize,
    /// How many items are left, this one included.
    pub(super) left: usize,
    pub(super) count: i64,
    pub(super) accumulator: Slot<'a>,
    /// What was collected.
    pub(super) out: Vec<Value>,
    /// The keys that belong to it, for groups and sorting.
    pub(super) keys: Vec<Value>,
    pub(super) descending: bool,
}

impl<'a> Scope<'a> {
    pub(super) fn new(looping: Looping, items: Items<'a>, place: Place) -> Self {
        let length = items.len();
        let index = if looping.kind.is_backwards() { length.saturating_sub(1) } else { 0 };
        Self {
            looping,
            place,
            items,
            length,
            index,
            left: length,
            count: 0,
            accumulator: Slot::Owned(Value::Null),
            out: Vec::new(),
            keys: Vec::new(),
            descending: false,
        }
    }

    pub(super) fn item(&self) -> Result<Slot<'a>> {
        self.items.get(self.index)
    }

    /// Goes to the next item; whether there is one.
    pub(super) fn advance(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.left > 0 {
            if self.looping.kind.is_backwards() {
                self.index -= 1;
            } else {
                self.index += 1;
            }
        }
        self.left > 0
    }
}
