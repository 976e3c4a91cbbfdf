//! Loops, and names for values.

use super::checker::{Checker, Scope, Use};
use crate::cel::cause::Cause;
use crate::cel::syntax::{Fold, Id};
use crate::cel::types::{Shape, Ty};

impl<'a> Checker<'_, 'a, '_> {
    pub(super) fn fold(&mut self, id: Id, fold: &Fold<'a>) -> Ty {
        self.check(fold.range);
        self.check(fold.initial);
        let range = self.resolved(fold.range);
        let accumulator = self.type_of(fold.initial);
        let slot = self.slots;
        self.slots += 1;
        self.uses[id.0 as usize] = Use::Fold(slot);
        self.scopes.push(Scope { name: fold.accumulator, ty: accumulator, slot });
        let item = self.item_type(range, fold.range);
        self.scopes.push(Scope { name: fold.variable, ty: item, slot });
        self.check(fold.condition);
        self.assert(fold.condition, Ty::BOOL);
        self.check(fold.step);
        self.assert(fold.step, accumulator);
        self.scopes.pop();
        self.check(fold.result);
        self.scopes.pop();
        self.resolved(fold.result)
    }

    /// The type of what a loop goes over: items of a list, keys of a map.
    fn item_type(&mut self, range: Ty, id: Id) -> Ty {
        match self.types.shape(range) {
            Shape::List(item) => item,
            Shape::Map(key, _) => key,
            Shape::Dyn | Shape::Any | Shape::Error | Shape::Var(_) => {
                self.types.is_assignable(Ty::DYN, range);
                Ty::DYN
            }
            _ => {
                let of = self.types.text(range);
                self.problem(Cause::NotARange { of }, self.ast.place(id));
                Ty::ERROR
            }
        }
    }

    fn assert(&mut self, id: Id, expected: Ty) {
        let found = self.type_of(id);
        if !self.types.is_assignable(expected, found) {
            self.mismatch(expected, found, self.ast.place(id));
        }
    }
}
