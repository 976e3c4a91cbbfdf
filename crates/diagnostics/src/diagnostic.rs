//! One problem, and all problems of a document.

use crate::{Code, Span};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The document cannot be used.
    Error,
    /// The document can be used; somebody should look at it.
    Warning,
}

impl Severity {
    /// The word for it, the same in every form.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// A place in a text, with a word about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there; may be empty.
    pub text: String,
}

/// One problem: what, where, and what to do about it. Renderers turn it into text, JSON or an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// The stable name of this kind of problem.
    pub code: &'static Code,
    /// A lowercase fragment without a full stop; literals in backticks.
    pub message: String,
    /// The first one is the place of the problem, the others belong to it.
    pub labels: Vec<Label>,
    /// How the value came here: data layers, templates, includes.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A problem that makes the document unusable.
    pub fn error(code: &'static Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message.into())
    }

    /// A problem that somebody should look at.
    pub fn warning(code: &'static Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message.into())
    }

    fn new(severity: Severity, code: &'static Code, message: String) -> Self {
        Self { severity, code, message, labels: Vec::new(), notes: Vec::new(), help: None }
    }

    /// Adds a place; the first one added is where the problem is.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds how the value came here.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Says what to do; `None` leaves it open.
    #[must_use]
    pub fn help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into().or(self.help);
        self
    }

    /// Where the problem is.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }
}

/// An error that can say more than one line about itself.
pub trait Explain {
    /// The whole problem, ready for a renderer.
    fn explain(&self) -> Diagnostic;
}

/// All problems of a document, in the order in which they were found until [`sort`](Self::sort) puts them in document order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Diagnostics {
    /// None yet.
    pub const fn new() -> Self {
        Self { found: Vec::new() }
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Adds what an error says about itself.
    pub fn explain(&mut self, error: &impl Explain) {
        self.push(error.explain());
    }

    /// Adds all of another collection.
    pub fn append(&mut self, other: Self) {
        self.found.extend(other.found);
    }

    /// Whether anything makes the document unusable.
    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|d| d.severity == Severity::Error)
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// How many were found.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// How many were found, in words: `3 errors, 1 warning`; `None` when nothing was.
    pub fn summary(&self) -> Option<String> {
        let counted = [Severity::Error, Severity::Warning].map(|severity| {
            let count = self.found.iter().filter(|d| d.severity == severity).count();
            let plural = if count == 1 { "" } else { "s" };
            (count > 0).then(|| format!("{count} {}{plural}", severity.word()))
        });
        let words: Vec<String> = counted.into_iter().flatten().collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    /// One after the other.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.found.iter()
    }

    /// Puts them in document order; those without a place come first. Equal ones are kept once.
    pub fn sort(&mut self) {
        self.found.sort_by_key(|d| d.span().map(|s| (s.file, s.start)));
        self.found.dedup();
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { found: vec![diagnostic] }
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.found.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.found.iter()
    }
}
