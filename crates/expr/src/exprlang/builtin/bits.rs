//! Builtins for the bits of whole numbers.

use value::Value;

use super::entry::{Check, Entry, Run};
use crate::exprlang::check::Overload;
use crate::exprlang::fault::{Fault, Result};
use crate::exprlang::machine::Slot;
use crate::exprlang::operate::integer;
use crate::exprlang::types::Nature;

const ONE: &[Overload] = &[Overload { parameters: &[Nature::Int], result: Nature::Int }];
const TWO: &[Overload] = &[Overload { parameters: &[Nature::Int, Nature::Int], result: Nature::Int }];

macro_rules! entry {
    ($name:literal, $signature:literal, $help:literal, $example:literal => $result:literal, $check:ident, $run:expr) => {
        Entry {
            name: $name,
            signature: $signature,
            help: $help,
            example: $example,
            result: $result,
            check: Check::Overloads($check),
            run: Run::Function($run),
        }
    };
}

pub(super) const ENTRIES: &[Entry] = &[
    entry!("bitand", "bitand(a, b) int", "The bits that both have.", "bitand(12, 10)" => "8", TWO,
        |_, arguments| both("bitand", arguments, |a, b| a & b)),
    entry!("bitor", "bitor(a, b) int", "The bits that at least one has.", "bitor(12, 10)" => "14", TWO,
        |_, arguments| both("bitor", arguments, |a, b| a | b)),
    entry!("bitxor", "bitxor(a, b) int", "The bits that one of both has.", "bitxor(12, 10)" => "6", TWO,
        |_, arguments| both("bitxor", arguments, |a, b| a ^ b)),
    entry!("bitnand", "bitnand(a, b) int", "The bits of `a` that `b` does not have.", "bitnand(12, 10)" => "4", TWO,
        |_, arguments| both("bitnand", arguments, |a, b| a & !b)),
    entry!("bitnot", "bitnot(a) int", "The bits that it does not have.", "bitnot(10)" => "-11", ONE,
        |_, arguments| Ok(Value::Int(!number("bitnot", &arguments[0])?))),
    entry!("bitshl", "bitshl(a, n) int", "The bits moved to the left.", "bitshl(1, 4)" => "16", TWO,
        |_, arguments| shift("bitshl", arguments, |a, by| a.checked_shl(by).unwrap_or(0))),
    entry!("bitshr", "bitshr(a, n) int", "The bits moved to the right, with the sign.", "bitshr(-16, 2)" => "-4", TWO,
        |_, arguments| shift("bitshr", arguments, |a, by| a >> by.min(63))),
    entry!("bitushr", "bitushr(a, n) int", "The bits moved to the right, without the sign.",
    "bitushr(-1, 63)" => "1", TWO,
    |_, arguments| shift("bitushr", arguments, |a, by| {
        a.cast_unsigned().checked_shr(by).unwrap_or(0).cast_signed()
    })),
];

fn number(name: &'static str, value: &Value) -> Result<i64> {
    integer(value).ok_or_else(|| Fault::argument(name, value))
}

fn both(name: &'static str, arguments: &[Slot<'_>], combine: fn(i64, i64) -> i64) -> Result<Value> {
    Ok(Value::Int(combine(number(name, &arguments[0])?, number(name, &arguments[1])?)))
}

fn shift(name: &'static str, arguments: &[Slot<'_>], shift: fn(i64, u32) -> i64) -> Result<Value> {
    let (value, by) = (number(name, &arguments[0])?, number(name, &arguments[1])?);
    if by < 0 {
        return Err(Fault::Builtin(format!("`{name}` cannot move bits by `{by}`")));
    }
    Ok(Value::Int(shift(value, u32::try_from(by).unwrap_or(u32::MAX))))
}
