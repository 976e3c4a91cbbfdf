//! Types of calls.

use super::checker::{Checker, Result};
use super::validate::{Flaw, Validate};
use crate::exprlang::builtin::Check;
use crate::exprlang::environment::Declared;
use crate::exprlang::error::Problem;
use crate::exprlang::method::{self, Results};
use crate::exprlang::syntax::{Arguments, Call, Callee, Id, Node};
use crate::exprlang::types::Nature;

impl Checker<'_> {
    pub(super) fn builtin(&mut self, id: Id, call: Call) -> Result<Nature> {
        let name = call.builtin.name();
        match call.builtin.check() {
            Check::Loop(looping) => self.looping(name, looping, call.arguments),
            Check::Get => self.get(id, call.arguments),
            Check::Overloads(overloads) => self.overloads(id, name, overloads, call.arguments),
            Check::Validate(validate) => self.validate(id, name, validate, call.arguments),
        }
    }

    fn validate(&self, id: Id, name: &str, validate: Validate, arguments: Arguments) -> Result<Nature> {
        let arguments = self.tree.arguments(arguments);
        let natures: Vec<_> = arguments.iter().map(|argument| self.nature(*argument)).collect();
        match validate(&natures) {
            // What upstream knows nothing of, it takes for anything here.
            Ok(Nature::Unknown) => Ok(Nature::Any),
            Ok(nature) => Ok(nature),
            Err(Flaw::Count(expected)) => self.wrong_count(id, name, &expected, arguments.len()),
            Err(Flaw::Argument(position)) => self.mistake(
                arguments[position],
                Problem::Argument { name: name.to_string(), given: natures[position].to_string() },
            ),
        }
    }

    fn get(&mut self, id: Id, arguments: Arguments) -> Result<Nature> {
        let &[base, key] = self.tree.arguments(arguments) else {
            return self.wrong_count(id, "get", "2 arguments", arguments.len());
        };
        if *self.tree.node(base) == Node::Everything {
            return Ok(match self.tree.node(key) {
                Node::Text(name) => self.environment.variable_type(name).map_or(Nature::Unknown, Nature::from),
                _ => Nature::Unknown,
            });
        }
        let (nature, index) = (self.nature(base), self.nature(key));
        let possible = match nature {
            nature if nature.is_unknown() => return Ok(Nature::Unknown),
            nature if nature.is_list() => index.is_integer() || index.is_unknown(),
            nature if nature.is_map() => index.assignable_to(nature.key()) || index.is_unknown(),
            nature => return self.mistake(base, Problem::Argument { name: "get".into(), given: nature.to_string() }),
        };
        if possible {
            return Ok(self.types.item(nature));
        }
        self.mistake(key, Problem::Index { given: nature.to_string(), index: index.to_string() })
    }

    pub(super) fn call(&mut self, id: Id, callee: &Callee, arguments: Arguments) -> Result<Nature> {
        match callee {
            Callee::Name(name) => match self.environment.get(name) {
                Some(Declared::Function(function)) => self.signature(id, name, &function.signature, arguments),
                Some(Declared::Variable(of)) => self.call_value(id, (*of).into(), arguments),
                None => self.unknown_name(id, name),
            },
            Callee::Local { value, .. } => self.call_value(id, self.nature(*value), arguments),
            Callee::Everything => self.mistake(id, Problem::NotCallable { given: "`$env`".to_string() }),
        }
    }

    /// Calls of what is no function by its name. Where nothing is known, nothing is looked at.
    fn call_value(&mut self, id: Id, nature: Nature, arguments: Arguments) -> Result<Nature> {
        if nature.is_unknown() || nature == Nature::Function {
            self.overlook_arguments(id, arguments);
            return Ok(Nature::Unknown);
        }
        self.mistake(id, Problem::NotCallable { given: nature.to_string() })
    }

    pub(super) fn method(
        &mut self,
        id: Id,
        base: Id,
        name: &str,
        optional: bool,
        arguments: Arguments,
    ) -> Result<Nature> {
        let nature = self.nature(base);
        if let Some(method) = method::find(nature, name) {
            if method.results == Results::Several {
                return self.mistake(id, Problem::SeveralResults { name: name.to_string() });
            }
            return self.overloads(id, name, &[method.overload], arguments);
        }
        if *self.tree.node(base) == Node::Everything {
            let nature = self.variable(id, name, optional)?;
            return self.call_value(id, nature, arguments);
        }
        if nature.is_unknown() || nature.is_map() {
            let member = self.member(id, base, name, optional)?;
            return self.call_value(id, member, arguments);
        }
        self.mistake(id, Problem::NoMethod { given: nature.to_string(), name: name.to_string() })
    }
}
