//! `+`, `-`, `*`, `/` and `%`. The left side decides: whole numbers stay whole, unless the right side is a float.

use gostd::strconv::{Bits, NumProblem, parse_float, parse_int, parse_uint};

use super::access::zero_value;
use super::print::verb;
use super::runtime::Runtime;
use crate::ast::{Expr, Operation, Operations, Operator};
use crate::error::{Cause, Run};
use crate::source::At;
use crate::val::{Number, Val, View};

/// The left side of an operation: how it is written up to there, and the line the original names for it.
#[derive(Clone, Copy)]
pub(super) struct Left<'a> {
    operations: &'a Operations,
    /// How many operations are part of it.
    count: usize,
}

impl<'a> Left<'a> {
    pub(super) fn of(operations: &'a Operations, count: usize) -> Self {
        Self { operations, count }
    }

    pub(super) fn at(self) -> At {
        let last = self.count.checked_sub(1).map(|last| self.operations.rest[last].operand.at);
        last.map_or(self.operations.first.at, |last| self.operations.first.at.to(last))
    }

    pub(super) fn line(self) -> u32 {
        self.count.checked_sub(1).map_or(self.operations.first.line, |last| self.operations.rest[last].line)
    }
}

impl Runtime<'_> {
    pub(super) fn additive(&mut self, operations: &Operations) -> Run<Val> {
        let mut value = self.eval(&operations.first)?;
        for (count, operation) in operations.rest.iter().enumerate() {
            let right = self.eval(&operation.operand)?;
            value = self.add(Left::of(operations, count), &value, operation, &right)?;
        }
        Ok(value)
    }

    fn add(&mut self, left: Left<'_>, value: &Val, operation: &Operation, right: &Val) -> Run<Val> {
        for (side, operand) in [("left", value), ("right", right)] {
            if !operand.is_valid() {
                return Err(self.fault(operation.at, operation.line, Cause::AddNothing { side }));
            }
        }
        let adds = operation.operator == Operator::Add;
        match value.view() {
            View::Number(number) => {
                let right = self.right_number(number, right, operation.operand.at)?;
                Ok(sum(number, right, adds))
            }
            View::Text(_) if !adds => Err(self.fault_of(&operation.operand, Cause::MinusText)),
            View::Text(text) => self.join(text, right, operation.operand.at),
            _ => {
                let (written, of) = (self.spell_left(left.operations, left.count), value.type_name().into_owned());
                let to_float = matches!(right.view(), View::Number(Number::Float(_)));
                Err(self.fault(left.at(), left.line(), Cause::NotAdded { written, of, to_float }))
            }
        }
    }

    /// Text and the text of anything else.
    fn join(&mut self, text: &[u8], right: &Val, at: At) -> Run<Val> {
        self.reserve(at, text.len())?;
        let mut joined = text.to_vec();
        let before = joined.len();
        match right.view() {
            View::Text(text) | View::Bytes(text) => joined.extend_from_slice(text),
            _ => {
                let right = self.plain(right, at)?;
                verb(&right, &mut joined, self.room()).map_err(|_| self.no_room(at))?;
            }
        }
        self.reserve(at, joined.len() - before)?;
        Ok(Val::text(joined))
    }

    /// The right side as a number of the sort that the left side asks for.
    pub(super) fn right_number(&self, left: Number, right: &Val, at: At) -> Run<Number> {
        if let View::Number(number @ Number::Float(_)) = right.view() {
            return Ok(number);
        }
        let converted = match left {
            Number::Int(_) => convert(right, "int64", "ParseInt").map(|number| Number::Int(number.to_int())),
            Number::Uint(_) => convert(right, "uint64", "ParseUint").map(|number| Number::Uint(number.to_uint())),
            Number::Float(_) => convert(right, "float64", "ParseFloat").map(|number| Number::Float(number.to_float())),
        };
        converted.map_err(|cause| self.bare_fault(at, cause))
    }

    pub(super) fn sign(&mut self, expr: &Expr, sign: Operator, operand: &Expr) -> Run<Val> {
        let value = self.eval(operand)?;
        let negative = sign == Operator::Subtract;
        match value.view() {
            View::Number(Number::Int(number)) => Ok(Val::Int64(if negative { number.wrapping_neg() } else { number })),
            View::Number(Number::Uint(number)) if negative => Ok(Val::Int64(number.cast_signed().wrapping_neg())),
            View::Number(Number::Float(number)) => Ok(Val::float(if negative { -number } else { number })),
            View::Number(Number::Uint(_)) => Ok(value),
            View::Invalid => Err(self.fault_of(expr, Cause::AddNothing { side: "right" })),
            _ => Err(self.bare_fault(expr.at, Cause::NotSigned { of: value.type_name().into_owned() })),
        }
    }

    pub(super) fn multiplicative(&mut self, operations: &Operations) -> Run<Val> {
        let mut value = self.eval(&operations.first)?;
        for (count, operation) in operations.rest.iter().enumerate() {
            let right = self.eval(&operation.operand)?;
            value = self.multiply(Left::of(operations, count), &value, operation, &right)?;
        }
        Ok(value)
    }

    fn multiply(&mut self, left: Left<'_>, value: &Val, operation: &Operation, right: &Val) -> Run<Val> {
        if operation.operator == Operator::Divide {
            if !right.is_valid() {
                return Err(self.bare_fault(operation.operand.at, zero_value("IsZero", "nothing is on the right side")));
            }
            if !right.is_true() {
                return Err(self.fault(left.at(), left.line(), Cause::DivisionByZero));
            }
        }
        let Some(number) = value.view().number() else {
            let of = value.type_name().into_owned();
            return Err(self.fault(left.at(), left.line(), Cause::NotMultiplied { of }));
        };
        if operation.operator == Operator::Remainder {
            return self.remainder(number, right, operation);
        }
        let right = self.right_number(number, right, operation.operand.at)?;
        let result = match operation.operator {
            Operator::Multiply => Some(product(number, right)),
            _ => quotient(number, right),
        };
        result.ok_or_else(|| self.bare_fault(operation.at, Cause::IntegerDivisionByZero))
    }

    /// What is left over; floats are cut off first.
    fn remainder(&self, left: Number, right: &Val, operation: &Operation) -> Run<Val> {
        let at = operation.operand.at;
        let result = match left {
            Number::Uint(left) => {
                let right = convert(right, "uint64", "ParseUint").map_err(|cause| self.bare_fault(at, cause))?;
                left.checked_rem(right.to_uint()).map(uint)
            }
            left => {
                let right = convert(right, "int64", "ParseInt").map_err(|cause| self.bare_fault(at, cause))?;
                let right = right.to_int();
                (right != 0).then(|| Val::Int64(left.to_int().wrapping_rem(right)))
            }
        };
        result.ok_or_else(|| self.bare_fault(operation.at, Cause::IntegerDivisionByZero))
    }
}

