//! Types as values.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;

use value::{Opaque, Value};

/// A type as a value: what `type(x)` gives and what names such as `int` stand for. Types are equal when their names are.
pub struct TypeValue(Cow<'static, str>);

impl TypeValue {
    /// The type with this name as a value.
    pub fn of(name: impl Into<Cow<'static, str>>) -> Value {
        Value::opaque(Self(name.into()))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl Opaque for TypeValue {
    fn type_name(&self) -> &'static str {
        "type"
    }

    fn equals(&self, other: &dyn Opaque) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self.0 == other.0)
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_plain(&self) -> Option<Value> {
        Some(Value::from(self.name()))
    }
}
