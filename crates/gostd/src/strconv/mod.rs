//! Numbers as text and text as numbers, as Go's `strconv` has them.

mod float_text;

pub use float_text::{Bits, FloatVerb, format_float};
