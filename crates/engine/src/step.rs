//! What became of a resolver or an action of a solution.

use crate::SpanIds;
use std::time::Duration;
use value::{Timestamp, Value};

/// A part of a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepKind {
    /// It computes a value.
    Resolver,
    /// It does work.
    Action,
}

impl StepKind {
    /// Its name in documents and events.
    pub fn name(self) -> &'static str {
        match self {
            Self::Resolver => "resolver",
            Self::Action => "action",
        }
    }
}

/// A resolver or an action that runs another solution. They are ordered as they come in its plan.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Caller {
    /// What it is.
    pub kind: StepKind,
    /// Its name.
    pub name: String,
    /// Which of the sources of a resolver calls, from 0.
    pub source: usize,
    /// Which element of a loop over that source it is for, from 0. Elements of an action have names of their own.
    pub iteration: Option<usize>,
}

/// One resolver or action, after it.
#[derive(Debug, Clone, PartialEq)]
pub struct StepEvent<'a> {
    /// What it is.
    pub kind: StepKind,
    /// Its name.
    pub name: &'a str,
    /// The name of the solution that it belongs to.
    pub solution: &'a str,
    /// The steps that led to that solution, when another one runs it: the outermost first.
    pub within: &'a [Caller],
    /// The phase that it ran in, from 1.
    pub phase: usize,
    /// How it ended, in a word.
    pub status: &'a str,
    /// Why it was left out, in a word, when it was and that has one.
    pub skip_reason: Option<&'a str>,
    /// When it began; nothing when it did not.
    pub started: Option<Timestamp>,
    /// How long it took.
    pub took: Duration,
    /// What it gave.
    pub result: Option<&'a Value>,
    /// Whether that is never shown.
    pub sensitive: bool,
    /// What went wrong.
    pub error: Option<&'a str>,
    /// Whether it failed.
    pub failed: bool,
    /// How often providers were called.
    pub calls: usize,
    /// Its place in a trace, when there is one.
    pub span: Option<SpanIds>,
}
