//! Functions that a caller hands to templates.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use value::{Timestamp, Value};

use crate::builtins::{Builtin, Method};
use crate::val::{Changes, Thing};

/// Functions by name. A variable of the same name hides a function, and a function hides a built-in one.
#[derive(Clone, Default)]
pub struct Functions {
    all: HashMap<Arc<str>, Arc<Function>>,
}

impl Functions {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a function; one of the same name is replaced.
    #[must_use]
    pub fn with(mut self, function: Function) -> Self {
        self.add(function);
        self
    }

    /// Adds a function; one of the same name is replaced.
    pub fn add(&mut self, function: Function) {
        self.all.insert(Arc::clone(&function.name), Arc::new(function));
    }

    /// The function with this name.
    pub fn get(&self, name: &str) -> Option<&Function> {
        self.all.get(name).map(|function| &**function)
    }

    /// All functions, in no order.
    pub fn iter(&self) -> impl Iterator<Item = &Function> {
        self.all.values().map(|function| &**function)
    }

    pub(crate) fn shared(&self, name: &str) -> Option<&Arc<Function>> {
        self.all.get(name)
    }
}

impl fmt::Debug for Functions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.all.keys()).finish()
    }
}

type Body = dyn Fn(&Call<'_>) -> Result<Value, FunctionError> + Send + Sync;

/// A function that templates can call.
pub struct Function {
    pub(crate) name: Arc<str>,
    pub(crate) arity: Arity,
    pub(crate) body: Box<Body>,
}

impl Function {
    /// A function with a name and the number of arguments that it takes. A result of null is nothing: it prints
    /// nothing, and cannot be used as a value.
    pub fn new(
        name: &str,
        arity: Arity,
        body: impl Fn(&Call<'_>) -> Result<Value, FunctionError> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), arity, body: Box::new(body) }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many arguments it takes.
    pub fn arity(&self) -> Arity {
        self.arity
    }

    /// The function as a value, for a member of an [`Object`](crate::Object).
    pub fn into_value(self) -> Value {
        Value::opaque(Thing::Func(Callee::Handed(Arc::new(self))))
    }
}

/// How many arguments a function takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arity {
    /// At least so many.
    pub min: usize,
    /// At most so many; any number without it.
    pub max: Option<usize>,
}

impl Arity {
    /// Exactly so many.
    pub const fn exactly(count: usize) -> Self {
        Self { min: count, max: Some(count) }
    }

    /// From so many to so many.
    pub const fn between(min: usize, max: usize) -> Self {
        Self { min, max: Some(max) }
    }

    /// So many or more.
    pub const fn at_least(min: usize) -> Self {
        Self { min, max: None }
    }

    /// Whether so many are taken.
    pub fn allows(self, count: usize) -> bool {
        self.min <= count && self.max.is_none_or(|max| count <= max)
    }
}

impl fmt::Display for Arity {
    /// `2 arguments`, `1 to 2 arguments`, `1 or more arguments`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.min, self.max) {
            (1, Some(1)) => f.write_str("1 argument"),
            (min, Some(max)) if min == max => write!(f, "{min} arguments"),
            (min, Some(max)) => write!(f, "{min} to {max} arguments"),
            (min, None) => write!(f, "{min} or more arguments"),
        }
    }
}

/// One call of a function.
pub struct Call<'a> {
    pub(crate) name: &'a str,
    pub(crate) arguments: &'a [Value],
    pub(crate) changes: &'a Changes,
}

impl Call<'_> {
    /// The name under which it was called.
    pub fn name(&self) -> &str {
        self.name
    }

    /// The arguments; nothing is null.
    pub fn arguments(&self) -> &[Value] {
        self.arguments
    }

    /// An argument that has to be text.
    pub fn text(&self, position: usize) -> Option<&str> {
        self.arguments.get(position).and_then(Value::as_str)
    }

    /// Whether the template has changed a map that was handed in.
    pub fn has_changes(&self) -> bool {
        !self.changes.is_empty()
    }

    /// A value that was handed in, as the template has changed it.
    pub fn current(&self, value: &Value) -> Value {
        crate::render::plain_or_itself(value, self.changes)
    }
}

/// What a function says when it fails. The text is the whole message, with a prefix where the original has one:
/// `lookup: failed: …`.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct FunctionError {
    message: String,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl FunctionError {
    /// A failure with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), source: None }
    }

    /// The same, because of another error.
    #[must_use]
    pub fn because(self, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self { source: Some(Box::new(source)), ..self }
    }
}

/// Something that can be called.
#[derive(Clone)]
pub(crate) enum Callee {
    Builtin(&'static Builtin),
    Handed(Arc<Function>),
    Method(Arc<Receiver>, &'static Method),
    /// The function of an error that gives its text.
    ErrorText(Arc<str>),
}

/// What the function of a value belongs to.
pub(crate) enum Receiver {
    Time(Timestamp),
    /// A duration, a month or a day of the week.
    Number(Value),
}

impl Callee {
    /// The type of the function, as Go prints it.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Self::Builtin(builtin) => builtin.go_type,
            Self::Handed(_) => "jet.Func",
            Self::Method(_, method) => method.go_type,
            Self::ErrorText(_) => "func() string",
        }
    }
}
