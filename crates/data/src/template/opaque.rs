//! Values of the original's environment that are there and cannot be used.

use std::any::Any;
use std::fmt;

use value::Opaque;

/// A function that is carried around; calling it is an error.
pub(super) struct GoFunction;

impl Opaque for GoFunction {
    fn type_name(&self) -> &'static str {
        "func()"
    }

    fn equals(&self, _other: &dyn Opaque) -> bool {
        false
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<func>")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
