//! Values on the stack: borrowed from the program or from variables where that is possible.

use std::ops::Deref;

use value::Value;

/// A value that is borrowed or owned.
pub(crate) enum Slot<'a> {
    Borrowed(&'a Value),
    Owned(Value),
}

impl Slot<'_> {
    pub(crate) fn into_value(self) -> Value {
        match self {
            Self::Borrowed(value) => value.clone(),
            Self::Owned(value) => value,
        }
    }
}

impl Clone for Slot<'_> {
    fn clone(&self) -> Self {
        match self {
            Self::Borrowed(value) => Self::Borrowed(value),
            Self::Owned(value) => Self::Owned(value.clone()),
        }
    }
}

impl Deref for Slot<'_> {
    type Target = Value;

    fn deref(&self) -> &Value {
        match self {
            Self::Borrowed(value) => value,
            Self::Owned(value) => value,
        }
    }
}

impl From<Value> for Slot<'_> {
    fn from(value: Value) -> Self {
        Self::Owned(value)
    }
}

impl From<bool> for Slot<'_> {
    fn from(value: bool) -> Self {
        Self::Owned(Value::Bool(value))
    }
}
