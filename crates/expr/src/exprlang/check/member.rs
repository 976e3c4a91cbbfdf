//! Types of members, indexes and slices.

use super::checker::{Checker, Result};
use crate::exprlang::error::Problem;
use crate::exprlang::method;
use crate::exprlang::syntax::{Id, Node};
use crate::exprlang::types::Nature;

impl Checker<'_> {
    pub(super) fn member(&self, id: Id, base: Id, name: &str, optional: bool) -> Result<Nature> {
        if *self.tree.node(base) == Node::Everything {
            return self.variable(id, name, optional);
        }
        let nature = self.nature(base);
        match nature {
            nature if nature.is_unknown() => Ok(Nature::Unknown),
            nature if method::find(nature, name).is_some() => Ok(Nature::Function),
            nature if nature.is_map() => Ok(self.types.item(nature)),
            nature if nature.is_list() => {
                self.mistake(id, Problem::Index { given: nature.to_string(), index: Nature::Text.to_string() })
            }
            nature => self.mistake(id, Problem::NoField { given: nature.to_string(), name: name.to_string() }),
        }
    }

    /// `$env.name`.
    pub(super) fn variable(&self, id: Id, name: &str, optional: bool) -> Result<Nature> {
        match self.environment.variable_type(name) {
            Some(of) => Ok(of.into()),
            None if optional => Ok(Nature::Unknown),
            None => self.unknown_variable(id, name),
        }
    }

    pub(super) fn index(&mut self, id: Id, base: Id, index: Id) -> Result<Nature> {
        if *self.tree.node(base) == Node::Everything {
            self.overlook(base + 1..id);
            return Ok(Nature::Unknown);
        }
        let (nature, key) = (self.nature(base), self.nature(index));
        let possible = match nature {
            nature if nature.is_unknown() => return Ok(Nature::Unknown),
            nature if nature.is_map() => key.assignable_to(nature.key()) || key.is_unknown(),
            nature if nature.is_list() => key.is_integer() || key.is_unknown(),
            _ => false,
        };
        if possible {
            return Ok(self.types.item(nature));
        }
        self.mistake(index, Problem::Index { given: nature.to_string(), index: key.to_string() })
    }

    pub(super) fn slice(&mut self, id: Id, base: Id, from: Option<Id>, to: Option<Id>) -> Result<Nature> {
        let nature = self.nature(base);
        if nature.is_unknown() {
            self.overlook(base + 1..id);
            return Ok(Nature::Unknown);
        }
        if nature != Nature::Text && !nature.is_list() {
            return self.mistake(id, Problem::Slice { given: nature.to_string() });
        }
        for bound in [from, to].into_iter().flatten() {
            let given = self.nature(bound);
            if !given.is_integer() && !given.is_unknown() {
                return self.mistake(bound, Problem::SliceBound { given: given.to_string() });
            }
        }
        Ok(nature)
    }
}
