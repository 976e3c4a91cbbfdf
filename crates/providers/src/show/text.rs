//! The plain form, for pipes: what of table and list suits the value.

use super::columns::{columns, is_objects, objects};
use super::{Look, cell, list, table};
use value::{Map, Value};

/// With less room for each column a list is easier to read than a table.
const ROOM: usize = 10;

/// A scalar as a line; a map with one list of objects as its scalars and a table of the list; wide and nested values as an
/// indented list; everything else as a table without borders.
pub fn text(value: &Value, look: &Look) -> String {
    let look = &Look { borders: false, ..look.clone() };
    match value {
        Value::Map(map) => of_map(map, value, look),
        Value::List(items) if items.is_empty() => "[]\n".to_owned(),
        Value::List(items) if suits_table(value, look) => table::rows(items, value, look),
        Value::List(_) => list(value, look),
        scalar => self::scalar(scalar),
    }
}

/// What suits a value on a terminal: a table, or an indented list of what is nested. Without borders it is [`text`].
pub fn auto(value: &Value, look: &Look) -> String {
    match value {
        Value::List(_) if look.borders && suits_table(value, look) => table(value, look),
        Value::Map(map) if look.borders && !map.values().any(cell::is_nested) => table(value, look),
        Value::List(_) | Value::Map(_) if look.borders => list(value, look),
        _ => text(value, look),
    }
}

/// A scalar as a line of its own; text keeps its line breaks.
pub(super) fn scalar(value: &Value) -> String {
    let mut text = if value.is_null() { "null".to_owned() } else { value.to_string() };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn of_map(map: &Map, value: &Value, look: &Look) -> String {
    if map.is_empty() {
        return "{}\n".to_owned();
    }
    let mut tables = map.values().filter(|value| is_objects(value));
    if let (Some(only), None) = (tables.next(), tables.next()) {
        return facts(map) + &text(only, look);
    }
    if map.values().any(cell::is_nested) { list(value, look) } else { table::entries(map, look) }
}

/// The scalars of a map on one line, when there are any.
fn facts(map: &Map) -> String {
    let scalars = map.sorted().filter(|(_, value)| cell::is_scalar(value));
    let facts: Vec<String> = scalars.map(|(key, value)| format!("{}={}", cell::key(key), cell::line(value))).collect();
    if facts.is_empty() { String::new() } else { format!("{}\n", facts.join("  ")) }
}

fn suits_table(value: &Value, look: &Look) -> bool {
    let Some(rows) = objects(value) else { return cell::is_flat_list(value) };
    let flat = !rows.iter().flat_map(|row| row.values()).any(cell::is_nested);
    flat && look.width / (columns(&rows, &look.columns).len() + 1) >= ROOM
}
