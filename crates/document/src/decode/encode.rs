//! Records as a document would have them.

use super::decoder::Decode;
use super::record::Record;
use super::shape::RecordShape;
use value::{Map, Value};

/// The entries of a record that is turned into a map, field by field.
#[derive(Debug)]
pub struct Encoded {
    record: &'static RecordShape,
    next: usize,
    map: Map,
}

impl Encoded {
    /// Nothing yet.
    pub fn new(record: &'static RecordShape) -> Self {
        Self { record, next: 0, map: Map::with_capacity(record.fields.len()) }
    }

    /// Adds the next field; one that is not set or must not be shown is left out.
    pub fn field(&mut self, value: &impl Decode) {
        let field = &self.record.fields[self.next];
        self.next += 1;
        if let Some(value) = value.encode().filter(|_| !field.is_secret()) {
            self.map.insert(field.key, value);
        }
    }

    /// Adds the entries of a record whose keys stand at the same level.
    pub fn part(&mut self, part: &impl Record) {
        if let Some(Value::Map(part)) = part.encode() {
            self.map.extend(part);
        }
    }

    /// The map.
    pub fn finish(self) -> Option<Value> {
        Some(Value::Map(self.map))
    }
}
