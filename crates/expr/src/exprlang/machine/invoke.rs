//! Calls.

use value::Value;

use super::run::Machine;
use super::slot::Slot;
use crate::exprlang::Place;
use crate::exprlang::environment::{Function, FunctionCall};
use crate::exprlang::fault::{Fault, Result, word};
use crate::exprlang::method;
use crate::exprlang::operate;
use std::sync::Arc;

impl<'a> Machine<'a> {
    pub(super) fn call_function(&mut self, function: &Function, arguments: usize, place: Place) -> Result<Value> {
        let arguments: Vec<Value> = self.take(arguments).map(Slot::into_value).collect();
        let call = FunctionCall { name: &function.name, arguments: &arguments, place, variables: self.usage.variables };
        let answer = match &function.body {
            Some(body) => body(&call),
            None => self.usage.variables.call(&call),
        };
        answer.map_err(|error| Fault::Function { message: error.message, help: error.help })
    }

    pub(super) fn call_method(&mut self, name: &Arc<str>, arguments: usize) -> Result<Slot<'a>> {
        let arguments: Vec<Value> = self.take(arguments).map(Slot::into_value).collect();
        let base = self.pop();
        if let Some(answer) = method::call(&base, name, &arguments) {
            return answer.map(Slot::Owned);
        }
        let member = operate::member(&self.usage, base, name)?;
        Err(not_callable(&member))
    }

    pub(super) fn call_value(&mut self, arguments: usize) -> Fault {
        drop(self.take(arguments).collect::<Vec<_>>());
        not_callable(&self.pop())
    }
}

fn not_callable(value: &Value) -> Fault {
    Fault::unless_unknown([value], || Fault::NotCallable { given: word(value) })
}
