//! A value on one line.

use std::borrow::Cow;
use std::fmt::Write as _;
use value::{Escape, Key, KeyOrder, List, Value};

/// Deeper values are not unfolded.
pub(super) const DEEPEST: usize = 100;

/// Whether nothing is inside of it.
pub(super) fn is_scalar(value: &Value) -> bool {
    !matches!(value, Value::List(_) | Value::Map(_))
}

/// Whether it is a list of scalars only, be it empty.
pub(super) fn is_flat_list(value: &Value) -> bool {
    value.as_list().is_some_and(|list| list.iter().all(is_scalar))
}

/// Whether it has things inside that one line cannot show well.
pub(super) fn is_nested(value: &Value) -> bool {
    !is_scalar(value) && !is_flat_list(value)
}

/// The text of a key.
pub(super) fn key(key: &Key) -> String {
    one_line(&key.to_value().to_string()).into_owned()
}

/// A value on one line: scalars as they are, lists of them in brackets, everything else as JSON.
pub(super) fn line(value: &Value) -> String {
    match value {
        Value::List(list) if is_flat_list(value) => bracketed(list),
        Value::List(_) | Value::Map(_) => {
            value.to_json(Escape::Plain, KeyOrder::Sorted).unwrap_or_else(|_| one_line(&value.to_string()).into_owned())
        }
        Value::Null => "null".to_owned(),
        scalar => one_line(&scalar.to_string()).into_owned(),
    }
}

fn bracketed(list: &List) -> String {
    let items: Vec<String> = list.iter().map(line).collect();
    format!("[{}]", items.join(", "))
}

/// Line breaks and what a terminal would obey, written out.
pub(super) fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return text.into();
    }
    let mut line = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            '\t' => line.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(line, "\\u{:04x}", u32::from(c));
            }
            c => line.push(c),
        }
    }
    line.into()
}
