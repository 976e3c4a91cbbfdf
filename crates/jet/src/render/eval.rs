//! Expressions.

use std::sync::Arc;

use value::Value;

use super::runtime::Runtime;
use crate::ast::{Expr, ExprKind, Operations, Operator, Ternary};
use crate::error::{Cause, Run};
use crate::symbols::Name;
use crate::val::{Val, with_map};

use super::access::Key;
use super::resolve::Slot;

impl Runtime<'_> {
    /// The value of an expression.
    pub(super) fn eval(&mut self, expr: &Expr) -> Run<Val> {
        self.step(expr.at, 1)?;
        match &expr.kind {
            ExprKind::Nil => Ok(Val::Invalid),
            ExprKind::Bool(value) => Ok(Val::bool(*value)),
            ExprKind::Text(text) => Ok(Val::Plain(text.clone())),
            ExprKind::Number(number) => Ok(Val::float(*number)),
            ExprKind::Context => self.load(self.context.clone(), expr.at),
            ExprKind::Variable(name) => self.resolve(name, expr.at, expr.line),
            ExprKind::Field(path) => self.field(expr, path),
            ExprKind::Underscore | ExprKind::Imaginary => {
                Err(self.fault_of(expr, Cause::NoValue { written: self.spell(expr) }))
            }
            _ => self.eval_nested(expr),
        }
    }

    /// The value of an expression that consists of others.
    fn eval_nested(&mut self, expr: &Expr) -> Run<Val> {
        self.enter(expr.at)?;
        let result = self.eval_parts(expr);
        self.leave();
        result
    }

    fn eval_parts(&mut self, expr: &Expr) -> Run<Val> {
        match &expr.kind {
            ExprKind::Chain(base, path) => self.chain(expr, base, path),
            ExprKind::Index(base, index) => self.index_expr(expr, base, index),
            ExprKind::Slice(slice) => self.slice(expr, slice),
            ExprKind::Call(callee, arguments) => self.call_expr(expr, callee, arguments),
            ExprKind::Not(inner) => Ok(Val::bool(!self.condition(inner)?)),
            ExprKind::Sign(sign, operand) => self.sign(expr, *sign, operand),
            ExprKind::Additive(operations) => self.additive(operations),
            ExprKind::Multiplicative(operations) => self.multiplicative(operations),
            ExprKind::Order(operations) => self.order(operations),
            ExprKind::Equality(operations) => self.equality(operations),
            ExprKind::Logical(operations) => self.logical(operations),
            ExprKind::Ternary(ternary) => self.ternary(ternary),
            _ => unreachable!("the others have no parts"),
        }
    }

    /// Whether an expression is true.
    pub(super) fn condition(&mut self, expr: &Expr) -> Run<bool> {
        self.eval(expr).map(|value| value.is_true())
    }

    fn ternary(&mut self, ternary: &Ternary) -> Run<Val> {
        for (condition, chosen) in &ternary.arms {
            if self.condition(condition)? {
                return self.eval(chosen);
            }
        }
        self.eval(&ternary.otherwise)
    }

    /// `&&` and `||`, from left to right; the right side is looked at only when it matters.
    fn logical(&mut self, operations: &Operations) -> Run<Val> {
        let mut truth = self.condition(&operations.first)?;
        for operation in &operations.rest {
            if truth == (operation.operator == Operator::And) {
                truth = self.condition(&operation.operand)?;
            }
        }
        Ok(Val::bool(truth))
    }

    /// `.a.b`: a field that is missing is an error.
    fn field(&mut self, expr: &Expr, path: &[Arc<str>]) -> Run<Val> {
        let mut value = self.load(self.context.clone(), expr.at)?;
        for name in path {
            let found = self.index(&value, &Key::Name(name), expr)?;
            if !found.is_valid() {
                return Err(self.no_member(expr, name, &value));
            }
            value = found;
        }
        Ok(value)
    }

    /// `x.a.b`: a last field that a map does not have is nothing.
    pub(super) fn chain(&mut self, expr: &Expr, base: &Expr, path: &[Arc<str>]) -> Run<Val> {
        if let ExprKind::Variable(name) = &base.kind
            && let Some(found) = self.chain_of_variable(name, path)
        {
            return Ok(found);
        }
        let mut value = self.eval(base)?;
        for (position, name) in path.iter().enumerate() {
            let found = self.index(&value, &Key::Name(name), expr)?;
            if !found.is_valid() {
                let in_map = matches!(&value, Val::Plain(value) if with_map(value, |_| ()).is_some());
                if in_map && position == path.len() - 1 {
                    return Ok(Val::Invalid);
                }
                return Err(self.no_member(expr, name, &value));
            }
            value = found;
        }
        Ok(value)
    }

    fn no_member(&self, expr: &Expr, name: &str, of: &Val) -> crate::error::Fault {
        let (of, path) = (of.type_name().into_owned(), self.spell(expr));
        self.fault_of(expr, Cause::NoMember { name: name.to_owned(), of, path })
    }

    /// The common case, without touching the maps on the way: fields of a variable. Nothing when there is anything
    /// unusual about it.
    fn chain_of_variable(&mut self, name: &Name, path: &[Arc<str>]) -> Option<Val> {
        if !self.changes.is_empty() {
            return None;
        }
        if name.is_declared()
            && let Some(found) = self.scope.with(name, |value| members(value, path))
        {
            return found;
        }
        match self.slot(name) {
            Slot::Variable(value) => members(value, path),
            _ => None,
        }
    }
}

/// What is at the end of a path through maps.
fn members(value: &Val, path: &[Arc<str>]) -> Option<Val> {
    let (Val::Plain(value) | Val::Any(value)) = value else { return None };
    let mut value: &Value = value;
    for name in path {
        let Value::Map(map) = value else { return None };
        value = map.field(name)?;
    }
    match value {
        Value::Null | Value::Unknown(_) => None,
        value => Some(Val::Plain(value.clone())),
    }
}
