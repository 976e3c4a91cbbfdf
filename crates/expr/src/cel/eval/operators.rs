//! What operators do with values.

use std::cmp::Ordering;

use value::{Duration, Timestamp, Value};

use super::budget::Budget;
use super::machine::Outcome;
use crate::cel::failure::{EvalCause, Failure};
use crate::cel::library::tenth;
use crate::cel::syntax::Operator;
use crate::cel::values::{MapRef, compare, contains, size_of};

const INT_OVERFLOW: EvalCause = EvalCause::Overflow { unsigned: false };
const UINT_OVERFLOW: EvalCause = EvalCause::Overflow { unsigned: true };

/// What comparing two values costs.
pub(super) fn equality_cost(left: &Value, right: &Value) -> u64 {
    tenth(size_of(left).min(size_of(right)))
}

/// An operator between two values.
pub(super) fn binary(budget: &mut Budget, operator: Operator, [left, right]: [Value; 2]) -> Outcome {
    match operator {
        Operator::Add => add(budget, left, right),
        Operator::Subtract => subtract(&left, &right),
        Operator::Multiply => multiply(&left, &right),
        Operator::Divide => divide(&left, &right),
        Operator::Modulo => modulo(&left, &right),
        Operator::Less => ordered(operator, &left, &right, Ordering::is_lt),
        Operator::LessEquals => ordered(operator, &left, &right, Ordering::is_le),
        Operator::Greater => ordered(operator, &left, &right, Ordering::is_gt),
        Operator::GreaterEquals => ordered(operator, &left, &right, Ordering::is_ge),
        Operator::In => is_in(budget, &left, &right),
        _ => Err(Failure::no_overload_of(operator.name())),
    }
}

fn ordered(operator: Operator, left: &Value, right: &Value, holds: fn(Ordering) -> bool) -> Outcome {
    let is_text = || left.as_raw_text().is_some();
    if matches!(left, Value::Null | Value::List(_) | Value::Map(_) | Value::Opaque(_)) && !is_text() {
        return Err(Failure::no_overload_of(operator.name()));
    }
    compare(left, right).map(|order| Value::Bool(holds(order)))
}

fn is_in(budget: &mut Budget, wanted: &Value, collection: &Value) -> Outcome {
    if let Value::List(list) = collection {
        return contains(budget, list, wanted).map(Value::Bool);
    }
    match MapRef::of(collection) {
        Some(map) => Ok(Value::Bool(map.find(wanted).is_some())),
        None => Err(Failure::no_overload()),
    }
}

pub(super) fn not(value: &Value) -> Outcome {
    value.as_bool().map(|value| Value::Bool(!value)).ok_or_else(Failure::no_overload)
}

pub(super) fn negate(value: &Value) -> Outcome {
    match value {
        Value::Int(number) => int(number.checked_neg()),
        Value::Float(number) => Ok(Value::Float(-number)),
        Value::String(_) | Value::Timestamp(_) | Value::Duration(_) => Err(Failure::no_overload()),
        Value::Opaque(_) if value.as_raw_text().is_some() => Err(Failure::no_overload()),
        _ => Err(Failure::no_overload_of(Operator::Negate.name())),
    }
}

fn add(budget: &mut Budget, left: Value, right: Value) -> Outcome {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => int(a.checked_add(b)),
        (Value::Uint(a), Value::Uint(b)) => uint(a.checked_add(b)),
        (Value::Float(a), Value::Float(b)) => Ok(Value::Float(a + b)),
        (Value::String(a), Value::String(b)) => {
            budget.allocate(a.len() + b.len())?;
            Ok(Value::string([&*a, &*b].concat()))
        }
        (Value::Bytes(a), Value::Bytes(b)) => {
            budget.allocate(a.len() + b.len())?;
            Ok(Value::bytes([&*a, &*b].concat()))
        }
        (Value::List(a), Value::List(b)) if a.is_empty() => Ok(Value::List(b)),
        (Value::List(a), Value::List(b)) if b.is_empty() => Ok(Value::List(a)),
        (Value::List(a), Value::List(b)) => {
            budget.allocate_items(a.len() + b.len())?;
            let mut items = a.into_vec();
            items.extend_from_slice(&b);
            Ok(items.into())
        }
        (Value::Duration(a), Value::Duration(b)) => span(a.checked_add(b)),
        (Value::Timestamp(time), Value::Duration(by)) | (Value::Duration(by), Value::Timestamp(time)) => {
            moved(&time, by.as_nanos().into())
        }
        (ref left, ref right) if let (Some(a), Some(b)) = (left.as_text_bytes(), right.as_text_bytes()) => {
            budget.allocate(a.len() + b.len())?;
            Ok(Value::text([a, b].concat()))
        }
        (left, _) if left.as_raw_text().is_some() => Err(Failure::no_overload()),
        (Value::Null | Value::Bool(_) | Value::Map(_) | Value::Opaque(_), _) => {
            Err(Failure::no_overload_of(Operator::Add.name()))
        }
        _ => Err(Failure::no_overload()),
    }
}

