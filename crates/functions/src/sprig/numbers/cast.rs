//! Any value as a number, by the rules of the library that the original uses. What is no number is zero.

use gostd::strconv::Bits;
use gotmpl::go::{self, Number};
use value::Value;

/// The value as `int64`, which is `int` too: fractions are cut off, text is read with its prefix (`0x`, `0b`, `0`).
pub(crate) fn to_int64(value: &Value) -> i64 {
    match value {
        Value::Null => 0,
        Value::Bool(value) => i64::from(*value),
        Value::Float(number) => float_to_int(*number),
        Value::String(text) => parse_int(text),
        other => go::as_int(other)
            .or_else(|| go::as_uint(other).map(u64::cast_signed))
            .or_else(|| go::as_float(other).map(float_to_int))
            .unwrap_or(0),
    }
}

/// The value as `float64`.
pub(crate) fn to_float64(value: &Value) -> f64 {
    match value {
        Value::Null => 0.0,
        Value::Bool(value) => f64::from(*value),
        Value::Float(number) => *number,
        Value::String(text) => gostd::strconv::parse_float(text, Bits::Double).unwrap_or(0.0),
        other => whole_to_float(other).or_else(|| go::as_float(other)).unwrap_or(0.0),
    }
}

#[expect(clippy::cast_precision_loss, reason = "the nearest number is asked for")]
fn whole_to_float(value: &Value) -> Option<f64> {
    match Number::of(value) {
        Some(Number::Float32(number)) => Some(number.into()),
        _ => go::as_int(value).map(|number| number as f64).or_else(|| go::as_uint(value).map(|number| number as f64)),
    }
}

/// A number beyond the range becomes the smallest one, as on the processors that Go programs run on.
#[expect(clippy::cast_possible_truncation, reason = "the fraction is cut off on purpose, and the range is checked")]
fn float_to_int(number: f64) -> i64 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if (-LIMIT..LIMIT).contains(&number) { number as i64 } else { i64::MIN }
}

fn parse_int(text: &str) -> i64 {
    gostd::strconv::parse_int(without_fraction(text), 0, 64).unwrap_or(0)
}

/// The part of a decimal number before its point; anything else stays as it is.
fn without_fraction(text: &str) -> &str {
    let Some((whole, fraction)) = text.split_once('.') else { return text };
    let digits = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    let is_decimal = [digits, fraction].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    match whole {
        _ if !is_decimal => text,
        "" | "-" | "+" => "0",
        whole => whole,
    }
}
