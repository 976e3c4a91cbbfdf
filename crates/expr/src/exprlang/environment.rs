//! What an expression can refer to: the names it is compiled against, and where their values come from when it runs.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use value::{Timestamp, Value};

use super::{Place, Type};

/// The names that expressions are compiled against. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Environment {
    names: Arc<HashMap<Arc<str>, Declared>>,
}

/// What a name of the environment is.
#[derive(Debug, Clone)]
pub(crate) enum Declared {
    Variable(Type),
    Function(Arc<Function>),
}

impl Environment {
    /// An environment without names; builtins are always there.
    pub fn new() -> Self {
        Self::default()
    }

    /// Declares a variable.
    #[must_use]
    pub fn variable(self, name: &str, of: Type) -> Self {
        self.declare(name.into(), Declared::Variable(of))
    }

    /// Declares a function.
    #[must_use]
    pub fn function(self, function: Function) -> Self {
        self.declare(Arc::clone(&function.name), Declared::Function(Arc::new(function)))
    }

    fn declare(mut self, name: Arc<str>, declared: Declared) -> Self {
        Arc::make_mut(&mut self.names).insert(name, declared);
        self
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Declared> {
        self.names.get(name)
    }

    pub(crate) fn variable_type(&self, name: &str) -> Option<Type> {
        match self.get(name)? {
            Declared::Variable(of) => Some(*of),
            Declared::Function(_) => None,
        }
    }

    /// All names, sorted.
    pub(crate) fn names(&self) -> Vec<&str> {
        let mut names: Vec<_> = self.names.keys().map(AsRef::as_ref).collect();
        names.sort_unstable();
        names
    }
}

/// A function that expressions can call.
pub struct Function {
    pub(crate) name: Arc<str>,
    pub(crate) signature: Signature,
    pub(crate) body: Option<Body>,
}

type Body = Box<dyn Fn(&FunctionCall<'_>) -> Result<Value, FunctionError> + Send + Sync>;

impl Function {
    /// A function with its code.
    pub fn new(
        name: &str,
        signature: Signature,
        body: impl Fn(&FunctionCall<'_>) -> Result<Value, FunctionError> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), signature, body: Some(Box::new(body)) }
    }

    /// A function whose code is in [`Variables::call`], where it can use what only the run knows.
    pub fn declared(name: &str, signature: Signature) -> Self {
        Self { name: name.into(), signature, body: None }
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").field("name", &self.name).field("signature", &self.signature).finish_non_exhaustive()
    }
}

/// What a function takes and gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// Parameters that must be there.
    pub parameters: Vec<Type>,
    /// What further arguments are; without it there are none.
    pub rest: Option<Type>,
    /// What it gives.
    pub result: Type,
}

impl Signature {
    /// Any number of arguments of any type: nothing is checked before the call.
    pub fn any() -> Self {
        Self { parameters: Vec::new(), rest: Some(Type::Any), result: Type::Any }
    }

    /// Exactly these parameters.
    pub fn new(parameters: impl Into<Vec<Type>>, result: Type) -> Self {
        Self { parameters: parameters.into(), rest: None, result }
    }
}

/// A call that a function has to answer.
#[derive(Clone, Copy)]
pub struct FunctionCall<'a> {
    /// The name by which it is called.
    pub name: &'a str,
    /// The arguments.
    pub arguments: &'a [Value],
    /// Where the call is in the text of the expression.
    pub place: Place,
    /// What the expression runs with.
    pub variables: &'a dyn Variables,
}

/// Why a function has no answer. The place of the call is added by the engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FunctionError {
    /// What is wrong, a lowercase fragment.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl FunctionError {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None }
    }

    /// Says what to do.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl<T: Into<String>> From<T> for FunctionError {
    fn from(message: T) -> Self {
        Self::new(message)
    }
}

/// Where the values of the environment come from when an expression runs.
pub trait Variables {
    /// The value of a variable; `None` counts as nil.
    fn get(&self, name: &str) -> Option<Cow<'_, Value>>;

    /// A value somewhere below a variable, when that can be had without the rest: for `Facts.host.info.os` this is asked
    /// for `["Facts", "host", "info", "os"]`. The answer is how many of these steps were taken, at least one, and the value
    /// found there, nil when there is none.
    fn path(&self, path: &[Arc<str>]) -> (usize, Cow<'_, Value>) {
        (1, self.get(&path[0]).unwrap_or(Cow::Owned(Value::Null)))
    }

    /// What time it is, for `now()`; `None` where time does not exist.
    fn now(&self) -> Option<Timestamp> {
        None
    }

    /// Answers a call of a function that was declared without code.
    fn call(&self, call: &FunctionCall<'_>) -> Result<Value, FunctionError> {
        Err(FunctionError::new(format!("function `{}` is not available", call.name)))
    }
}

/// No variables.
impl Variables for () {
    fn get(&self, _name: &str) -> Option<Cow<'_, Value>> {
        None
    }
}

/// The entries of a map as variables.
impl Variables for value::Map {
    fn get(&self, name: &str) -> Option<Cow<'_, Value>> {
        value::Map::get(self, name).map(Cow::Borrowed)
    }
}
