//! Why a resolver has no value.

use diagnostics::Span;
use providers::{ExecuteError, FormError};
use std::fmt;
use std::ops::Range;

/// The failure of a resolver. Its text is the original's; its place is ours.
#[derive(Debug, Clone)]
pub struct ResolverError {
    /// What is said.
    pub text: String,
    /// What is to blame, when it is known.
    pub span: Option<Span>,
    /// The place inside of the text at that span.
    pub place: Option<Range<usize>>,
    /// What to do about it.
    pub help: Option<String>,
    /// Whether the time was over.
    pub timed_out: bool,
}

impl ResolverError {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), span: None, place: None, help: None, timed_out: false }
    }

    pub(crate) fn at(mut self, span: Span) -> Self {
        self.span = self.span.or(Some(span));
        self
    }

    /// The same with something said before.
    pub(crate) fn within(mut self, before: impl fmt::Display) -> Self {
        self.text = format!("{before}{}", self.text);
        self
    }

    pub(crate) fn of_form(error: &FormError) -> Self {
        let (span, place, help) = (Some(error.span), error.place(), error.help());
        Self { text: error.to_string(), span, place, help, timed_out: false }
    }

    /// What a provider said, without what the executor puts before it: resolvers of the original call providers directly.
    pub(crate) fn of_call(error: &ExecuteError) -> Self {
        let fault = error.fault();
        Self {
            text: fault.map_or_else(|| error.to_string(), ToString::to_string),
            help: fault.and_then(|fault| fault.help.clone()),
            timed_out: fault.is_some_and(|fault| fault.cause == providers::Cause::TimedOut),
            ..Self::new("")
        }
    }
}

impl fmt::Display for ResolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
