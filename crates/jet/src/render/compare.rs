//! `<`, `<=`, `>` and `>=`. The left side decides, as in arithmetic.

use super::arithmetic::Left;
use super::runtime::Runtime;
use crate::ast::{Operations, Operator};
use crate::error::{Cause, Run};
use crate::val::{Number, Val};

impl Runtime<'_> {
    pub(super) fn order(&mut self, operations: &Operations) -> Run<Val> {
        let mut value = self.eval(&operations.first)?;
        for (count, operation) in operations.rest.iter().enumerate() {
            let right = self.eval(&operation.operand)?;
            let Some(left) = value.view().number() else {
                let left = Left::of(operations, count);
                let of = value.type_name().into_owned();
                return Err(self.fault(left.at(), left.line(), Cause::NotOrdered { of }));
            };
            let right = self.right_number(left, &right, operation.operand.at)?;
            value = Val::bool(holds(left, operation.operator, right));
        }
        Ok(value)
    }
}

fn holds(left: Number, operator: Operator, right: Number) -> bool {
    match (left, right) {
        (Number::Int(left), Number::Int(right)) => compare(&left, operator, &right),
        (Number::Uint(left), Number::Uint(right)) => compare(&left, operator, &right),
        (left, right) => compare(&left.to_float(), operator, &right.to_float()),
    }
}

fn compare<T: PartialOrd>(left: &T, operator: Operator, right: &T) -> bool {
    match operator {
        Operator::Greater => left > right,
        Operator::GreaterEquals => left >= right,
        Operator::Less => left < right,
        _ => left <= right,
    }
}
