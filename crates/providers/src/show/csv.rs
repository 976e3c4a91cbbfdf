//! A value as comma-separated values, quoted as Go does it.

use super::columns::{columns, objects};
use value::{Map, Value};

/// A list of objects as a header of sorted keys and a row for each; a map likewise as one row; other lists with a row for
/// each item. What is nested has Go's form.
pub fn csv(value: &Value) -> String {
    if let Some(rows) = objects(value) {
        return records(&rows);
    }
    match value {
        Value::Map(map) => records(&[map]),
        Value::List(list) => list.iter().map(|item| line(&[item.to_string()])).collect(),
        scalar => line(&[scalar.to_string()]),
    }
}

fn records(rows: &[&Map]) -> String {
    let keys: Vec<String> = columns(rows, &[]).into_iter().map(|column| column.key).collect();
    let row = |row: &Map| {
        let find = |name: &String| row.iter().find(|(key, _)| key.to_value().to_string() == *name);
        let cells: Vec<String> =
            keys.iter().map(|key| find(key).map(|(_, value)| plain(value)).unwrap_or_default()).collect();
        line(&cells)
    };
    rows.iter().fold(line(&keys), |text, one| text + &row(one))
}

fn plain(value: &Value) -> String {
    if value.is_null() { String::new() } else { value.to_string() }
}

fn line(cells: &[String]) -> String {
    let quoted: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
    quoted.join(",") + "\n"
}

/// Quotes where encoding/csv of Go needs them.
fn quoted(cell: &str) -> String {
    let needs = cell == r"\." || cell.contains([',', '"', '\r', '\n']) || cell.starts_with(char::is_whitespace);
    if needs { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}
