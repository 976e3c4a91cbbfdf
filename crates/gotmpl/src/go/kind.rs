//! Kinds: what Go's `reflect.Kind` tells apart.

use value::Value;

use super::{Boxed, Dict, Nil, Number};

/// The kind of a Go value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it: they are Go's")]
pub enum Kind {
    Invalid,
    Bool,
    Int,
    Int8,
    Int16,
    Int32,
    Int64,
    Uint,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Float32,
    Float64,
    Complex128,
    Map,
    Pointer,
    Slice,
    String,
    Struct,
}

impl Kind {
    /// The name, as `kindOf` answers it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Invalid => "invalid",
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Int8 => "int8",
            Self::Int16 => "int16",
            Self::Int32 => "int32",
            Self::Int64 => "int64",
            Self::Uint => "uint",
            Self::Uint8 => "uint8",
            Self::Uint16 => "uint16",
            Self::Uint32 => "uint32",
            Self::Uint64 => "uint64",
            Self::Float32 => "float32",
            Self::Float64 => "float64",
            Self::Complex128 => "complex128",
            Self::Map => "map",
            Self::Pointer => "ptr",
            Self::Slice => "slice",
            Self::String => "string",
            Self::Struct => "struct",
        }
    }
}

/// The kind of a value; [`Kind::Invalid`] for the nil that has no type.
pub fn kind(value: &Value) -> Kind {
    match value {
        Value::Null => Kind::Invalid,
        Value::Bool(_) => Kind::Bool,
        Value::Int(_) => Kind::Int,
        Value::Uint(_) => Kind::Uint64,
        Value::Float(_) => Kind::Float64,
        Value::String(_) => Kind::String,
        Value::Bytes(_) | Value::List(_) => Kind::Slice,
        Value::Map(_) => Kind::Map,
        Value::Duration(_) => Kind::Int64,
        Value::Timestamp(_) | Value::Unknown(_) => Kind::Struct,
        Value::Opaque(_) => opaque_kind(value),
    }
}

fn opaque_kind(value: &Value) -> Kind {
    if let Some(number) = Number::of(value) {
        number.kind()
    } else if value.as_raw_text().is_some() {
        Kind::String
    } else if Dict::of(value).is_some() {
        Kind::Map
    } else if let Some(nil) = Nil::of(value) {
        match () {
            () if nil.is_slice() => Kind::Slice,
            () if nil.is_map() => Kind::Map,
            () => Kind::Pointer,
        }
    } else if let Some(object) = Boxed::of(value) {
        object.kind()
    } else if value.type_name().starts_with('*') {
        Kind::Pointer
    } else {
        Kind::Struct
    }
}

/// The name of the type, as `%T` and `typeOf` print it: `int64`, `[]interface {}`, `<nil>`.
pub fn type_name(value: &Value) -> &str {
    value.type_name()
}