fn subtract(left: &Value, right: &Value) -> Outcome {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => int(a.checked_sub(*b)),
        (Value::Uint(a), Value::Uint(b)) => uint(a.checked_sub(*b)),
        (Value::Float(a), Value::Float(b)) => Ok(Value::Float(a - b)),
        (Value::Duration(a), Value::Duration(b)) => span(a.checked_sub(*b)),
        (Value::Timestamp(a), Value::Timestamp(b)) => {
            let nanos = a.unix_nanos() - b.unix_nanos();
            span(i64::try_from(nanos).ok().map(Duration::from_nanos))
        }
        (Value::Timestamp(time), Value::Duration(by)) => moved(time, -i128::from(by.as_nanos())),
        _ => Err(no_operator(Operator::Subtract, left)),
    }
}

fn multiply(left: &Value, right: &Value) -> Outcome {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => int(a.checked_mul(*b)),
        (Value::Uint(a), Value::Uint(b)) => uint(a.checked_mul(*b)),
        (Value::Float(a), Value::Float(b)) => Ok(Value::Float(a * b)),
        _ => Err(no_operator(Operator::Multiply, left)),
    }
}

fn divide(left: &Value, right: &Value) -> Outcome {
    match (left, right) {
        (Value::Int(_), Value::Int(0)) | (Value::Uint(_), Value::Uint(0)) => Err(EvalCause::DivisionByZero.into()),
        (Value::Int(a), Value::Int(b)) => int(a.checked_div(*b)),
        (Value::Uint(a), Value::Uint(b)) => uint(a.checked_div(*b)),
        (Value::Float(a), Value::Float(b)) => Ok(Value::Float(a / b)),
        _ => Err(no_operator(Operator::Divide, left)),
    }
}

fn modulo(left: &Value, right: &Value) -> Outcome {
    match (left, right) {
        (Value::Int(_), Value::Int(0)) | (Value::Uint(_), Value::Uint(0)) => Err(EvalCause::ModulusByZero.into()),
        (Value::Int(a), Value::Int(b)) => int(a.checked_rem(*b)),
        (Value::Uint(a), Value::Uint(b)) => uint(a.checked_rem(*b)),
        _ => Err(no_operator(Operator::Modulo, left)),
    }
}

/// An operator that the left side does not have at all is named; otherwise the right side does not fit.
fn no_operator(operator: Operator, left: &Value) -> Failure {
    match left {
        Value::Float(_) if operator == Operator::Modulo => Failure::no_overload_of(operator.name()),
        Value::Int(_)
        | Value::Uint(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::Timestamp(_)
        | Value::Duration(_) => Failure::no_overload(),
        _ if left.as_raw_text().is_some() => Failure::no_overload(),
        _ => Failure::no_overload_of(operator.name()),
    }
}

fn int(result: Option<i64>) -> Outcome {
    result.map(Value::Int).ok_or_else(|| INT_OVERFLOW.into())
}

fn uint(result: Option<u64>) -> Outcome {
    result.map(Value::Uint).ok_or_else(|| UINT_OVERFLOW.into())
}

fn span(result: Option<Duration>) -> Outcome {
    result.map(Value::Duration).ok_or_else(|| INT_OVERFLOW.into())
}

/// A time so many nanoseconds later, at the same offset.
fn moved(time: &Timestamp, nanos: i128) -> Outcome {
    let by = i64::try_from(nanos).map_err(|_| Failure::from(INT_OVERFLOW))?;
    let moved = time.checked_add(Duration::from_nanos(by)).ok().filter(Timestamp::is_in_common_era);
    moved.map(Value::Timestamp).ok_or_else(|| EvalCause::TimestampOverflow.into())
}
