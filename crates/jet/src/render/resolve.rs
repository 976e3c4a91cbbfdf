//! Names: variables of templates first, then what was handed in, then what is built in.

use std::sync::Arc;

use super::runtime::Runtime;
use crate::builtins::{ALL, Builtin};
use crate::error::{Cause, Run};
use crate::functions::{Callee, Function};
use crate::source::At;
use crate::symbols::Name;
use crate::val::Val;

/// What is known about a name beyond the variables of templates.
#[derive(Clone)]
pub(super) enum Slot {
    /// Nobody has asked for it.
    Unasked,
    /// There is nothing of this name.
    Missing,
    /// A variable that was handed in; it can be assigned to.
    Variable(Val),
    /// A function, which cannot.
    Function(Callee),
}

impl Runtime<'_> {
    /// The value of a name.
    pub(super) fn resolve(&mut self, name: &Name, at: At, line: u32) -> Run<Val> {
        if let Some(value) = self.look_up(name, at)? {
            return Ok(value);
        }
        let scope = if self.catchers > 0 { self.describe_scope() } else { String::new() };
        let similar = self.similar(name.text());
        Err(self.fault(at, line, Cause::Undefined { name: name.text().to_owned(), similar, scope }))
    }

    /// A name that exists and was probably meant.
    fn similar(&self, name: &str) -> Option<String> {
        let own: Vec<String> = self
            .scope
            .chain()
            .flat_map(|scope| {
                scope.variables.borrow().iter().map(|(name, _)| name.text().to_owned()).collect::<Vec<_>>()
            })
            .collect();
        let given = self.variables.names();
        let functions = self.functions.iter().map(Function::name).chain(ALL.iter().map(|builtin| builtin.entry.name));
        let names = own.iter().chain(&given).map(String::as_str).chain(functions);
        diagnostics::suggest(name, names).map(str::to_owned)
    }

    /// The value of a name, if it has one.
    pub(super) fn look_up(&mut self, name: &Name, at: At) -> Run<Option<Val>> {
        if name.is_declared()
            && let Some(value) = self.scope.get(name)
        {
            return self.load(value.opened(), at).map(Some);
        }
        match self.slot(name) {
            Slot::Variable(value) => {
                let value = value.clone();
                self.load(value.opened(), at).map(Some)
            }
            Slot::Function(callee) => Ok(Some(Val::Func(callee.clone()))),
            Slot::Missing | Slot::Unasked => Ok(None),
        }
    }

    /// A value as it is now.
    pub(super) fn load(&self, value: Val, at: At) -> Run<Val> {
        Ok(match value {
            Val::Plain(value) => Val::Plain(self.current(value, at)?),
            Val::Any(value) => Val::Any(self.current(value, at)?),
            value => value,
        })
    }

    /// What was handed in under a name, asked for once.
    pub(super) fn slot(&mut self, name: &Name) -> &mut Slot {
        let at = name.slot();
        if at >= self.slots.len() {
            self.slots.resize(at + 1, Slot::Unasked);
        }
        if matches!(self.slots[at], Slot::Unasked) {
            self.slots[at] = self.ask(name.text());
        }
        &mut self.slots[at]
    }

    fn ask(&self, name: &str) -> Slot {
        if let Some(value) = self.variables.get(name) {
            return Slot::Variable(Val::given(value));
        }
        if let Some(function) = self.functions.shared(name) {
            return Slot::Function(Callee::Handed(Arc::clone(function)));
        }
        Builtin::find(name).map_or(Slot::Missing, |builtin| Slot::Function(Callee::Builtin(builtin)))
    }
}
