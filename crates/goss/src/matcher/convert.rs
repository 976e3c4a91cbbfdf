//! Values as text, as numbers, as lines, and what a path finds in them.

use super::shown::{bytes_of, json, strings, text_of_bytes};
use expr::gjson::Document;
use gostd::strconv::{Bits, parse_float};
use gostd::unicode::is_space;
use std::sync::Arc;
use value::{GoType, List, Map, Value};

/// How a value is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Conversion {
    ToText,
    ToNumber,
    /// Text becomes its lines.
    ToArray,
    /// What the path finds in JSON text.
    Gjson(Arc<str>),
}

/// What a conversion that failed leaves behind.
pub(super) struct Failed {
    pub(super) reason: String,
    pub(super) rest: Value,
}

impl Conversion {
    pub(super) fn apply(&self, value: &Value) -> Result<Value, Failed> {
        match self {
            Self::ToText => Ok(to_text(value)),
            Self::ToNumber => to_number(value)
                .map_err(|reason| Failed { reason: format!("matchers.ToNumeric{{}}: {reason}"), rest: Value::Int(0) }),
            Self::ToArray => Ok(to_array(value)),
            Self::Gjson(path) => find(path, value).map_err(|reason| Failed {
                reason: format!("matchers.Gjson{{Path:{}}}: {reason}", value::quote(path)),
                rest: Value::Null,
            }),
        }
    }

    /// As the chain of conversions shows it.
    pub(super) fn to_value(&self) -> Value {
        let (name, argument) = match self {
            Self::ToText => ("to-string", Map::new()),
            Self::ToNumber => ("to-numeric", Map::new()),
            Self::ToArray => ("to-array", Map::new()),
            Self::Gjson(path) => ("gjson", Map::from_iter([("Path".to_owned(), Value::String(Arc::clone(path)))])),
        };
        Value::Map(Map::from_iter([(name.to_owned(), Value::Map(argument))]))
    }
}

/// Go's `%v`; the items of a list on lines of their own.
fn to_text(value: &Value) -> Value {
    match value {
        Value::String(_) | Value::Bytes(_) => value.clone(),
        Value::List(list) => text_of_bytes(&joined(list)),
        other => Value::string(other.to_string()),
    }
}

fn joined(list: &List) -> Vec<u8> {
    let mut text = Vec::new();
    for (index, item) in list.iter().enumerate() {
        if index > 0 {
            text.push(b'\n');
        }
        match bytes_of(item) {
            Some(bytes) => text.extend_from_slice(bytes),
            None => text.extend_from_slice(item.to_string().as_bytes()),
        }
    }
    text
}

fn to_number(value: &Value) -> Result<Value, String> {
    match value {
        Value::Int(_) | Value::Float(_) => Ok(value.clone()),
        Value::String(text) => number_of(text),
        Value::Bytes(bytes) => number_of(&String::from_utf8_lossy(bytes)),
        Value::List(list) if list.go_type() == GoType::STRINGS => number_of(&String::from_utf8_lossy(&joined(list))),
        other => Err(format!("Expected numeric, Got: <{}>: {}", other.type_name(), json(other))),
    }
}

fn number_of(text: &str) -> Result<Value, String> {
    parse_float(text.trim_matches(is_space), Bits::Double).map(Value::Float).map_err(|error| error.to_string())
}

fn to_array(value: &Value) -> Value {
    match bytes_of(value) {
        Some(bytes) => Value::List(strings(bytes.split(|byte| *byte == b'\n').map(text_of_bytes))),
        None => value.clone(),
    }
}

fn find(path: &str, value: &Value) -> Result<Value, String> {
    let text = match value {
        Value::String(text) => text,
        Value::Bytes(_) => return Err("Invalid json".to_owned()),
        other => return Err(format!("Expected string, Got: <{}>: {}", other.type_name(), json(other))),
    };
    if Value::from_json(text).is_err() {
        return Err("Invalid json".to_owned());
    }
    let found = Document::text(text).get(path).map_err(|error| error.to_string())?;
    if found.exists() { Ok(floats(found.to_value())) } else { Err(format!("Path not found: {path}")) }
}

/// Numbers that come out of JSON are floats. JSON is nested to a limit, so this is too.
fn floats(value: Value) -> Value {
    #[expect(clippy::cast_precision_loss, reason = "JSON has no other numbers here")]
    match value {
        Value::Int(number) => Value::Float(number as f64),
        Value::Uint(number) => Value::Float(number as f64),
        Value::List(list) => Value::List(list.iter().cloned().map(floats).collect()),
        Value::Map(map) => Value::Map(map.iter().map(|(key, value)| (key.clone(), floats(value.clone()))).collect()),
        other => other,
    }
}
