//! Operators.

use std::sync::Arc;

use gostd::regexp::Regexp;

use super::generate::{Generator, Label, Task, narrow};
use super::op::Op;
use crate::exprlang::Place;
use crate::exprlang::error::CompileError;
use crate::exprlang::operate::Order;
use crate::exprlang::syntax::{Binary, Id, Node, Unary};

impl Generator<'_> {
    pub(super) fn unary(&mut self, operator: Unary, operand: Id, place: Place) {
        match operator {
            Unary::Not => self.then([Task::Visit(operand), Task::Emit(Op::Not, place)]),
            Unary::Minus => self.then([Task::Visit(operand), Task::Emit(Op::Negate, place)]),
            Unary::Plus => self.then([Task::Visit(operand)]),
        }
    }

    pub(super) fn binary(&mut self, operator: Binary, left: Id, right: Id, place: Place) -> Result<(), CompileError> {
        match operator {
            Binary::Or => self.unless(Op::JumpIfTrue, left, right),
            Binary::And => self.unless(Op::JumpIfFalse, left, right),
            Binary::Coalesce => self.unless(Op::JumpIfNotNil, left, right),
            Binary::In => self.membership(left, right, place),
            Binary::Matches => self.matches(left, right, place)?,
            operator => {
                let op = simple(operator);
                self.then([Task::Visit(left), Task::Visit(right), Task::Emit(op, place)]);
            }
        }
        Ok(())
    }

    /// The left side, and the right side instead unless the jump is taken.
    pub(super) fn unless(&mut self, jump: fn(Label) -> Op, left: Id, right: Id) {
        let end = self.label();
        let place = self.tree.place(left);
        self.then([
            Task::Visit(left),
            Task::Emit(jump(end), place),
            Task::Emit(Op::Pop, place),
            Task::Visit(right),
            Task::Place(end),
        ]);
    }

    fn membership(&mut self, left: Id, right: Id, place: Place) {
        if let Node::Set(set) = self.tree.node(right) {
            self.code.sets.push(Arc::clone(set));
            let at = narrow(self.code.sets.len() - 1);
            return self.then([Task::Visit(left), Task::Emit(Op::InSet(at), place)]);
        }
        self.then([Task::Visit(left), Task::Visit(right), Task::Emit(Op::In, place)]);
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
            self.then([Task::Visit(left), Task::Emit(Op::MatchesConstant(at), place)]);
        } else {
            self.then([Task::Visit(left), Task::Visit(right), Task::Emit(Op::Matches, place)]);
        }
        Ok(())
    }
}

/// The instruction of an operator that takes two values and gives one.
fn simple(operator: Binary) -> Op {
    match operator {
        Binary::Equal => Op::Equal,
        Binary::NotEqual => Op::NotEqual,
        Binary::Less => Op::Compare(Order::Less),
        Binary::Greater => Op::Compare(Order::Greater),
        Binary::LessEqual => Op::Compare(Order::LessEqual),
        Binary::GreaterEqual => Op::Compare(Order::GreaterEqual),
        Binary::Contains => Op::Contains,
        Binary::StartsWith => Op::StartsWith,
        Binary::EndsWith => Op::EndsWith,
        Binary::Range => Op::Range,
        Binary::Add => Op::Add,
        Binary::Subtract => Op::Subtract,
        Binary::Multiply => Op::Multiply,
        Binary::Divide => Op::Divide,
        Binary::Remainder => Op::Remainder,
        Binary::Power => Op::Power,
        Binary::Or | Binary::And | Binary::Coalesce | Binary::In | Binary::Matches => {
            unreachable!("these need more than one instruction")
        }
    }
}
