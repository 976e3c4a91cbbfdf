//! What an expression refers to, without running it.

mod checked;
mod path;
mod walk;

use std::sync::Arc;

use value::Value;

use super::Place;
use super::check::mistakes;
use super::environment::Environment;
use super::error::CompileError;
use super::parse::parse;

/// What an expression refers to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scan {
    /// Variables and what is asked for below them, in the order of the text.
    pub references: Vec<Reference>,
    /// Calls of functions of the environment, in the order of the text.
    pub calls: Vec<CallSite>,
}

/// A variable, and what is asked for below it as far as that is written down. What is below `#` and names that `let`
/// declares is not listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// `Facts`, `disks`, `0` for `Facts.disks[0]`.
    pub path: Vec<Step>,
    /// Where, from the variable to the last step.
    pub place: Place,
    /// Whether it may be missing: it is part of a chain with `?.`, has a default (`??`), is asked for with `get` or `in`,
    /// is compared with nil, or was checked before in `&&`, `||` or a condition.
    pub guarded: bool,
    /// Whether it is asked for only when something else says so: it stands behind `&&`, `||`, `??`, or in one of the ways of a
    /// condition.
    pub conditional: bool,
}

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A name.
    Name(Arc<str>),
    /// A position.
    Index(i64),
}

/// A call of a function of the environment.
#[derive(Debug, Clone, PartialEq)]
pub struct CallSite {
    /// The function.
    pub name: Arc<str>,
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// Where its name is.
    pub place: Place,
    /// Whether it is called only when something else says so.
    pub conditional: bool,
}

/// An argument of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Argument {
    /// Its value when it is a literal.
    pub literal: Option<Value>,
    /// Where it is; of a literal all of it, with its quotes.
    pub place: Place,
}

/// Lists what an expression refers to. An expression that does not compile has nothing to list.
pub fn scan(text: &str, environment: &Environment) -> Result<Scan, CompileError> {
    let (found, mistakes) = examine(text, environment);
    mistakes.into_iter().next().map_or(Ok(found), Err)
}

/// Lists what an expression refers to, and all mistakes that are found before it runs, from left to right. One that cannot
/// be parsed has one mistake, and nothing to list.
pub fn examine(text: &str, environment: &Environment) -> (Scan, Vec<CompileError>) {
    match parse(text, environment) {
        Ok(tree) => (walk::walk(&tree, environment), mistakes(&tree, environment)),
        Err(mistake) => (Scan::default(), vec![mistake]),
    }
}
