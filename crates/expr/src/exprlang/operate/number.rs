//! Numbers as operators see them: whole ones in 64 bits that wrap around, or floating-point ones.

use value::Value;

use crate::exprlang::fault::{Fault, Result};

/// A number of one of two kinds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Num {
    Int(i64),
    Float(f64),
}

impl Num {
    /// The number, if it is one. Unsigned ones are taken for signed ones, as upstream does.
    pub(crate) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Int(number) => Some(Self::Int(*number)),
            Value::Uint(number) => Some(Self::Int(number.cast_signed())),
            Value::Float(number) => Some(Self::Float(*number)),
            _ => None,
        }
    }

    pub(crate) fn to_float(self) -> f64 {
        match self {
            #[expect(clippy::cast_precision_loss, reason = "the nearest one is asked for")]
            Self::Int(number) => number as f64,
            Self::Float(number) => number,
        }
    }
}

/// A float without its fraction; what does not fit becomes the smallest integer, as on the machines Go runs on.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
pub(crate) fn float_to_int(number: f64) -> i64 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if (-LIMIT..LIMIT).contains(&number) { number as i64 } else { i64::MIN }
}

/// Any number as an integer.
pub(crate) fn to_int(value: &Value) -> Result<i64> {
    match Num::of(value) {
        Some(Num::Int(number)) => Ok(number),
        Some(Num::Float(number)) => Ok(float_to_int(number)),
        None => Err(Fault::not_number(value)),
    }
}

/// Any number as a float.
pub(crate) fn to_float(value: &Value) -> Result<f64> {
    #[expect(clippy::cast_precision_loss, reason = "the nearest one is asked for")]
    match value {
        Value::Uint(number) => Ok(*number as f64),
        value => Num::of(value).map(Num::to_float).ok_or_else(|| Fault::not_number(value)),
    }
}

/// A whole number, if it is one.
pub(crate) fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => Some(*number),
        Value::Uint(number) => Some(number.cast_signed()),
        _ => None,
    }
}
