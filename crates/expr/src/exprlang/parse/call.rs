//! Calls of builtins and functions, and predicates.

use diagnostics::suggest;

use super::parser::{Parser, Result};
use crate::exprlang::Place;
use crate::exprlang::builtin::{self, Argument, Builtin, Loop};
use crate::exprlang::error::{Mistake, Problem};
use crate::exprlang::syntax::{Call, Callee, Id, Node};

impl Parser<'_> {
    /// The parentheses after a name, with what was piped into it. Names of the environment hide builtins, unless the
    /// call says otherwise.
    pub(super) fn call(&mut self, name: &str, place: Place, piped: Option<Id>, may_be_hidden: bool) -> Result<Id> {
        let hidden = may_be_hidden && self.environment.has(name);
        match builtin::find(name).filter(|_| !hidden) {
            Some(builtin) => self.builtin(builtin, place, piped),
            None => self.function(name, place, piped),
        }
    }

    fn builtin(&mut self, builtin: Builtin, place: Place, piped: Option<Id>) -> Result<Id> {
        let arguments = match builtin.looping() {
            Some(looping) => self.loop_arguments(looping, piped)?,
            None => self.arguments(piped)?,
        };
        let arguments = self.tree.add_arguments(&arguments);
        let call = Call { builtin, arguments, map: None, throws: false, threshold: None };
        self.add_parent(Node::Builtin(call), place, arguments)
    }

    fn function(&mut self, name: &str, place: Place, piped: Option<Id>) -> Result<Id> {
        let callee = match self.locals.iter().rev().find(|local| &*local.name == name) {
            Some(local) => Callee::Local { slot: local.slot, value: local.value },
            None if name == "$env" => Callee::Everything,
            None => Callee::Name(name.into()),
        };
        self.count(1)?;
        let is_name = matches!(callee, Callee::Name(_));
        let arguments = self
            .arguments(piped)
            .map_err(|mistake| self.misspelt(name, place).filter(|_| is_name).unwrap_or(mistake))?;
        let arguments = self.tree.add_arguments(&arguments);
        self.add_parent(Node::Call { callee, arguments }, place, arguments)
    }

    /// The mistake of a name that is not there and is like that of a function with a predicate. A predicate in its
    /// arguments is no expression, and what is wrong is the name.
    fn misspelt(&self, name: &str, place: Place) -> Option<Mistake> {
        let loops =
            builtin::names().filter(|known| builtin::find(known).is_some_and(|known| known.looping().is_some()));
        let meant = suggest(name, loops).filter(|_| !self.environment.has(name))?;
        Some(Mistake::new(Problem::UnknownName { name: name.into(), suggestion: Some(meant.into()) }, place))
    }

    /// Arguments in parentheses, after the one that was piped in. A comma may follow the last one.
    pub(super) fn arguments(&mut self, piped: Option<Id>) -> Result<Vec<Id>> {
        let mut arguments: Vec<Id> = piped.into_iter().collect();
        self.expect_bracket(b'(')?;
        while !self.current.kind.is_bracket(b')') {
            arguments.push(self.expression(0)?);
            if !self.take_operator(",")? {
                break;
            }
        }
        self.expect_bracket(b')')?;
        Ok(arguments)
    }

    /// Arguments of a function that loops: a collection, a predicate, and what else it takes.
    fn loop_arguments(&mut self, looping: Loop, piped: Option<Id>) -> Result<Vec<Id>> {
        self.expect_bracket(b'(')?;
        let mut arguments: Vec<Id> = piped.into_iter().collect();
        for (position, argument) in looping.arguments()[arguments.len()..].iter().enumerate() {
            if self.current.kind.is_bracket(b')') {
                if argument.is_optional() {
                    break;
                }
                return Err(self.unexpected(Some("another argument")));
            }
            if position > 0 {
                self.expect_operator(",")?;
            }
            arguments.push(match argument {
                Argument::Expression | Argument::OptionalExpression => self.expression(0)?,
                Argument::Predicate | Argument::OptionalPredicate => self.predicate(arguments[0], looping)?,
            });
        }
        self.take_operator(",")?;
        self.expect_bracket(b')')?;
        Ok(arguments)
    }

    /// `# > 1`, or `{ let x = #; x > 1 }`.
    fn predicate(&mut self, collection: Id, looping: Loop) -> Result<Id> {
        self.count(1)?;
        self.loops.push((collection, looping));
        let body = if self.current.kind.is_bracket(b'{') {
            self.advance()?;
            let body = self.sequence()?;
            self.expect_bracket(b'}')?;
            body
        } else {
            let body = self.expression(0)?;
            if self.current.kind.is_operator(";") {
                return Err(self.error(Problem::Braces));
            }
            body
        };
        self.loops.pop();
        Ok(body)
    }
}
