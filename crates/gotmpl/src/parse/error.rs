//! Why a template cannot be parsed.

use diagnostics::{FileId, Span};

/// Why a template cannot be parsed, in Go's words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("template: {name}:{line}: {message}")]
pub struct ParseError {
    /// The name of the template.
    pub name: String,
    /// The line, counted from one, as Go counts it.
    pub line: u32,
    /// What is wrong, without name and line.
    pub message: String,
    /// The first byte of the place in the source.
    pub start: u32,
    /// One past the last byte of the place in the source.
    pub end: u32,
}

impl ParseError {
    /// The place, when the source is `file`.
    pub fn span(&self, file: FileId) -> Span {
        Span::new(file, self.start, self.end)
    }
}
