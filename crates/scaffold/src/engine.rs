//! What a tree needs of a template engine, and what an engine can ask of the tree.

use crate::problem::Place;
use std::path::Path;
use std::sync::Arc;
use value::{Unknown, Value};

/// A template engine with its delimiters and with the functions that its caller gave it.
pub trait Engine: Send + Sync {
    /// What renders the files of one thread. It adds the functions `render` and `write`, which call `tree`.
    fn renderer(&self, tree: Arc<dyn Tree>) -> Box<dyn Renderer>;

    /// Whether a file is left out when empty files are skipped and a partial that it renders is empty. Otherwise that
    /// is an error.
    fn skips_with_partials(&self) -> bool {
        false
    }
}

/// Parses the templates of one thread.
pub trait Renderer: Send + Sync {
    /// Parses one file.
    fn parse(&self, template: &Template<'_>) -> Result<Arc<dyn Parsed>, Failure>;
}

/// One file of the source.
#[derive(Debug, Clone, Copy)]
pub struct Template<'a> {
    /// Its last name, which messages show.
    pub name: &'a str,
    /// Where it is, below the source.
    pub path: &'a Path,
    /// What is in it; not always UTF-8.
    pub text: &'a [u8],
}

/// A template that is ready to be rendered.
pub trait Parsed: Send + Sync {
    /// Renders it.
    fn render(&self, data: Data<'_>) -> Result<Vec<u8>, Failure>;

    /// What it can see of the context, as far as its text tells.
    fn sight(&self) -> Sight {
        Sight::All
    }
}

/// What a template can see of its context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sight {
    /// Anything.
    All,
    /// What is at these paths, and below them.
    Paths(Vec<Vec<String>>),
}

/// What templates begin with: a map of the variables.
pub trait Context: Send + Sync {
    /// As much of the map as a template can see, or more.
    fn seen(&self, sight: &Sight) -> Value;
}

impl Context for Value {
    fn seen(&self, _sight: &Sight) -> Value {
        self.clone()
    }
}

/// What a template is given.
#[derive(Debug, Clone, Copy)]
pub struct Data<'a> {
    /// The value that it begins with.
    pub value: &'a Value,
    /// Whether that is the whole context, not something that a template handed to a partial.
    pub whole: bool,
    /// How many bytes may come out.
    pub limit: u64,
    /// How many files are being rendered around this one.
    pub level: usize,
}

/// What the functions `render` and `write` of templates do.
pub trait Tree: Send + Sync {
    /// The output of another file of the source, with other data. When that is the whole context, the file has
    /// whatever the one that renders it has.
    fn render(&self, path: &[u8], data: &Value, whole: bool) -> Result<Vec<u8>, CallFailure>;

    /// The whole context of the file or partial that is being rendered; null in a partial with other data.
    fn whole(&self) -> Value;

    /// Puts a file into the target, beside those that the source has.
    fn write(&self, path: &[u8], content: &[u8]) -> Result<(), CallFailure>;
}

/// Why a template cannot be parsed or rendered.
#[derive(Debug, Clone)]
pub struct Failure {
    /// What is wrong, as the engine says it.
    pub message: String,
    /// Where in the template.
    pub place: Option<Place>,
    /// Set when only a later time can tell; seen in rehearsals.
    pub unknown: Option<Unknown>,
}

/// Why `render` or `write` failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CallFailure {
    /// What is wrong.
    pub message: String,
    /// Whether a limit is used up, which no template may catch.
    pub is_limit: bool,
}

impl CallFailure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), is_limit: false }
    }

    pub(crate) fn limit(limit: &impl ToString) -> Self {
        Self { message: limit.to_string(), is_limit: true }
    }
}
