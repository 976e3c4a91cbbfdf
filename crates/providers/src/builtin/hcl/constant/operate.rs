//! Operators.

use super::super::syntax::Operator;
use super::datum::Datum;
use std::cmp::Ordering;

/// The value of an operation. One side is enough for logical operators when it decides.
pub(super) fn operate(left: Option<Datum>, operator: Operator, right: Option<Datum>) -> Option<Datum> {
    match operator {
        Operator::Or => logical(left, right, true),
        Operator::And => logical(left, right, false),
        _ => of_both(&left?, operator, &right?),
    }
}

fn logical(left: Option<Datum>, right: Option<Datum>, decides: bool) -> Option<Datum> {
    let (left, right) = (left.map(|left| left.to_bool()), right.map(|right| right.to_bool()));
    match (left, right) {
        // What is no truth value is a mistake whatever the other side is.
        (Some(None), _) | (_, Some(None)) => None,
        (Some(Some(one)), _) | (_, Some(Some(one))) if one == decides => Some(Datum::Bool(decides)),
        (Some(Some(_)), Some(Some(other))) => Some(Datum::Bool(other)),
        _ => None,
    }
}

fn of_both(left: &Datum, operator: Operator, right: &Datum) -> Option<Datum> {
    match operator {
        Operator::Equal => Some(Datum::Bool(left.equals(right))),
        Operator::NotEqual => Some(Datum::Bool(!left.equals(right))),
        Operator::Greater => compare(left, right, Ordering::is_gt),
        Operator::GreaterEqual => compare(left, right, Ordering::is_ge),
        Operator::Less => compare(left, right, Ordering::is_lt),
        Operator::LessEqual => compare(left, right, Ordering::is_le),
        arithmetic => calculate(left, arithmetic, right),
    }
}

fn compare(left: &Datum, right: &Datum, holds: fn(Ordering) -> bool) -> Option<Datum> {
    Some(Datum::Bool(holds(left.to_number()?.compare(right.to_number()?))))
}

fn calculate(left: &Datum, operator: Operator, right: &Datum) -> Option<Datum> {
    let (left, right) = (left.to_number()?, right.to_number()?);
    let number = match operator {
        Operator::Add => left.add(right),
        Operator::Subtract => left.add(right.negated()),
        Operator::Multiply => left.multiply(right),
        Operator::Divide => left.divide(right)?,
        _ => left.modulo(right)?,
    };
    Some(Datum::Number(number))
}

/// The value of a conditional: both sides have to be of one type, or become text when one of them is. A side that has no
/// value is of any type.
pub(super) fn choose(chosen: Datum, other: Option<&Datum>) -> Option<Datum> {
    let Some(other) = other else { return Some(chosen) };
    let simple = |datum: &Datum| matches!(datum, Datum::Bool(_) | Datum::Number(_) | Datum::Text(_));
    let text = |datum: &Datum| matches!(datum, Datum::Text(_));
    let null = |datum: &Datum| matches!(datum, Datum::Null);
    let same = std::mem::discriminant(&chosen) == std::mem::discriminant(other);
    if same || null(&chosen) || null(other) {
        return Some(chosen);
    }
    let as_text = simple(&chosen) && simple(other) && (text(&chosen) || text(other));
    if as_text { chosen.to_text().map(Datum::Text) } else { None }
}
