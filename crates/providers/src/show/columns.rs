//! The columns of a table of objects.

use super::cell;
use std::collections::BTreeSet;
use value::{Key, List, Map, Value};

/// A column, and how it looks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Column {
    /// The key in each row.
    pub key: String,
    /// What stands above it, when not the key.
    pub title: Option<String>,
    /// How wide it may be.
    pub max_width: Option<usize>,
    /// Whether it is left out.
    pub hidden: bool,
    /// Where its cells stand.
    pub align: Align,
    /// Whether it comes before those that are not named.
    pub first: bool,
}

/// Where a text stands in its column.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Align {
    /// At the left.
    #[default]
    Left,
    /// At the right.
    Right,
}

impl Column {
    /// A column that looks as any other.
    pub fn plain(key: impl Into<String>) -> Self {
        Self { key: key.into(), ..Self::default() }
    }

    pub(super) fn title(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.key)
    }
}

/// The rows of a list that has nothing but objects, and at least one.
pub(super) fn objects(value: &Value) -> Option<Vec<&Map>> {
    let list = value.as_list().filter(|list| !list.is_empty())?;
    list.iter().map(Value::as_map).collect()
}

/// All columns of the rows: those that come first in their order, the others sorted.
pub(super) fn columns(rows: &[&Map], known: &[Column]) -> Vec<Column> {
    let there: BTreeSet<String> =
        rows.iter().flat_map(|row| row.keys()).map(|key| key.to_value().to_string()).collect();
    let of = |key: &str| known.iter().find(|column| column.key == key);
    let first = known.iter().filter(|column| column.first && there.contains(&column.key)).cloned();
    let rest = there.iter().filter(|key| !of(key).is_some_and(|column| column.first));
    let rest = rest.map(|key| of(key).cloned().unwrap_or_else(|| Column::plain(key.as_str())));
    first.chain(rest).filter(|column| !column.hidden).collect()
}

/// The cell of a row.
pub(super) fn cell_of(row: &Map, column: &Column) -> String {
    let value = row.get(column.key.as_str()).or_else(|| {
        let same = |key: &Key| key.as_str().is_none() && key.to_value().to_string() == column.key;
        row.iter().find(|(key, _)| same(key)).map(|(_, value)| value)
    });
    value.map(cell::line).unwrap_or_default()
}

/// Whether the value is a list of objects.
pub(super) fn is_objects(value: &Value) -> bool {
    value.as_list().is_some_and(|list: &List| !list.is_empty() && list.iter().all(|item| item.as_map().is_some()))
}
