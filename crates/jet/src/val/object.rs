//! Values with fields and functions that a caller brings.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use value::{Opaque, Value};

/// A value with members, as a struct has them in Go: fields, and functions that belong to it. A member that is not there
/// is an error, not an empty value.
pub trait Object: Send + Sync {
    /// The name of its type, for messages.
    fn type_name(&self) -> &str;

    /// A field; or a function, made with [`Function::into_value`](crate::Function::into_value).
    fn member(&self, name: &str) -> Option<Value>;

    /// What is printed, counted, written as JSON, and ranged over.
    fn plain(&self) -> Value;
}

/// The object as a value that templates can be given.
pub fn object(object: Arc<dyn Object>) -> Value {
    Value::opaque(Wrapped(object))
}

/// An object inside of a value.
pub(crate) struct Wrapped(pub(crate) Arc<dyn Object>);

impl Opaque for Wrapped {
    fn type_name(&self) -> &str {
        self.0.type_name()
    }

    fn equals(&self, other: &dyn Opaque) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self.0.plain() == other.0.plain())
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.plain())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_plain(&self) -> Option<Value> {
        Some(self.0.plain())
    }
}
