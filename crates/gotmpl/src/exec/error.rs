//! Why a template cannot be rendered.

use std::fmt;
use std::io;

use diagnostics::{FileId, Span};
use value::{Unknown, quote_bytes};

use crate::function::CallError;
use crate::limits::Limit;
use crate::parse::{Ast, NodeId, describe};

/// Why a template cannot be rendered, in Go's words:
/// `template: t:1:4: executing "t" at <.a.b>: can't evaluate field b in type interface {}`.
#[derive(Debug)]
pub struct RenderError {
    /// The name of the source.
    pub name: Box<str>,
    /// The line, counted from one.
    pub line: u32,
    /// The byte in the line, counted from zero, as Go does.
    pub column: u32,
    /// The template that was executed, quoted.
    pub executing: Box<str>,
    /// What it was at, as Go shows it.
    pub context: Box<str>,
    /// What is wrong.
    pub message: Box<str>,
    /// The first byte of the place in the source.
    pub start: u32,
    /// One past the last byte of the place in the source.
    pub end: u32,
    /// What sort of problem it is.
    pub cause: Cause,
}

/// What sort of problem ended a rendering.
#[derive(Debug)]
#[non_exhaustive]
pub enum Cause {
    /// The template and the data do not fit, or a function failed.
    Template,
    /// A limit is used up.
    Limit,
    /// A value is only known later; the text cannot be known before.
    Unknown(Unknown),
    /// The output could not be written.
    Write(io::Error),
}

impl RenderError {
    /// The place, when the source is `file`.
    pub fn span(&self, file: FileId) -> Span {
        Span::new(file, self.start, self.end)
    }
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, line, column, executing, context, message, .. } = self;
        write!(f, "template: {name}:{line}:{column}: executing {executing} at <{context}>: {message}")
    }
}

impl std::error::Error for RenderError {}

/// What goes wrong inside of the machine; where is what the machine knows.
#[derive(Debug)]
pub(crate) enum Failure {
    Message(String),
    Limit(String),
    Unknown(Unknown),
    Write(io::Error),
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self::Message(message.into())
    }

    /// A function did not give a result.
    pub(crate) fn calling(name: &str, error: &CallError) -> Self {
        let message = format!("error calling {name}: {error}");
        if error.is_limit() { Self::Limit(message) } else { Self::Message(message) }
    }

    /// The failure at a node.
    pub(super) fn at(self, name: &str, source: &[u8], ast: &Ast, node: NodeId, routine: usize) -> RenderError {
        let (message, cause) = match self {
            Self::Message(message) => (message, Cause::Template),
            Self::Limit(message) => (message, Cause::Limit),
            Self::Unknown(unknown) => (unknown.to_string(), Cause::Unknown(unknown)),
            Self::Write(error) => (error.to_string(), Cause::Write(error)),
        };
        let place = ast.node(node);
        let before = &source[..place.position as usize];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        let count = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        RenderError {
            name: name.into(),
            line: count(memchr::memchr_iter(b'\n', before).count() + 1),
            column: count(before.len() - line_start),
            executing: quote_bytes(&ast.trees()[routine].name).into(),
            context: describe(ast, source, node).into(),
            message: message.into(),
            start: place.extent.start,
            end: place.extent.end,
            cause,
        }
    }
}

impl From<Limit> for Failure {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit.to_string())
    }
}
