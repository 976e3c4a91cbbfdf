//! Which value comes first.

use std::cmp::Ordering;

use value::Value;

use crate::cel::failure::{EvalCause, Failure};

/// The order of two values, or why they have none.
pub(crate) fn compare(a: &Value, b: &Value) -> Result<Ordering, Failure> {
    let order = match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Uint(a), Value::Uint(b)) => a.cmp(b),
        (Value::String(a), Value::String(b)) => a.as_bytes().cmp(b.as_bytes()),
        (Value::Bytes(a), Value::Bytes(b)) => a.cmp(b),
        (Value::Timestamp(a), Value::Timestamp(b)) => a.cmp(b),
        (Value::Duration(a), Value::Duration(b)) => a.cmp(b),
        _ if let (Some(a), Some(b)) = (a.as_text_bytes(), b.as_text_bytes()) => a.cmp(b),
        _ if a.as_number().is_some() && b.as_number().is_some() => {
            return numbers(a, b).ok_or_else(|| EvalCause::NotANumber.into());
        }
        _ => return Err(EvalCause::NoSuchOverload { call: None }.into()),
    };
    Ok(order)
}

/// The order of two numbers of any kind; `None` when one of them is no number. An integer is compared with a float as a
/// float, which rounds the large ones, as cel-go does.
pub(super) fn numbers(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
        (Value::Uint(a), Value::Uint(b)) => Some(a.cmp(b)),
        (Value::Int(a), Value::Uint(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
        (Value::Uint(a), Value::Int(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(b),
        (Value::Float(a), Value::Int(b)) => with_int(*a, *b),
        (Value::Int(a), Value::Float(b)) => with_int(*b, *a).map(Ordering::reverse),
        (Value::Float(a), Value::Uint(b)) => with_uint(*a, *b),
        (Value::Uint(a), Value::Float(b)) => with_uint(*b, *a).map(Ordering::reverse),
        _ => None,
    }
}

#[expect(clippy::cast_precision_loss, reason = "cel-go compares as floats")]
fn with_int(a: f64, b: i64) -> Option<Ordering> {
    a.partial_cmp(&(b as f64))
}

#[expect(clippy::cast_precision_loss, reason = "cel-go compares as floats")]
fn with_uint(a: f64, b: u64) -> Option<Ordering> {
    a.partial_cmp(&(b as f64))
}
