//! JSON.

use value::{Escape, KeyOrder, Value};

use super::kind::Argument;
use crate::error::Cause;
use crate::val::{Thing, Val};

/// Bytes of JSON; none when there is something in the value that JSON cannot say.
#[expect(clippy::unnecessary_wraps, reason = "one type for all functions")]
pub(super) fn json(arguments: &[Argument], _: usize) -> Result<Val, Cause> {
    let json = arguments[0].any().to_json(Escape::Html, KeyOrder::Sorted).unwrap_or_default();
    Ok(Val::Plain(Value::bytes(json.as_bytes())))
}

/// JSON that is written when it is printed.
#[expect(clippy::unnecessary_wraps, reason = "one type for all functions")]
pub(super) fn write_json(arguments: &[Argument], _: usize) -> Result<Val, Cause> {
    Ok(Val::thing(Thing::Json(arguments[0].any())))
}
