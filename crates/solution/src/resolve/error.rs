//! Why a resolver has no value.

use crate::spot::Spot;
use providers::{ExecuteError, FormError};
use std::fmt;

/// The failure of a resolver. Its text is the original's; its place is ours.
#[derive(Debug, Clone)]
pub struct ResolverError {
    /// What is said.
    pub text: String,
    /// What is to blame, when it is known.
    pub spot: Option<Spot>,
    /// What else is, when it tells of several failures.
    pub others: Option<Box<Others>>,
    /// What to do about it.
    pub help: Option<String>,
    /// Whether the time was over.
    pub timed_out: bool,
}

/// More places of one error; few errors have them.
#[derive(Debug, Clone)]
pub struct Others(pub Vec<Spot>);

impl ResolverError {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), spot: None, others: None, help: None, timed_out: false }
    }

    pub(crate) fn at(mut self, spot: impl Into<Spot>) -> Self {
        self.spot = self.spot.or_else(|| Some(spot.into()));
        self
    }

    /// The same with something said before.
    pub(crate) fn within(mut self, before: impl fmt::Display) -> Self {
        self.text = format!("{before}{}", self.text);
        self
    }

    /// The same without what was said, when that is not to be seen. Where it failed, and that the time was over, stays.
    pub(crate) fn hidden_if(self, is_hidden: bool) -> Self {
        if !is_hidden {
            return self;
        }
        let text = if self.timed_out { "timed out: [REDACTED]" } else { "[REDACTED]" };
        Self { text: text.to_owned(), help: None, ..self }
    }

    /// The same with more that can be done about it.
    pub(crate) fn helped(mut self, help: String) -> Self {
        self.help = Some(match self.help {
            Some(before) => format!("{before}; {help}"),
            None => help,
        });
        self
    }

    pub(crate) fn of_form(error: &FormError) -> Self {
        Self { help: error.help(), ..Self::new(error.to_string()).at(Spot::of_form(error)) }
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