/// A value as a number. True is 0 and false is 1, as in the original.
pub(super) fn convert(value: &Val, to: &'static str, reader: &'static str) -> Result<Number, Cause> {
    match value.view() {
        View::Number(number) => Ok(number),
        View::Bool(value) => Ok(Number::Int(i64::from(!value))),
        View::Text(text) => read(text, reader),
        View::Invalid => Err(Cause::NotConvertible { of: None, to }),
        _ => Err(Cause::NotConvertible { of: Some(value.type_name().into_owned()), to }),
    }
}

/// A number that is written as text.
fn read(text: &[u8], reader: &'static str) -> Result<Number, Cause> {
    let text = String::from_utf8_lossy(text);
    let read = match reader {
        "ParseInt" => parse_int(&text, 10, 64).map(Number::Int).map_err(|error| error.problem),
        "ParseUint" => parse_uint(&text, 10, 64).map(Number::Uint).map_err(|error| error.problem),
        _ => parse_float(&text, Bits::Double).map(Number::Float).map_err(|error| error.problem),
    };
    read.map_err(|problem| {
        let out_of_range = problem == NumProblem::Range;
        Cause::NotANumber { text: text.into_owned(), reader, out_of_range }
    })
}

fn uint(number: u64) -> Val {
    Val::Plain(value::Value::Uint(number))
}

fn sum(left: Number, right: Number, adds: bool) -> Val {
    match (left, right) {
        (Number::Int(left), Number::Int(right)) => {
            Val::Int64(if adds { left.wrapping_add(right) } else { left.wrapping_sub(right) })
        }
        (Number::Uint(left), Number::Uint(right)) => {
            uint(if adds { left.wrapping_add(right) } else { left.wrapping_sub(right) })
        }
        (left, right) => {
            let (left, right) = (left.to_float(), right.to_float());
            Val::float(if adds { left + right } else { left - right })
        }
    }
}

fn product(left: Number, right: Number) -> Val {
    match (left, right) {
        (Number::Int(left), Number::Int(right)) => Val::Int64(left.wrapping_mul(right)),
        (Number::Uint(left), Number::Uint(right)) => uint(left.wrapping_mul(right)),
        (left, right) => Val::float(left.to_float() * right.to_float()),
    }
}

/// Nothing when a whole number is divided by zero.
fn quotient(left: Number, right: Number) -> Option<Val> {
    Some(match (left, right) {
        (Number::Int(_), Number::Int(0)) => return None,
        (Number::Int(left), Number::Int(right)) => Val::Int64(left.wrapping_div(right)),
        (Number::Uint(left), Number::Uint(right)) => uint(left.checked_div(right)?),
        (left, right) => Val::float(left.to_float() / right.to_float()),
    })
}
