//! Types and sizes of values.

use value::{Timestamp, Value};

use super::{MapRef, Optional};

/// The name of the type of a value, as `type(x)` gives it.
pub fn type_name(value: &Value) -> &str {
    match value {
        Value::Null => "null_type",
        Value::Bool(_) => "bool",
        Value::Int(_) => "int",
        Value::Uint(_) => "uint",
        Value::Float(_) => "double",
        Value::String(_) => "string",
        Value::Bytes(_) => "bytes",
        Value::List(_) => "list",
        Value::Map(_) => "map",
        Value::Timestamp(_) => "google.protobuf.Timestamp",
        Value::Duration(_) => "google.protobuf.Duration",
        Value::Opaque(value) => value.type_name(),
        Value::Unknown(_) => "unknown",
    }
}

/// The name of the type of a value in messages.
pub(crate) fn kind_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Int(_) => "int",
        Value::Uint(_) => "uint",
        Value::Float(_) => "double",
        Value::String(_) => "string",
        Value::Bytes(_) => "bytes",
        Value::List(_) => "list",
        Value::Map(_) => "map",
        Value::Timestamp(_) => "timestamp",
        Value::Duration(_) => "duration",
        Value::Opaque(_) if value.as_opaque::<Optional>().is_some() => "optional",
        Value::Opaque(_) if MapRef::of(value).is_some() => "map",
        Value::Opaque(_) if value.as_raw_text().is_some() => "string",
        Value::Opaque(_) => "type",
        Value::Unknown(_) => "unknown",
    }
}

/// How large a value is for the cost of working with it: characters, bytes, items or entries, else 1.
pub(crate) fn size_of(value: &Value) -> u64 {
    let size = match value {
        Value::String(text) => text.chars().count(),
        Value::Bytes(bytes) => bytes.len(),
        Value::List(list) => list.len(),
        Value::Opaque(_) if let Some(text) = value.as_raw_text() => gostd::utf8::count(text),
        Value::Opaque(_) => match (MapRef::of(value), value.as_opaque::<Optional>().and_then(Optional::get)) {
            (Some(map), _) => map.len(),
            (None, Some(inner)) => return size_of(inner),
            (None, None) => 1,
        },
        Value::Map(map) => map.len(),
        _ => 1,
    };
    size as u64
}

/// Whether a value is the zero of its type.
pub(crate) fn is_zero(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(flag) => !flag,
        Value::Int(number) => *number == 0,
        Value::Uint(number) => *number == 0,
        Value::Float(number) => *number == 0.0,
        Value::String(text) => text.is_empty(),
        Value::Bytes(bytes) => bytes.is_empty(),
        Value::List(list) => list.is_empty(),
        Value::Map(map) => map.is_empty(),
        Value::Timestamp(time) => *time == Timestamp::GO_ZERO,
        Value::Duration(span) => span.as_nanos() == 0,
        Value::Opaque(_) | Value::Unknown(_) => false,
    }
}
