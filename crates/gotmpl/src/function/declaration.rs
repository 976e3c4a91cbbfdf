//! A function and everything that is said about it.

use std::fmt::{self, Write};
use std::sync::Arc;

use value::Value;

use super::{Call, CallError};
use crate::go::Type;
use crate::limits::{Budget, Limits};

/// A parameter: its name, for the documentation, and its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// Its type; of a variadic parameter the type of one argument.
    pub of: Type,
}

impl Param {
    /// A parameter.
    pub const fn new(name: &'static str, of: Type) -> Self {
        Self { name, of }
    }
}

/// What calling a function does beside giving a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// It changes a map that it was given. Templates that call such a function hold their maps by reference.
    ChangesMaps,
}

/// A function that templates can call.
#[derive(Clone)]
pub struct Function {
    name: &'static str,
    params: &'static [Param],
    variadic: bool,
    returns: Type,
    effect: Effect,
    group: &'static str,
    help: &'static str,
    example: &'static str,
    result: &'static str,
    body: Body,
}

#[derive(Clone)]
enum Body {
    Plain(fn(&mut Call<'_>) -> Result<Value, CallError>),
    Closure(Arc<Closure>),
}

type Closure = dyn Fn(&mut Call<'_>) -> Result<Value, CallError> + Send + Sync;

impl Function {
    /// A function without state. Arguments are checked against `params` before it is called.
    pub const fn new(
        name: &'static str,
        params: &'static [Param],
        returns: Type,
        body: fn(&mut Call<'_>) -> Result<Value, CallError>,
    ) -> Self {
        Self::with_body(name, params, returns, Body::Plain(body))
    }

    /// A function that holds what it needs: a clock, random numbers, files.
    pub fn closure(
        name: &'static str,
        params: &'static [Param],
        returns: Type,
        body: impl Fn(&mut Call<'_>) -> Result<Value, CallError> + Send + Sync + 'static,
    ) -> Self {
        Self::with_body(name, params, returns, Body::Closure(Arc::new(body)))
    }

    const fn with_body(name: &'static str, params: &'static [Param], returns: Type, body: Body) -> Self {
        Self {
            name,
            params,
            variadic: false,
            returns,
            effect: Effect::None,
            group: "",
            help: "",
            example: "",
            result: "",
            body,
        }
    }

    /// The last parameter takes any number of arguments.
    #[must_use]
    pub const fn variadic(mut self) -> Self {
        self.variadic = true;
        self
    }

    /// The function changes a map that it was given.
    #[must_use]
    pub const fn changes_maps(mut self) -> Self {
        self.effect = Effect::ChangesMaps;
        self
    }

    /// The family it is listed under and the line that explains it.
    #[must_use]
    pub const fn help(mut self, group: &'static str, help: &'static str) -> Self {
        self.group = group;
        self.help = help;
        self
    }

    /// A template that uses it and what the template renders; the tests execute it.
    #[must_use]
    pub const fn example(mut self, template: &'static str, result: &'static str) -> Self {
        self.example = template;
        self.result = result;
        self
    }

    /// The same function under another name.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    /// Its name.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Its parameters.
    pub const fn params(&self) -> &'static [Param] {
        self.params
    }

    /// Whether the last parameter takes any number of arguments.
    pub const fn is_variadic(&self) -> bool {
        self.variadic
    }

    /// The type of its result.
    pub const fn returns(&self) -> Type {
        self.returns
    }

    /// What it does beside giving a result.
    pub const fn effect(&self) -> Effect {
        self.effect
    }

    /// The family it is listed under.
    pub const fn group(&self) -> &'static str {
        self.group
    }

    /// The line that explains it.
    pub const fn help_text(&self) -> &'static str {
        self.help
    }

    /// The example and what it renders.
    pub const fn example_text(&self) -> (&'static str, &'static str) {
        (self.example, self.result)
    }

    /// Calls it. The arguments have been checked.
    pub(crate) fn call(&self, call: &mut Call<'_>) -> Result<Value, CallError> {
        match &self.body {
            Body::Plain(body) => body(call),
            Body::Closure(body) => body(call),
        }
    }

    /// Calls it outside of a template. The arguments must have the declared types; nothing checks them here.
    pub fn apply(&self, args: &mut [Value]) -> Result<Value, CallError> {
        self.call(&mut Call::new(args, &mut Budget::new(Limits::default())))
    }

    /// The signature for people: `trunc(length int, text string) string`.
    pub fn signature(&self) -> String {
        let mut text = format!("{}(", self.name);
        for (at, param) in self.params.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            let dots = if self.variadic && at + 1 == self.params.len() { "..." } else { "" };
            let _ = write!(text, "{comma}{} {dots}{}", param.name, param.of);
        }
        let _ = write!(text, ") {}", self.returns);
        text
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Function({})", self.signature())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMS: &[Param] = &[Param::new("format", Type::String), Param::new("values", Type::Any)];

    static PRINTF: Function = Function::new("printf", PARAMS, Type::String, |_| Ok(Value::Null)).variadic();

    #[test]
    fn signatures_read_as_in_go() {
        assert_eq!(PRINTF.signature(), "printf(format string, values ...interface {}) string");
    }
}
