//! What became of a resolver.

use super::{LeftOut, ResolverError};
use engine::SpanIds;
use std::time::Duration;
use value::{Timestamp, Value};

/// How a resolver ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It has a value.
    Success,
    /// It has none, or one that does not count.
    Failed,
    /// It was not to have one.
    Skipped,
}

impl Status {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
        }
    }
}

/// What became of a resolver.
#[derive(Debug)]
pub struct ResolverResult {
    /// How it ended.
    pub status: Status,
    /// Its value; after a failure, what it had by then.
    pub value: Option<Value>,
    /// Why it failed. Few do, so that takes no more than a pointer.
    pub error: Option<Box<ResolverError>>,
    /// When it began.
    pub started: Timestamp,
    /// How long it took.
    pub took: Duration,
    /// How long each of its parts took.
    pub phases: Vec<PhaseTime>,
    /// How often providers were called.
    pub calls: usize,
    /// Calls that failed.
    pub attempts: Vec<Attempt>,
    /// How many bytes its value has in JSON, when that was measured.
    pub size: Option<usize>,
    /// Whether its value is never shown: it says so, or a provider does.
    pub is_secret: bool,
    /// What is remarkable.
    pub warnings: Vec<String>,
    /// The calls that a rehearsal leaves out and that might change something.
    pub left_out: Vec<LeftOut>,
    /// Its place in a trace, when there is one.
    pub span: Option<SpanIds>,
}

impl ResolverResult {
    /// Whether it failed because some time was over.
    pub(super) fn timed_out(&self) -> bool {
        self.error.as_ref().is_some_and(|error| error.timed_out)
    }
}

/// How long a part of a resolver took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhaseTime {
    /// `resolve`, `transform` or `validate`.
    pub phase: &'static str,
    /// How long.
    pub took: Duration,
}

/// A call that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The provider.
    pub provider: String,
    /// `resolve`, `transform` or `validate`.
    pub phase: &'static str,
    /// The number of the source, step or rule, from 0.
    pub step: usize,
    /// What went wrong.
    pub error: String,
    /// How long it took.
    pub took: Duration,
    /// What becomes of such a failure: `continue` or `fail`.
    pub on_error: &'static str,
    /// When it began.
    pub started: Timestamp,
}
