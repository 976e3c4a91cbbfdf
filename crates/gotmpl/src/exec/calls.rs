//! Calls of functions: arguments are checked as Go checks them, then handed over.

use value::Value;

use super::error::Failure;
use super::machine::Machine;
use super::val::Val;
use crate::builtin::{Builtin, Context};
use crate::function::{Call, Effect, Function};
use crate::go::{Dict, Nil, Type, share};
use crate::program::{Callee, Keep, Site};

impl<'r> Machine<'r, '_> {
    /// Checks the value on top.
    pub(super) fn check(&mut self, of: u32) -> Result<(), Failure> {
        let of = self.job.program.types[of as usize];
        let value = self.pop();
        let value = validate(value, of)?;
        self.stack.push(value);
        Ok(())
    }

    pub(super) fn call(&mut self, site: u32) -> Result<(), Failure> {
        let site = &self.job.program.sites[site as usize];
        self.node = site.at.unwrap_or(self.node);
        let start = self.stack.len() - site.count;
        if let Some(of) = site.last {
            self.take_final(start, of)?;
        }
        match &site.callee {
            Callee::Builtin(builtin) => self.call_builtin(*builtin, site, start),
            Callee::Function(function) => self.call_function(function, site, start),
        }
    }

    /// Checks the value from the pipeline, which lies below the arguments, and makes it the last of them.
    pub(super) fn take_final(&mut self, start: usize, of: Type) -> Result<(), Failure> {
        let value = std::mem::replace(&mut self.stack[start], Val::Nothing);
        self.stack[start] = validate(value, of)?;
        self.stack[start..].rotate_left(1);
        Ok(())
    }

    fn call_builtin(&mut self, builtin: Builtin, site: &Site, start: usize) -> Result<(), Failure> {
        self.check_known(start, builtin.writes_text())?;
        if self.job.program.changes_maps && builtin.writes_text() {
            for at in start..self.stack.len() {
                if let Some(value) =
                    self.stack[at].get().filter(|value| matches!(value, Value::Opaque(_) | Value::List(_)))
                {
                    self.stack[at] = Val::concrete(self.plain(value)?);
                }
            }
        }
        let mut context = Context { budget: &mut self.budget, job: &self.job, first: site.first };
        let result = builtin.call(&self.stack[start..], &mut context);
        self.stack.truncate(start);
        match result {
            Ok(value) => self.stack.push(value.kept(site.keep)),
            Err(error) => {
                self.node = site.node;
                return Err(Failure::calling(builtin.name(), &error));
            }
        }
        Ok(())
    }

    fn call_function(&mut self, function: &Function, site: &Site, start: usize) -> Result<(), Failure> {
        self.check_known(start, true)?;
        let mut arguments = std::mem::take(&mut self.arguments);
        arguments.extend(self.stack.drain(start..).map(Val::into_value));
        if function.effect() == Effect::ChangesMaps {
            self.remember_dicts(&arguments);
        }
        let result = function.call(&mut Call::new(&mut arguments, &mut self.budget));
        arguments.clear();
        self.arguments = arguments;
        match result {
            Ok(value) => {
                let value = self.result(value, function.returns(), site.keep);
                self.stack.push(value);
                Ok(())
            }
            Err(error) => {
                self.node = site.node;
                Err(Failure::calling(function.name(), &error))
            }
        }
    }

    /// What a function gave, as the machine holds it.
    pub(super) fn result(&self, value: Value, returns: Type, keep: Keep) -> Val<'r> {
        let value = if self.job.program.changes_maps { share(value) } else { value };
        match returns {
            Type::Any => Val::Own(value, Keep::Interface).kept(keep),
            _ if value.is_null() => Val::Nothing,
            _ => Val::concrete(value),
        }
    }

    /// Refuses arguments that are not known. What only looks at one element does not mind the others.
    fn check_known(&mut self, start: usize, deep: bool) -> Result<(), Failure> {
        let is_open = |value: &&Value| deep || matches!(value, Value::Unknown(_));
        let stack = std::mem::take(&mut self.stack);
        let checked = self.refuse_unknown(stack[start..].iter().filter_map(Val::get).filter(is_open));
        self.stack = stack;
        checked
    }

    /// Maps that are changed may come to hold each other; they are emptied at the end.
    fn remember_dicts(&mut self, arguments: &[Value]) {
        for dict in arguments.iter().filter_map(Dict::of) {
            if !self.dicts.last().is_some_and(|last| last.same(&dict)) {
                self.dicts.push(dict);
            }
        }
    }
}

/// The value as an argument of a type.
pub(super) fn validate(value: Val<'_>, of: Type) -> Result<Val<'_>, Failure> {
    let Some(given) = value.get() else { return nothing_as(of) };
    match (of, given) {
        (Type::Any | Type::Reflect, _) => Ok(value),
        (_, Value::Null) => Err(Failure::new(format!("wrong type for value; expected {of}; got interface {{}}"))),
        (_, Value::Unknown(unknown)) => Err(Failure::Unknown(unknown.clone())),
        (of, given) if of.accepts(given) => Ok(value.unwrapped()),
        (of, given) => {
            let got = crate::go::type_name(given);
            Err(Failure::new(format!("wrong type for value; expected {of}; got {got}")))
        }
    }
}

/// No value as an argument of a type: its nil, where it has one.
fn nothing_as<'v>(of: Type) -> Result<Val<'v>, Failure> {
    match of {
        Type::Any => Ok(Val::Own(Value::Null, Keep::Interface)),
        Type::Reflect => Ok(Val::Nothing),
        of if of.can_be_nil() => Ok(Val::concrete(Nil::value(of.go_type()))),
        of => Err(Failure::new(format!("invalid value; expected {of}"))),
    }
}
