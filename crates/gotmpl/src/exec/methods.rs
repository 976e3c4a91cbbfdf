//! Methods: of times and durations, and of the objects that functions make.

use value::Value;

use super::calls::validate;
use super::error::Failure;
use super::fields::has_text_keys;
use super::machine::Machine;
use super::val::Val;
use crate::compile::literal;
use crate::function::Call;
use crate::go::{Boxed, Dict, Method, Nil};
use crate::methods;
use crate::parse::{NodeId, describe};
use crate::program::Chain;

/// A method that was found and whose arguments are being evaluated.
pub(crate) struct Pending {
    method: &'static Method,
    receiver: Value,
}

impl<'r> Machine<'r, '_> {
    /// Calls a method without arguments.
    pub(super) fn call_method(
        &mut self,
        method: &'static Method,
        receiver: &Value,
        chain: &Chain,
    ) -> Result<Val<'r>, Failure> {
        callable(method, 0)?;
        let value = (method.call)(receiver, &mut Call::new(&mut [], &mut self.budget));
        self.method_result(method, value, chain)
    }

    fn method_result(
        &mut self,
        method: &Method,
        value: Result<Value, crate::CallError>,
        chain: &Chain,
    ) -> Result<Val<'r>, Failure> {
        match value {
            Ok(value) => Ok(Val::concrete(value)),
            Err(error) => {
                self.node = chain.calling;
                Err(Failure::calling(method.name, &error))
            }
        }
    }

    /// Finds the method at the end of a chain that has arguments. Nothing has no methods and gives nothing.
    pub(super) fn find_method(&mut self, chain: u32, target: u32) -> Result<(), Failure> {
        let chain = &self.job.program.chains[chain as usize];
        let (name, before) = chain.fields().split_last().expect("a chain has fields");
        let receiver = self.walk(chain, before.len())?;
        let Some(value) = receiver.get() else {
            let nothing = self.field(&receiver, name, chain)?;
            if chain.has_final {
                self.pop();
            }
            self.stack.push(nothing);
            self.at = target as usize;
            return Ok(());
        };
        let count = chain.written + usize::from(chain.has_final);
        if let Some(refusal) = methods::refusal(value, name, count) {
            return Err(Failure::new(refusal));
        }
        let Some(method) = method(value, name) else {
            return Err(self.field_with_arguments(&receiver, name, chain));
        };
        callable(method, count)?;
        self.pending.push(Pending { method, receiver: receiver.into_value() });
        Ok(())
    }

    /// The message for arguments that are given to a field.
    fn field_with_arguments(&mut self, receiver: &Val<'r>, name: &str, chain: &Chain) -> Failure {
        let is_map = receiver.get().is_some_and(|value| match value {
            Value::Map(map) => has_text_keys(map.go_type()),
            value => Dict::of(value).is_some() || Nil::of(value).is_some_and(|nil| has_text_keys(nil.go_type())),
        });
        if is_map {
            return Failure::new(format!("{name} is not a method but has arguments"));
        }
        match self.field(receiver, name, chain) {
            Ok(_) => Failure::new(format!("{name} has arguments but cannot be invoked as function")),
            Err(failure) => failure,
        }
    }

    fn pending(&self) -> &Pending {
        self.pending.last().expect("a method is found before its arguments are evaluated")
    }

    pub(super) fn check_method_argument(&mut self, at: u32) -> Result<(), Failure> {
        let of = self.pending().method.params[at as usize].of;
        let value = self.pop();
        let value = validate(value, of)?;
        self.stack.push(value);
        Ok(())
    }

    pub(super) fn push_method_literal(&mut self, at: u32, node: NodeId) -> Result<(), Failure> {
        self.node = node;
        let of = self.pending().method.params[at as usize].of;
        let text = || describe(self.job.ast, self.job.source, node);
        let value = literal(self.job.ast.kind(node), text, of).map_err(Failure::new)?;
        self.stack.push(value.map_or(Val::Nothing, Val::concrete));
        Ok(())
    }

    pub(super) fn call_found_method(&mut self, chain: u32) -> Result<(), Failure> {
        let chain = &self.job.program.chains[chain as usize];
        let Pending { method, receiver } = self.pending.pop().expect("a method is found before it is called");
        let start = self.stack.len() - method.params.len();
        if chain.has_final {
            let of = method.params.last().expect("the value from the pipeline was counted").of;
            self.take_final(start, of)?;
        }
        let mut arguments: Vec<_> = self.stack.drain(start..).map(Val::into_value).collect();
        let value = (method.call)(&receiver, &mut Call::new(&mut arguments, &mut self.budget));
        let value = self.method_result(method, value, chain)?;
        self.stack.push(value);
        Ok(())
    }
}

/// The method of a value with this name.
pub(super) fn method(value: &Value, name: &str) -> Option<&'static Method> {
    let methods = match value {
        Value::Timestamp(_) => methods::TIME,
        Value::Duration(_) => methods::DURATION,
        _ => Boxed::of(value)?.methods(),
    };
    methods.iter().find(|method| method.name == name)
}

/// Whether a template can call a method with this number of arguments.
fn callable(method: &Method, count: usize) -> Result<(), Failure> {
    let wanted = method.params.len();
    if count != wanted {
        let name = method.name;
        return Err(Failure::new(format!("wrong number of args for {name}: want {wanted} got {count}")));
    }
    Ok(())
}
