//! Time zones as values.

use std::any::Any;
use std::fmt;

use gostd::time::Zone;
use value::{Opaque, Value};

/// What `timezone(…)` gives.
#[derive(Debug, Clone)]
pub(crate) struct ZoneValue(pub(crate) Zone);

impl Opaque for ZoneValue {
    fn type_name(&self) -> &'static str {
        "*time.Location"
    }

    fn equals(&self, other: &dyn Opaque) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self.0.name() == other.0.name())
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_plain(&self) -> Option<Value> {
        Some(value::Map::new().into())
    }
}
