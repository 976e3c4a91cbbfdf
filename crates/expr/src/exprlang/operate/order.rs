//! `<`, `<=`, `>` and `>=`.

use value::Value;

use super::number::{Num, to_float};
use crate::exprlang::fault::{Fault, Result};
use crate::exprlang::moment::Moment;

/// Which comparison it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
}

impl Order {
    fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::Greater => ">",
            Self::LessEqual => "<=",
            Self::GreaterEqual => ">=",
        }
    }

    fn holds<T: PartialOrd + ?Sized>(self, a: &T, b: &T) -> bool {
        match self {
            Self::Less => a < b,
            Self::Greater => a > b,
            Self::LessEqual => a <= b,
            Self::GreaterEqual => a >= b,
        }
    }
}

pub(crate) fn compare(order: Order, a: &Value, b: &Value) -> Result<bool> {
    match (Num::of(a), Num::of(b)) {
        (Some(Num::Int(a)), Some(Num::Int(b))) => return Ok(order.holds(&a, &b)),
        (Some(_), Some(_)) => return Ok(order.holds(&to_float(a)?, &to_float(b)?)),
        _ => {}
    }
    match (a, b) {
        (Value::Duration(a), Value::Duration(b)) => return Ok(order.holds(a, b)),
        (Value::String(a), Value::String(b)) => return Ok(order.holds(a, b)),
        _ => {}
    }
    if let (Some(a), Some(b)) = (a.as_text_bytes(), b.as_text_bytes()) {
        return Ok(order.holds(a, b));
    }
    match (Moment::of(a), Moment::of(b)) {
        (Some(a), Some(b)) => Ok(order.holds(&a.time, &b.time)),
        _ => Err(Fault::operands(order.sign(), a, b)),
    }
}
