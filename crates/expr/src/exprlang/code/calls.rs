//! Calls of functions, builtins and methods.

use std::sync::Arc;

use super::generate::{Generator, Label, Task, narrow};
use super::op::{self, Op};
use super::path::Path;
use crate::exprlang::Place;
use crate::exprlang::builtin::Function;
use crate::exprlang::environment::Declared;
use crate::exprlang::syntax::{Arguments, Call, Callee, Id};

impl Generator<'_> {
    pub(super) fn method(&mut self, base: Id, name: &Arc<str>, optional: bool, arguments: Arguments, place: Place) {
        let name = self.name(name);
        self.then([Task::Emit(Op::Call(op::Call::Method { name, arguments: narrow(arguments.len()) }), place)]);
        self.visit_all(arguments);
        self.guard(optional, place);
        self.then([Task::Visit(base)]);
    }

    pub(super) fn call(&mut self, callee: &Callee, arguments: Arguments, place: Place) {
        let count = narrow(arguments.len());
        match callee {
            Callee::Name(name) => match self.code.environment.get(name).cloned() {
                Some(Declared::Function(function)) => {
                    self.code.functions.push(function);
                    let function = narrow(self.code.functions.len() - 1);
                    self.then([Task::Emit(Op::Call(op::Call::Function { function, arguments: count }), place)]);
                    self.visit_all(arguments);
                }
                Some(Declared::Variable(_)) | None => {
                    let variable = self.variable(name, place);
                    self.call_value(variable, arguments, place);
                }
            },
            Callee::Local { slot, .. } => self.call_value(Op::LoadLocal(*slot), arguments, place),
            Callee::Everything => {
                let name = self.name(&"$env".into());
                self.emit(Op::WrongCall(name), place);
            }
        }
    }

    /// A call of something that is no function by its name.
    fn call_value(&mut self, load: Op, arguments: Arguments, place: Place) {
        self.then([Task::Emit(Op::Call(op::Call::Value { arguments: narrow(arguments.len()) }), place)]);
        self.visit_all(arguments);
        self.then([Task::Emit(load, place)]);
    }

    fn variable(&mut self, name: &Arc<str>, place: Place) -> Op {
        self.code.paths.push(Path {
            names: [Arc::clone(name)].into(),
            optional: [false].into(),
            places: [place].into(),
            end: Label::MAX,
            of_strings: false,
        });
        Op::Load(narrow(self.code.paths.len() - 1))
    }

    /// A call of a builtin that does not loop.
    pub(super) fn function(&mut self, call: Call, function: Function, place: Place) {
        if !call.builtin.takes(call.arguments.len()) {
            let name = self.name(&call.builtin.name().into());
            return self.emit(Op::WrongCall(name), place);
        }
        self.code.places_times |= matches!(call.builtin.name(), "date" | "now" | "timezone");
        let arguments = narrow(call.arguments.len());
        self.then([Task::Emit(Op::Call(op::Call::Builtin { function, arguments }), place)]);
        self.visit_all(call.arguments);
    }
}
