//! `eq`, `ne`, `lt`, `le`, `gt`, `ge`.

use gostd::fmt::sprintf;
use value::Value;

use super::text::argument;
use crate::exec::Val;
use crate::function::CallError;
use crate::go::{Kind, Number, as_float, as_int, as_uint, is_nil, kind, plain, type_name};

/// What basic values are compared as.
#[derive(Clone, Copy, PartialEq)]
enum Basic<'a> {
    Bool(bool),
    Complex(f64, f64),
    Float(f64),
    Int(i64),
    Uint(u64),
    Text(&'a [u8]),
}

fn basic(value: &Value) -> Option<Basic<'_>> {
    match value {
        Value::Bool(value) => Some(Basic::Bool(*value)),
        Value::Int(number) => Some(Basic::Int(*number)),
        Value::String(text) => Some(Basic::Text(text.as_bytes())),
        Value::Null | Value::List(_) | Value::Map(_) => None,
        value => match Number::of(value) {
            Some(Number::Complex128(real, imaginary)) => Some(Basic::Complex(real, imaginary)),
            _ => as_int(value)
                .map(Basic::Int)
                .or_else(|| as_uint(value).map(Basic::Uint))
                .or_else(|| as_float(value).map(Basic::Float))
                .or_else(|| value.as_text_bytes().map(Basic::Text)),
        },
    }
}

/// Whether the first value equals one of the others.
pub(super) fn equal_any(first: &Val<'_>, others: &[Val<'_>]) -> Result<bool, CallError> {
    if others.is_empty() {
        return Err("missing argument for comparison".into());
    }
    for other in others {
        if equal(first.present(), other.present())? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn equal(left: Option<&Value>, right: Option<&Value>) -> Result<bool, CallError> {
    match (left.and_then(basic), right.and_then(basic)) {
        (Some(Basic::Int(left)), Some(Basic::Uint(right))) | (Some(Basic::Uint(right)), Some(Basic::Int(left))) => {
            Ok(u64::try_from(left) == Ok(right))
        }
        (Some(one), Some(other)) if std::mem::discriminant(&one) == std::mem::discriminant(&other) => Ok(one == other),
        (None, None) => equal_others(left, right),
        _ => match (left, right) {
            (Some(left), Some(right)) => Err(incompatible(left, right)),
            _ => Ok(false),
        },
    }
}

fn incompatible(left: &Value, right: &Value) -> CallError {
    format!("incompatible types for comparison: {} and {}", type_name(left), type_name(right)).into()
}

/// Values that are not basic: nils, and things that can be compared as a whole.
fn equal_others(left: Option<&Value>, right: Option<&Value>) -> Result<bool, CallError> {
    let (Some(left), Some(right)) = (left, right) else {
        return Ok(left.is_none_or(is_nil) == right.is_none_or(is_nil));
    };
    if kind(left) != kind(right) {
        let (left_type, right_type) = (type_name(left), type_name(right));
        let (left, right) = (shown("%s", left), shown("%v", right));
        return Err(format!("non-comparable types {left}: {left_type}, {right_type}: {right}").into());
    }
    if is_nil(left) || is_nil(right) {
        return Ok(is_nil(left) == is_nil(right));
    }
    if matches!(kind(right), Kind::Slice | Kind::Map) {
        return Err(format!("non-comparable type {}: {}", shown("%s", right), type_name(right)).into());
    }
    Ok(same(left, right))
}

/// A value as a message shows it.
fn shown(verb: &str, value: &Value) -> String {
    let text = plain(value).map(|value| sprintf(verb, &[argument(&value)]));
    match text {
        Ok(Ok(text)) => gostd::utf8::into_text(text),
        Ok(Err(error)) => error.to_string(),
        Err(error) => error.to_string(),
    }
}

/// Go compares times with their zones.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Timestamp(one), Value::Timestamp(other)) => {
            one == other && one.offset_seconds() == other.offset_seconds() && one.zone() == other.zone()
        }
        _ => type_name(left) == type_name(right) && left == right,
    }
}

/// Whether the first value is less than the second.
pub(super) fn less(left: &Val<'_>, right: &Val<'_>) -> Result<bool, CallError> {
    const BAD: &str = "invalid type for comparison";
    let (left, right) = (left.present(), right.present());
    let one = left.and_then(basic).ok_or(BAD)?;
    let other = right.and_then(basic).ok_or(BAD)?;
    match (one, other) {
        (Basic::Bool(_), Basic::Bool(_)) | (Basic::Complex(..), Basic::Complex(..)) => Err(BAD.into()),
        (Basic::Float(one), Basic::Float(other)) => Ok(one < other),
        (Basic::Int(one), Basic::Int(other)) => Ok(one < other),
        (Basic::Uint(one), Basic::Uint(other)) => Ok(one < other),
        (Basic::Text(one), Basic::Text(other)) => Ok(one < other),
        (Basic::Int(one), Basic::Uint(other)) => Ok(u64::try_from(one).is_ok_and(|one| one < other) || one < 0),
        (Basic::Uint(one), Basic::Int(other)) => Ok(u64::try_from(other).is_ok_and(|other| one < other)),
        _ => match (left, right) {
            (Some(left), Some(right)) => Err(incompatible(left, right)),
            _ => Err(BAD.into()),
        },
    }
}

/// Whether the first value is less than the second or equal to it.
pub(super) fn less_or_equal(left: &Val<'_>, right: &Val<'_>) -> Result<bool, CallError> {
    Ok(less(left, right)? || equal(left.present(), right.present())?)
}
