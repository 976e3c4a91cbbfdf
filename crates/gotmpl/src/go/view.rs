//! Looking at a value of any of its forms: `int` or `int64`, text that is UTF-8 or not, maps that are shared or not.

use std::borrow::Cow;

use value::{List, Map, Value};

use super::{Boxed, Dict, Kind, Nil, Number, Type, kind};

/// The text of a Go string; bytes that are not UTF-8 are each replaced by U+FFFD, as Go does when it reads runes.
pub fn as_text(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(Cow::Borrowed(text)),
        _ => value.as_text_bytes().map(gostd::utf8::to_text),
    }
}

/// The number of any signed integer type, durations among them.
pub fn as_int(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => Some(*number),
        Value::Duration(span) => Some(span.as_nanos()),
        Value::Opaque(_) => widened(value)?.as_int(),
        _ => None,
    }
}

/// The number of any unsigned integer type.
pub fn as_uint(value: &Value) -> Option<u64> {
    match value {
        Value::Uint(number) => Some(*number),
        Value::Opaque(_) => widened(value)?.as_uint(),
        _ => None,
    }
}

/// The number of any floating-point type.
pub fn as_float(value: &Value) -> Option<f64> {
    match value {
        Value::Float(number) => Some(*number),
        Value::Opaque(_) => widened(value)?.as_float(),
        _ => None,
    }
}

fn widened(value: &Value) -> Option<Value> {
    match Number::of(value) {
        Some(number) => number.widened(),
        None => Boxed::of(value)?.plain(),
    }
}

/// The items of a slice of any type, `[]uint8` among them.
pub fn as_list(value: &Value) -> Option<List> {
    match value {
        Value::List(list) => Some(list.clone()),
        Value::Bytes(bytes) => {
            let items: List = bytes.iter().map(|byte| Number::Uint8(*byte)).collect();
            Some(items.with_type(Type::Bytes.go_type()))
        }
        Value::Opaque(_) => Nil::of(value).filter(|nil| nil.is_slice()).map(|nil| List::new().with_type(nil.go_type())),
        _ => None,
    }
}

/// The entries of a map of any type, as they are now.
pub fn as_map(value: &Value) -> Option<Map> {
    match value {
        Value::Map(map) => Some(map.clone()),
        Value::Opaque(_) => match Dict::of(value) {
            Some(dict) => Some(dict.snapshot()),
            None => Nil::of(value).filter(|nil| nil.is_map()).map(|nil| Map::new().with_type(nil.go_type())),
        },
        _ => None,
    }
}

/// Whether it is nil: of no type, or of a slice, map or pointer type.
pub fn is_nil(value: &Value) -> bool {
    value.is_null() || Nil::of(value).is_some()
}

/// Whether `if` takes it as true: neither nil, zero, false nor empty.
pub fn is_true(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Int(number) => *number != 0,
        Value::Uint(number) => *number != 0,
        Value::Float(number) => *number != 0.0,
        Value::String(text) => !text.is_empty(),
        Value::Bytes(bytes) => !bytes.is_empty(),
        Value::List(list) => !list.is_empty(),
        Value::Map(map) => !map.is_empty(),
        Value::Duration(span) => span.as_nanos() != 0,
        Value::Timestamp(_) | Value::Unknown(_) => true,
        Value::Opaque(_) => opaque_is_true(value),
    }
}

fn opaque_is_true(value: &Value) -> bool {
    if let Some(Number::Complex128(real, imaginary)) = Number::of(value) {
        return real != 0.0 || imaginary != 0.0;
    }
    if Nil::of(value).is_some() {
        return false;
    }
    match (length(value), widened(value)) {
        (Some(length), _) => length > 0,
        (None, Some(number)) => is_true(&number),
        (None, None) => true,
    }
}

/// How many bytes a string, items a slice or entries a map has.
pub fn length(value: &Value) -> Option<usize> {
    match value {
        Value::String(text) => Some(text.len()),
        Value::Bytes(bytes) => Some(bytes.len()),
        Value::List(list) => Some(list.len()),
        Value::Map(map) => Some(map.len()),
        Value::Opaque(_) => match kind(value) {
            Kind::String => value.as_text_bytes().map(<[u8]>::len),
            Kind::Map => Some(Dict::of(value).map_or(0, |dict| dict.len())),
            Kind::Slice => Some(0),
            _ => None,
        },
        _ => None,
    }
}
