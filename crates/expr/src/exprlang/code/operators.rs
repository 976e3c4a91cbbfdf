//! Operators.

use std::sync::Arc;

use gostd::regexp::Regexp;

use super::generate::{Generator, Task, narrow};
use super::op::{Op, Operator, When};
use crate::exprlang::Place;
use crate::exprlang::error::CompileError;
use crate::exprlang::operate::Order;
use crate::exprlang::syntax::{Binary, Id, Node, Unary};

impl Generator<'_> {
    pub(super) fn unary(&mut self, operator: Unary, operand: Id, place: Place) {
        match operator {
            Unary::Not => self.then([Task::Visit(operand), Task::Emit(Op::Operator(Operator::Not), place)]),
            Unary::Minus => self.then([Task::Visit(operand), Task::Emit(Op::Operator(Operator::Negate), place)]),
            Unary::Plus => self.then([Task::Visit(operand)]),
        }
    }

    pub(super) fn binary(&mut self, operator: Binary, left: Id, right: Id, place: Place) -> Result<(), CompileError> {
        match operator {
            Binary::Or => self.unless(When::True, left, right),
            Binary::And => self.unless(When::False, left, right),
            Binary::Coalesce => self.unless(When::NotNil, left, right),
            Binary::In => self.membership(left, right, place),
            Binary::Matches => self.matches(left, right, place)?,
            operator => {
                let op = Op::Operator(simple(operator));
                self.then([Task::Visit(left), Task::Visit(right), Task::Emit(op, place)]);
            }
        }
        Ok(())
    }

    /// The left side, and the right side instead unless the jump is taken.
    pub(super) fn unless(&mut self, when: When, left: Id, right: Id) {
        let end = self.label();
        let place = self.tree.place(left);
        self.then([
            Task::Visit(left),
            Task::Emit(Op::Jump(when, end), place),
            Task::Emit(Op::Pop, place),
            Task::Visit(right),
            Task::Place(end),
        ]);
    }

    fn membership(&mut self, left: Id, right: Id, place: Place) {
        if let Node::Set(set) = self.tree.node(right) {
            self.code.sets.push(Arc::clone(set));
            let at = narrow(self.code.sets.len() - 1);
            return self.then([Task::Visit(left), Task::Emit(Op::Operator(Operator::InSet(at)), place)]);
        }
        self.then([Task::Visit(left), Task::Visit(right), Task::Emit(Op::Operator(Operator::In), place)]);
    }

    fn matches(&mut self, left: Id, right: Id, place: Place) -> Result<(), CompileError> {
        if let Node::Text(pattern) = self.tree.node(right) {
            let pattern = match self.patterns.iter().find(|(id, _)| *id == right) {
                Some((_, compiled)) => compiled.clone(),
                // Folding made it.
                None => {
                    Regexp::compile(pattern).map_err(|error| CompileError::pattern(&error, self.tree.place(right)))?
                }
            };
            self.code.patterns.push(pattern);
            let at = narrow(self.code.patterns.len() - 1);
            self.then([Task::Visit(left), Task::Emit(Op::Operator(Operator::MatchesConstant(at)), place)]);
        } else {
            self.then([Task::Visit(left), Task::Visit(right), Task::Emit(Op::Operator(Operator::Matches), place)]);
        }
        Ok(())
    }
}

/// The instruction of an operator that takes two values and gives one.
fn simple(operator: Binary) -> Operator {
    match operator {
        Binary::Equal => Operator::Equal,
        Binary::NotEqual => Operator::NotEqual,
        Binary::Less => Operator::Compare(Order::Less),
        Binary::Greater => Operator::Compare(Order::Greater),
        Binary::LessEqual => Operator::Compare(Order::LessEqual),
        Binary::GreaterEqual => Operator::Compare(Order::GreaterEqual),
        Binary::Contains => Operator::Contains,
        Binary::StartsWith => Operator::StartsWith,
        Binary::EndsWith => Operator::EndsWith,
        Binary::Range => Operator::Range,
        Binary::Add => Operator::Add,
        Binary::Subtract => Operator::Subtract,
        Binary::Multiply => Operator::Multiply,
        Binary::Divide => Operator::Divide,
        Binary::Remainder => Operator::Remainder,
        Binary::Power => Operator::Power,
        Binary::Or | Binary::And | Binary::Coalesce | Binary::In | Binary::Matches => {
            unreachable!("these need more than one instruction")
        }
    }
}
