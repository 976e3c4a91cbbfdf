//! A value as an indented list.

use super::grid::emphasised;
use super::{Look, cell};
use value::{Key, Value};

/// A line for each entry and item, indented below what it belongs to.
pub fn list(value: &Value, look: &Look) -> String {
    let mut text = String::new();
    match value {
        Value::Map(_) | Value::List(_) => below(value, 0, look, &mut text),
        scalar => text = super::text::scalar(scalar),
    }
    text
}

fn below(value: &Value, depth: usize, look: &Look, text: &mut String) {
    match value {
        Value::Map(map) if map.is_empty() => text.push_str("{}\n"),
        Value::List(items) if items.is_empty() => text.push_str("[]\n"),
        Value::Map(map) => map.sorted().for_each(|(key, value)| entry(&name(key), value, depth, look, text)),
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                entry(&format!("[{index}]"), item, depth, look, text);
            }
        }
        _ => {}
    }
}

fn name(key: &Key) -> String {
    format!("{}:", cell::key(key))
}

fn entry(name: &str, value: &Value, depth: usize, look: &Look, text: &mut String) {
    text.push_str(&"  ".repeat(depth));
    text.push_str(&emphasised(name, look.colour));
    if cell::is_nested(value) && !is_empty(value) && depth < cell::DEEPEST {
        text.push('\n');
        below(value, depth + 1, look, text);
    } else {
        text.push(' ');
        text.push_str(&cell::line(value));
        text.push('\n');
    }
}

fn is_empty(value: &Value) -> bool {
    value.as_map().is_some_and(value::Map::is_empty)
}
