//! Types of builtins that loop over a list.

use super::checker::{Checker, Result};
use crate::exprlang::builtin::Loop;
use crate::exprlang::error::Problem;
use crate::exprlang::syntax::{Arguments, Id};
use crate::exprlang::types::{LIST, Nature};

impl Checker<'_> {
    pub(super) fn looping(&mut self, name: &str, looping: Loop, arguments: Arguments) -> Result<Nature> {
        let arguments = self.tree.arguments(arguments);
        let collection = self.nature(arguments[0]);
        if !collection.is_list() && !collection.is_unknown() {
            return self.mistake(arguments[0], argument(name, collection));
        }
        let predicate = match arguments.get(1) {
            Some(body) => Some(self.predicate(*body, name, looping)?),
            None => None,
        };
        if let (Loop::SortBy, Some(order)) = (looping, arguments.get(2)) {
            let given = self.nature(*order);
            if given != Nature::Text && !given.is_unknown() {
                return self.mistake(*order, argument(name, given));
            }
        }
        Ok(self.loop_result(looping, collection, predicate))
    }

    fn predicate(&self, body: Id, name: &str, looping: Loop) -> Result<Nature> {
        let nature = self.nature(body);
        if nature == Nature::Nil {
            return self.mistake(body, Problem::EmptyPredicate { name: name.to_string() });
        }
        if looping.wants_bool() && nature != Nature::Bool && !nature.is_unknown() {
            return self.mistake(body, Problem::Predicate { name: name.to_string(), given: nature.to_string() });
        }
        Ok(nature)
    }

    fn loop_result(&mut self, looping: Loop, collection: Nature, predicate: Option<Nature>) -> Nature {
        match looping {
            Loop::All | Loop::None | Loop::Any | Loop::One => Nature::Bool,
            Loop::Filter if collection.is_unknown() => LIST,
            Loop::Filter => {
                let item = self.types.item(collection);
                self.types.list_of(item)
            }
            Loop::Map => self.types.list_of(predicate.unwrap_or(Nature::Unknown)),
            Loop::Count | Loop::FindIndex | Loop::FindLastIndex => Nature::Int,
            Loop::Sum => match predicate {
                Some(Nature::Unknown) => Nature::Any,
                Some(Nature::List(_)) => LIST,
                Some(nature) => nature,
                None => self.types.item(collection),
            },
            Loop::Find | Loop::FindLast => self.types.item(collection),
            Loop::GroupBy => Nature::Groups,
            Loop::SortBy => collection,
            Loop::Reduce => predicate.unwrap_or(Nature::Unknown),
        }
    }
}

fn argument(name: &str, given: Nature) -> Problem {
    Problem::Argument { name: name.to_string(), given: given.to_string() }
}
