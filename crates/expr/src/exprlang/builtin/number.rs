//! Builtins for one number.

use gostd::strconv::{Bits, parse_float};
use value::Value;

use super::entry::{Check, Entry, Run};
use super::text::chars;
use crate::exprlang::check::validate;
use crate::exprlang::fault::{Fault, Result};
use crate::exprlang::machine::{Slot, Usage};
use crate::exprlang::opaque::Named;
use crate::exprlang::operate::{Num, to_float, to_int};

macro_rules! entry {
    ($name:literal, $signature:literal, $help:literal, $example:literal => $result:literal, $check:ident, $run:expr) => {
        Entry {
            name: $name,
            signature: $signature,
            help: $help,
            example: $example,
            result: $result,
            check: Check::Validate(validate::$check),
            run: Run::Function($run),
        }
    };
}

pub(super) const ENTRIES: &[Entry] = &[
    entry!("abs", "abs(number) number", "Without its sign.", "abs(-5)" => "5", absolute, absolute),
    entry!("ceil", "ceil(number) float", "The smallest whole number that is not less.", "ceil(1.2)" => "2.0",
        rounding, |_, arguments| round("ceil", &arguments[0], f64::ceil)),
    entry!("floor", "floor(number) float", "The largest whole number that is not more.", "floor(1.8)" => "1.0",
        rounding, |_, arguments| round("floor", &arguments[0], f64::floor)),
    entry!("round", "round(number) float", "The nearest whole number; halves are rounded away from zero.",
        "round(2.5)" => "3.0", rounding, |_, arguments| round("round", &arguments[0], f64::round)),
    entry!("int", "int(number or text) int", "The whole number, without a fraction.", "int('42')" => "42",
        to_int, integer),
    entry!("float", "float(number or text) float", "The number as a float.", "float('1.5')" => "1.5",
        to_float, float),
];

fn absolute(_: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    match &*arguments[0] {
        Value::Int(number) => Ok(Value::Int(number.wrapping_abs())),
        Value::Uint(number) => Ok(Value::Uint(*number)),
        Value::Float(number) if *number < 0.0 => Ok(Value::Float(-number)),
        Value::Float(number) => Ok(Value::Float(*number)),
        other => Err(Fault::argument("abs", other)),
    }
}

fn round(name: &'static str, value: &Value, round: fn(f64) -> f64) -> Result<Value> {
    match value {
        Value::Float(number) => Ok(Value::Float(round(*number))),
        value if Num::of(value).is_some() => to_float(value).map(Value::Float),
        value => Err(Fault::argument(name, value)),
    }
}

fn integer(_: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let value = &*arguments[0];
    if let Value::Duration(span) = value {
        return Ok(Value::Int(span.as_nanos()));
    }
    if let Some(named) = value.as_opaque::<Named>() {
        return Ok(Value::Int(named.number.into()));
    }
    if value.as_text_bytes().is_some() {
        let text = chars(value)?;
        return text.parse().map(Value::Int).map_err(|_| not_a("int", &text));
    }
    match Num::of(value) {
        Some(_) => to_int(value).map(Value::Int),
        None => Err(Fault::argument("int", value)),
    }
}

fn float(_: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let value = &*arguments[0];
    if value.as_text_bytes().is_some() {
        let text = chars(value)?;
        return parse_float(&text, Bits::Double).map(Value::Float).map_err(|_| not_a("float", &text));
    }
    match Num::of(value) {
        Some(_) => to_float(value).map(Value::Float),
        None => Err(Fault::argument("float", value)),
    }
}

fn not_a(kind: &str, text: &str) -> Fault {
    let shown: String = text.chars().take(40).collect();
    let more = if shown.len() < text.len() { "…" } else { "" };
    Fault::Builtin(format!("`{shown}{more}` is not {} {kind}", if kind == "int" { "an" } else { "a" }))
}
