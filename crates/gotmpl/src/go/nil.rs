//! Nils that have a type.

use std::any::Any;
use std::fmt;

use value::{GoType, Opaque, Value};

/// The nil of a slice, map or pointer type. It counts as an empty list or map, but is `null` in JSON and equals `nil`.
/// [`Value::Null`] is the nil that has no type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nil(GoType);

impl Nil {
    /// The nil of `go_type`, which is a slice, map or pointer type.
    pub fn value(go_type: GoType) -> Value {
        Value::opaque(Self(go_type))
    }

    /// The nil inside `value`, if it is one with a type.
    pub fn of(value: &Value) -> Option<Self> {
        value.as_opaque::<Self>().copied()
    }

    /// Its type.
    pub fn go_type(self) -> GoType {
        self.0
    }

    /// Whether it is the nil of a slice type.
    pub fn is_slice(self) -> bool {
        self.0.name().starts_with("[]")
    }

    /// Whether it is the nil of a map type.
    pub fn is_map(self) -> bool {
        self.0.name().starts_with("map[")
    }
}

impl Opaque for Nil {
    fn type_name(&self) -> &str {
        self.0.name()
    }

    fn equals(&self, other: &dyn Opaque) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self == other)
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match () {
            () if self.is_slice() => "[]",
            () if self.is_map() => "map[]",
            () => "<nil>",
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_plain(&self) -> Option<Value> {
        Some(Value::Null)
    }
}
