//! The records that a schema defines once and refers to by name.

use crate::decode::{Field, RecordShape, Shape};

/// All records that can be reached from a shape, in the order in which they are met. Each has a name of its own.
#[derive(Debug)]
pub(super) struct Definitions {
    records: Vec<&'static RecordShape>,
    names: Vec<String>,
}

impl Definitions {
    /// Finds the records. The one that the whole schema is about comes first, if it is about one.
    pub(super) fn of(root: Shape) -> Self {
        let mut records: Vec<&'static RecordShape> = Vec::new();
        let mut pending = std::collections::VecDeque::from([root]);
        while let Some(shape) = pending.pop_front() {
            match shape {
                Shape::List(item) | Shape::MapOf(item) => pending.push_back(item()),
                Shape::OneOf(shapes) => pending.extend(shapes.iter().map(|shape| shape())),
                Shape::Record(record) if !records.iter().any(|known| is_same(known, record)) => {
                    records.push(record);
                    pending.extend(record.all_fields().map(Field::shape));
                }
                _ => {}
            }
        }
        let names = records.iter().map(|record| name_of(record, &records)).collect();
        Self { records, names }
    }

    /// The name of a record.
    pub(super) fn name(&self, record: &RecordShape) -> &str {
        let at = self.records.iter().position(|known| is_same(known, record));
        at.map_or(record.name, |at| self.names[at].as_str())
    }

    /// The records and their names.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'static RecordShape, &str)> {
        self.records.iter().copied().zip(self.names.iter().map(String::as_str))
    }
}

/// A shape may exist in several copies, so its address says nothing.
pub(super) fn is_same(a: &RecordShape, b: &RecordShape) -> bool {
    (a.module, a.name) == (b.module, b.name)
}

/// The title, written so that it can stand in a reference.
fn name_of(record: &RecordShape, all: &[&'static RecordShape]) -> String {
    unique_title(record, all).replace(' ', "-")
}

/// The title; behind its module, or the whole path, when others have the same one.
fn unique_title(record: &RecordShape, all: &[&'static RecordShape]) -> String {
    let last = |record: &RecordShape| record.module.rsplit("::").next().unwrap_or_default().to_owned();
    let others = || all.iter().filter(|other| !is_same(other, record) && other.title() == record.title());
    if others().next().is_none() {
        return record.title().to_owned();
    }
    if others().all(|other| last(other) != last(record)) {
        return format!("{}-{}", last(record), record.title());
    }
    format!("{}-{}", record.module.replace("::", "-"), record.name)
}
