//! Values as Go's reflection sees them: what kind of thing it is, and the name of its type.

use std::borrow::Cow;

use value::{Duration, Key, List, Map, Opaque, Timestamp, Value};

use super::types::Basic;
use crate::strconv::Bits;

/// A value with the name of its type.
pub(super) struct Operand<'a> {
    pub(super) type_name: &'a str,
    pub(super) shape: Shape<'a>,
}

/// What kind of thing a value is.
pub(super) enum Shape<'a> {
    /// No value at all.
    Nil,
    /// A list that was never made.
    NilList,
    /// A map that was never made.
    NilMap,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64, Bits),
    Complex(f64, f64, Bits),
    Text(Cow<'a, [u8]>),
    Bytes(Cow<'a, [u8]>),
    List(&'a List),
    Map(&'a Map),
    Duration(Duration),
    Time(&'a Timestamp),
    /// What only one language knows.
    Opaque(&'a dyn Opaque),
    /// What has nothing but a text.
    Other(String),
}

impl<'a> Operand<'a> {
    /// The value as the declared type, or as the type that it has.
    pub(super) fn new(value: &'a Value, declared: Option<&'a str>) -> Self {
        let own = || Self { type_name: value.type_name(), shape: Shape::of(value) };
        let Some(type_name) = declared else { return own() };
        match Basic::from_name(type_name) {
            Some(basic) => Shape::basic(value, basic).map_or_else(own, |shape| Self { type_name, shape }),
            None => Self { type_name, shape: Shape::declared(value, type_name) },
        }
    }

    pub(super) fn from_key(key: &'a Key, declared: Option<&'a str>) -> Self {
        let (type_name, shape) = match key {
            Key::Bool(key) => ("bool", Shape::Bool(*key)),
            Key::Int(key) => ("int", Shape::Int(*key)),
            Key::Uint(key) => ("uint64", Shape::Uint(*key)),
            Key::String(key) => ("string", Shape::Text(Cow::Borrowed(key.as_bytes()))),
        };
        let Some(declared) = declared else { return Self { type_name, shape } };
        match (Basic::from_name(declared), shape) {
            (Some(Basic::Uint), Shape::Int(key)) => {
                Self { type_name: declared, shape: Shape::Uint(key.cast_unsigned()) }
            }
            (Some(Basic::Int), Shape::Uint(key)) => Self { type_name: declared, shape: Shape::Int(key.cast_signed()) },
            (_, shape) => Self { type_name: declared, shape },
        }
    }
}

impl<'a> Shape<'a> {
    fn of(value: &'a Value) -> Self {
        match value {
            Value::Null => Self::Nil,
            Value::Bool(value) => Self::Bool(*value),
            Value::Int(value) => Self::Int(*value),
            Value::Uint(value) => Self::Uint(*value),
            Value::Float(value) => Self::Float(*value, Bits::Double),
            Value::String(value) => Self::Text(Cow::Borrowed(value.as_bytes())),
            Value::Bytes(value) => Self::Bytes(Cow::Borrowed(value)),
            Value::List(value) => Self::of_list(value, value.go_type().name()),
            Value::Map(value) => Self::Map(value),
            Value::Timestamp(value) => Self::Time(value),
            Value::Duration(value) => Self::Duration(*value),
            Value::Opaque(_) if let Some(text) = value.as_raw_text() => Self::Text(Cow::Borrowed(text)),
            Value::Opaque(value) => Self::of_opaque(value.as_ref()),
            Value::Unknown(value) => Self::Other(value.to_string()),
        }
    }

    /// The value as a type that is not basic.
    fn declared(value: &'a Value, type_name: &str) -> Self {
        match value {
            Value::Null if type_name.starts_with("map[") => Self::NilMap,
            Value::Null if type_name.starts_with('[') => Self::NilList,
            Value::List(list) => Self::of_list(list, type_name),
            Value::Int(nanos) if type_name == "time.Duration" => Self::Duration(Duration::from_nanos(*nanos)),
            other => Self::of(other),
        }
    }

    /// A list; one of `uint8` is bytes when all of its elements are.
    fn of_list(list: &'a List, type_name: &str) -> Self {
        if type_name.ends_with("]uint8") && type_name.matches(']').count() == 1 {
            let byte = |item: &Value| item.as_number().and_then(value::Number::to_u64).map(u8::try_from);
            if let Some(Ok(bytes)) = list.iter().map(byte).collect::<Option<Result<Vec<_>, _>>>() {
                return Self::Bytes(bytes.into());
            }
        }
        Self::List(list)
    }

    /// A value of one language; of a basic type it is the plain value.
    fn of_opaque(value: &'a dyn Opaque) -> Self {
        let plain = Basic::from_name(value.type_name()).and_then(|basic| Self::basic_owned(&value.to_plain()?, basic));
        plain.unwrap_or(Self::Opaque(value))
    }

    /// The value as a basic type; `None` when it cannot be one.
    fn basic(value: &'a Value, basic: Basic) -> Option<Self> {
        match (basic, value) {
            (Basic::String, Value::String(text)) => Some(Self::Text(Cow::Borrowed(text.as_bytes()))),
            (Basic::String, Value::Bytes(text)) => Some(Self::Text(Cow::Borrowed(text))),
            (Basic::String, Value::Opaque(_)) if let Some(text) = value.as_raw_text() => {
                Some(Self::Text(Cow::Borrowed(text)))
            }
            (_, Value::Opaque(opaque)) => Self::basic_owned(&opaque.to_plain()?, basic),
            _ => Self::basic_number(value, basic),
        }
    }

    fn basic_owned(value: &Value, basic: Basic) -> Option<Self> {
        match (basic, value) {
            (Basic::String, Value::String(text)) => Some(Self::Text(Cow::Owned(text.as_bytes().to_vec()))),
            (Basic::String, Value::Bytes(text)) => Some(Self::Text(Cow::Owned(text.to_vec()))),
            _ => Self::basic_number(value, basic),
        }
    }

    fn basic_number(value: &Value, basic: Basic) -> Option<Self> {
        Some(match (basic, value) {
            (Basic::Bool, Value::Bool(value)) => Self::Bool(*value),
            (Basic::Int, Value::Int(value)) => Self::Int(*value),
            (Basic::Int, Value::Uint(value)) => Self::Int(value.cast_signed()),
            (Basic::Uint, Value::Int(value)) => Self::Uint(value.cast_unsigned()),
            (Basic::Uint, Value::Uint(value)) => Self::Uint(*value),
            (Basic::Float(bits), value) => Self::Float(value.as_number()?.to_f64(), bits),
            (Basic::Complex(bits), Value::List(parts)) => {
                let [real, imaginary] = &**parts else { return None };
                Self::Complex(real.as_number()?.to_f64(), imaginary.as_number()?.to_f64(), bits)
            }
            (Basic::Complex(bits), value) => Self::Complex(value.as_number()?.to_f64(), 0.0, bits),
            _ => return None,
        })
    }

    /// The plain form of a value of one language as far as it is not made of others.
    pub(super) fn scalar(plain: &Value) -> Option<Self> {
        Some(match plain {
            Value::Bool(value) => Self::Bool(*value),
            Value::Int(value) => Self::Int(*value),
            Value::Uint(value) => Self::Uint(*value),
            Value::Float(value) => Self::Float(*value, Bits::Double),
            Value::String(value) => Self::Text(Cow::Owned(value.as_bytes().to_vec())),
            _ => return None,
        })
    }
}
