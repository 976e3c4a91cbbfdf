//! Values that may be missing.

use std::any::Any;
use std::fmt;

use value::{Opaque, Value};

use super::equality::same;
use super::shown;

/// A value that may be missing: what `a.?b` and `optional.of(x)` give.
#[derive(Clone)]
pub struct Optional(Option<Value>);

impl Optional {
    /// An optional as a value.
    pub fn of(value: Option<Value>) -> Value {
        Value::opaque(Self(value))
    }

    /// The value inside of all optionals; one without a value is null. So cel-go looks at an optional that it takes from
    /// a variable, from a call or from a branch.
    pub(crate) fn innermost(&self) -> Option<&Value> {
        let mut value = self.get()?;
        while let Some(inner) = value.as_opaque::<Self>() {
            value = inner.get().unwrap_or(&Value::Null);
        }
        Some(value)
    }

    /// The value, if it is there.
    pub fn get(&self) -> Option<&Value> {
        self.0.as_ref()
    }
}

impl Opaque for Optional {
    fn type_name(&self) -> &'static str {
        "optional_type"
    }

    fn equals(&self, other: &dyn Opaque) -> bool {
        match (self.get(), other.as_any().downcast_ref::<Self>().map(Self::get)) {
            (Some(a), Some(Some(b))) => same(a, b),
            (None, Some(None)) => true,
            _ => false,
        }
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Some(value) => write!(f, "optional({})", shown(value)),
            None => f.write_str("optional.none()"),
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_plain(&self) -> Option<Value> {
        Some(self.0.clone().unwrap_or_default())
    }

    fn release(&mut self, children: &mut Vec<Value>) {
        children.extend(self.0.take());
    }
}
