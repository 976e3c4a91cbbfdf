//! `isset`: whether something is there, without an error when it is not.

use super::access::Key;
use super::runtime::Runtime;
use crate::ast::{Expr, ExprKind};
use crate::error::Run;
use crate::val::Val;

impl Runtime<'_> {
    /// Errors count as "not there"; only limits and unknown values go on.
    pub(super) fn is_set(&mut self, expr: &Expr) -> Run<bool> {
        self.step(expr.at, 1)?;
        match self.look(expr) {
            Ok(found) => Ok(found),
            Err(fault) if fault.cause().is_final() => Err(fault),
            Err(_) => Ok(false),
        }
    }

    fn look(&mut self, expr: &Expr) -> Run<bool> {
        match &expr.kind {
            ExprKind::Index(base, index) => {
                if !self.is_set(base)? || !self.is_set(index)? {
                    return Ok(false);
                }
                self.eval(expr).map(|value| value.is_set())
            }
            ExprKind::Variable(name) => Ok(self.look_up(name, expr.at)?.is_some_and(|value| value.is_set())),
            ExprKind::Context => Ok(self.load(self.context.clone(), expr.at)?.is_set()),
            ExprKind::Field(path) => {
                let mut value: Val = self.load(self.context.clone(), expr.at)?;
                for name in path {
                    value = self.index(&value, &Key::Name(name), expr)?;
                    if !value.is_set() {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            ExprKind::Chain(base, path) => self.chain(expr, base, path).map(|value| value.is_set()),
            ExprKind::Underscore => Ok(false),
            // Anything else is there, without a look at it.
            _ => Ok(true),
        }
    }
}
