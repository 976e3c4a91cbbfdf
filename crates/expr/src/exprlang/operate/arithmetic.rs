//! Arithmetic, on numbers, texts, times and durations.

use value::{Duration, Value};

use super::number::{Num, to_float};
use super::power::pow;
use crate::exprlang::fault::{Fault, Result};
use crate::exprlang::machine::Usage;
use crate::exprlang::moment::Moment;

/// The sum of two numbers.
pub(crate) fn add_numbers(a: &Value, b: &Value) -> Option<Value> {
    numbers(a, b, i64::wrapping_add, |a, b| a + b)
}

pub(crate) fn add(usage: &mut Usage<'_>, a: &Value, b: &Value) -> Result<Value> {
    if let Some(sum) = add_numbers(a, b) {
        return Ok(sum);
    }
    match (a, b) {
        (Value::Duration(a), Value::Duration(b)) => Ok(duration(a.as_nanos().wrapping_add(b.as_nanos()))),
        (time, Value::Duration(span)) | (Value::Duration(span), time) => match Moment::of(time) {
            Some(moment) => moment.moved(moment.time.checked_add(*span)),
            None => Err(Fault::operands("+", a, b)),
        },
        _ => concatenate(usage, a, b)?.ok_or_else(|| Fault::operands("+", a, b)),
    }
}

fn concatenate(usage: &mut Usage<'_>, a: &Value, b: &Value) -> Result<Option<Value>> {
    if let (Value::String(a), Value::String(b)) = (a, b) {
        usage.text(a.len() + b.len())?;
        let mut joined = String::with_capacity(a.len() + b.len());
        joined.push_str(a);
        joined.push_str(b);
        return Ok(Some(joined.into()));
    }
    match (a.as_text_bytes(), b.as_text_bytes()) {
        (Some(a), Some(b)) => usage.built([a, b].concat()).map(Some),
        _ => Ok(None),
    }
}

pub(crate) fn subtract(a: &Value, b: &Value) -> Result<Value> {
    if let Some(difference) = numbers(a, b, i64::wrapping_sub, |a, b| a - b) {
        return Ok(difference);
    }
    match (a, b) {
        (Value::Duration(a), Value::Duration(b)) => Ok(duration(a.as_nanos().wrapping_sub(b.as_nanos()))),
        _ => match (Moment::of(a), Moment::of(b), b) {
            (Some(a), Some(b), _) => Ok(a.time.since(&b.time).into()),
            (Some(moment), None, Value::Duration(span)) => moment.moved(moment.time.checked_sub(*span)),
            _ => Err(Fault::operands("-", a, b)),
        },
    }
}

/// Durations count in nanoseconds here; with a float, the product is one, too.
pub(crate) fn multiply(a: &Value, b: &Value) -> Result<Value> {
    if let Some(product) = numbers(a, b, i64::wrapping_mul, |a, b| a * b) {
        return Ok(product);
    }
    let (Some(left), Some(right)) = (nanos(a), nanos(b)) else { return Err(Fault::operands("*", a, b)) };
    Ok(match (left, right) {
        (Num::Int(a), Num::Int(b)) => duration(a.wrapping_mul(b)),
        (a, b) => Value::Float(a.to_float() * b.to_float()),
    })
}

/// Always a float.
pub(crate) fn divide(a: &Value, b: &Value) -> Result<Value> {
    match (Num::of(a), Num::of(b)) {
        (Some(_), Some(_)) => Ok(Value::Float(to_float(a)? / to_float(b)?)),
        _ => Err(Fault::operands("/", a, b)),
    }
}

pub(crate) fn remainder(a: &Value, b: &Value) -> Result<Value> {
    match (Num::of(a), Num::of(b)) {
        (Some(Num::Int(_)), Some(Num::Int(0))) => Err(Fault::DivisionByZero),
        (Some(Num::Int(a)), Some(Num::Int(b))) => Ok(Value::Int(a.wrapping_rem(b))),
        _ => Err(Fault::operands("%", a, b)),
    }
}

/// Always a float.
pub(crate) fn power(a: &Value, b: &Value) -> Result<Value> {
    match (Num::of(a), Num::of(b)) {
        (Some(_), Some(_)) => Ok(Value::Float(pow(to_float(a)?, to_float(b)?))),
        _ => Err(Fault::operands("**", a, b)),
    }
}

pub(crate) fn negate(value: &Value) -> Result<Value> {
    match value {
        Value::Int(number) => Ok(Value::Int(number.wrapping_neg())),
        // Small ones are bytes of a text, which wrap around at their own width.
        Value::Uint(number @ 0..=255) => Ok(Value::Uint(number.wrapping_neg() & 255)),
        Value::Uint(number) => Ok(Value::Uint(number.wrapping_neg())),
        Value::Float(number) => Ok(Value::Float(-number)),
        value => Err(Fault::operand("-", value)),
    }
}

fn numbers(a: &Value, b: &Value, whole: fn(i64, i64) -> i64, float: fn(f64, f64) -> f64) -> Option<Value> {
    Some(match (Num::of(a)?, Num::of(b)?) {
        (Num::Int(a), Num::Int(b)) => Value::Int(whole(a, b)),
        (Num::Float(a), Num::Float(b)) => Value::Float(float(a, b)),
        _ => Value::Float(float(to_float(a).ok()?, to_float(b).ok()?)),
    })
}

fn nanos(value: &Value) -> Option<Num> {
    match value {
        Value::Duration(span) => Some(Num::Int(span.as_nanos())),
        value => Num::of(value),
    }
}

fn duration(nanos: i64) -> Value {
    Duration::from_nanos(nanos).into()
}
