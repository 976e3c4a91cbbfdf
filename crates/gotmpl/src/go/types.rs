//! The types that parameters and results of functions have.

use std::fmt;

use value::{GoType, Value};

use super::type_name;

/// The type of a parameter or of a result, as Go's signature of the function has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// `interface {}`: any value; nil arrives as [`Value::Null`].
    Any,
    /// `reflect.Value`: any value, and nil too.
    Reflect,
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `int8`
    Int8,
    /// `int16`
    Int16,
    /// `int32`
    Int32,
    /// `int64`
    Int64,
    /// `uint`
    Uint,
    /// `uint8`
    Uint8,
    /// `uint16`
    Uint16,
    /// `uint32`
    Uint32,
    /// `uint64`
    Uint64,
    /// `float32`
    Float32,
    /// `float64`
    Float64,
    /// `complex128`
    Complex128,
    /// `string`, UTF-8 or not.
    String,
    /// `[]uint8`
    Bytes,
    /// `[]interface {}`
    List,
    /// `[]string`
    Strings,
    /// `map[string]interface {}`
    Map,
    /// `map[string]string`
    StringMap,
    /// `time.Time`
    Time,
    /// `time.Duration`
    Duration,
    /// Another type, by its name.
    Other(GoType),
}

impl Type {
    /// The name, as Go's messages have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "interface {}",
            Self::Reflect => "reflect.Value",
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
            Self::String => "string",
            Self::Bytes => "[]uint8",
            Self::List => "[]interface {}",
            Self::Strings => "[]string",
            Self::Map => "map[string]interface {}",
            Self::StringMap => "map[string]string",
            Self::Time => "time.Time",
            Self::Duration => "time.Duration",
            Self::Other(go_type) => go_type.name(),
        }
    }

    /// Whether integer literals with a sign can be passed for it.
    pub(crate) const fn is_signed(self) -> bool {
        matches!(self, Self::Int | Self::Int8 | Self::Int16 | Self::Int32 | Self::Int64 | Self::Duration)
    }

    /// Whether integer literals without a sign can be passed for it.
    pub(crate) const fn is_unsigned(self) -> bool {
        matches!(self, Self::Uint | Self::Uint8 | Self::Uint16 | Self::Uint32 | Self::Uint64)
    }

    /// Whether `nil` can be passed for it.
    pub fn can_be_nil(self) -> bool {
        matches!(self, Self::Any | Self::Reflect)
            || self.name().starts_with(['[', '*'])
            || self.name().starts_with("map[")
    }

    /// Whether a value that is not nil can be passed for it as it is.
    pub fn accepts(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Any | Self::Reflect, _)
            | (Self::Bool, Value::Bool(_))
            | (Self::Int, Value::Int(_))
            | (Self::Uint64, Value::Uint(_))
            | (Self::Float64, Value::Float(_))
            | (Self::String, Value::String(_))
            | (Self::Bytes, Value::Bytes(_))
            | (Self::Time, Value::Timestamp(_))
            | (Self::Duration, Value::Duration(_)) => true,
            _ => self.name() == type_name(value),
        }
    }

    /// The type itself, for the ones that a nil of their own type exists for.
    pub(crate) const fn go_type(self) -> GoType {
        GoType::new(self.name())
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
