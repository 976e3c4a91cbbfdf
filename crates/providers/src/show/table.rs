//! A value as a table.

use super::columns::{Column, cell_of, columns, objects};
use super::grid::Grid;
use super::{Align, Look, cell, text};
use value::{List, Map, Value};

/// A table: a row for each object of a list with its keys as columns, a row for each entry of a map, a row for each item of
/// other lists. Without borders the plain text form is what a pipe gets.
pub fn table(value: &Value, look: &Look) -> String {
    if !look.borders {
        return text(value, look);
    }
    match value {
        Value::Map(map) => entries(map, look),
        Value::List(list) => rows(list, value, look),
        scalar => text::scalar(scalar),
    }
}

pub(super) fn rows(list: &List, value: &Value, look: &Look) -> String {
    match objects(value) {
        Some(rows) => records(&rows, look),
        None => items(list, look),
    }
}

/// A row for each object, numbered.
pub(super) fn records(rows: &[&Map], look: &Look) -> String {
    let columns = columns(rows, &look.columns);
    let numbered = |(index, row): (usize, &&Map)| {
        let cells = columns.iter().map(|column| cell_of(row, column));
        std::iter::once((index + 1).to_string()).chain(cells).collect()
    };
    let titles = std::iter::once("#").chain(columns.iter().map(Column::title)).map(str::to_owned).collect();
    Grid {
        titles,
        aligns: std::iter::once(Align::Left).chain(columns.iter().map(|column| column.align)).collect(),
        most: std::iter::once(None).chain(columns.iter().map(|column| column.max_width)).collect(),
        rows: rows.iter().enumerate().map(numbered).collect(),
    }
    .lay_out(look)
}

/// A row for each entry.
pub(super) fn entries(map: &Map, look: &Look) -> String {
    let rows = map.sorted().map(|(key, value)| vec![cell::key(key), cell::line(value)]).collect();
    two_columns("KEY", "VALUE", rows, look)
}

fn items(list: &List, look: &Look) -> String {
    let rows = list.iter().enumerate().map(|(index, item)| vec![(index + 1).to_string(), cell::line(item)]).collect();
    two_columns("#", "VALUE", rows, look)
}

fn two_columns(first: &str, second: &str, rows: Vec<Vec<String>>, look: &Look) -> String {
    let titles = vec![first.to_owned(), second.to_owned()];
    Grid { titles, aligns: vec![Align::Left; 2], most: vec![None; 2], rows }.lay_out(look)
}
