//! Functions that hold something: a clock, random numbers, compiled patterns. They are declared in tables as the others
//! are, and get what they hold when a set of functions is made.

use gotmpl::go::Type;
use gotmpl::{Call, CallError, Function, Param};
use value::Value;

/// The declaration of a function that is called with a `C` beside its arguments.
pub(crate) struct Bound<C: 'static> {
    name: &'static str,
    params: &'static [Param],
    returns: Type,
    help: (&'static str, &'static str),
    example: (&'static str, &'static str),
    body: Body<C>,
}

type Body<C> = fn(&mut Call<'_>, &C) -> Result<Value, CallError>;

impl<C: Clone + Send + Sync> Bound<C> {
    pub(crate) const fn new(name: &'static str, params: &'static [Param], returns: Type, body: Body<C>) -> Self {
        Self { name, params, returns, help: ("", ""), example: ("", ""), body }
    }

    /// The family it is listed under and the line that explains it.
    pub(crate) const fn help(self, group: &'static str, help: &'static str) -> Self {
        Self { help: (group, help), ..self }
    }

    /// A template that uses it and what the template renders.
    pub(crate) const fn example(self, template: &'static str, result: &'static str) -> Self {
        Self { example: (template, result), ..self }
    }

    /// The same function under another name.
    pub(crate) const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// The functions of a table, each with its own clone of what they hold.
    pub(crate) fn all(table: &'static [Self], held: &C) -> impl Iterator<Item = Function> {
        table.iter().map(|declared| declared.bind(held.clone()))
    }

    fn bind(&self, held: C) -> Function {
        let body = self.body;
        Function::closure(self.name, self.params, self.returns, move |call| body(call, &held))
            .help(self.help.0, self.help.1)
            .example(self.example.0, self.example.1)
    }
}

/// A function that takes something from outside.
pub(crate) type Outer = Bound<crate::Outside>;
