//! What became of actions.

use crate::spot::Spot;
use engine::SpanIds;
use std::time::Duration;
use value::{Map, Timestamp, Value};

/// How an action ended, or how far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionStatus {
    /// It runs.
    Running,
    /// It did what it should.
    Succeeded,
    /// It did not.
    Failed,
    /// It was not to run.
    Skipped,
    /// It took longer than it may.
    TimedOut,
    /// Somebody ended the run before.
    Cancelled,
}

impl ActionStatus {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
            Self::TimedOut => "timeout",
            Self::Cancelled => "cancelled",
        }
    }
}

/// Why an action was skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkipReason {
    /// Its condition is false.
    Condition,
    /// Something that it needs failed.
    DependencyFailed,
}

impl SkipReason {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Condition => "condition",
            Self::DependencyFailed => "dependency-failed",
        }
    }
}

/// What became of an action.
#[derive(Debug, Clone)]
pub struct ActionResult {
    /// How it ended.
    pub status: ActionStatus,
    /// What it was given.
    pub inputs: Map,
    /// What it gave.
    pub results: Option<Value>,
    /// Why it was skipped.
    pub skip_reason: Option<SkipReason>,
    /// Why it failed.
    pub error: Option<String>,
    /// What is to blame.
    pub spot: Option<Spot>,
    /// Whether its failure counts although failures of it do not: conditions and inputs that cannot be worked out.
    pub counts: bool,
    /// When it began.
    pub started: Option<Timestamp>,
    /// When it ended.
    pub ended: Option<Timestamp>,
    /// How long it took.
    pub took: Duration,
    /// Whether people have seen its output.
    pub streamed: bool,
    /// What was not quite right.
    pub warnings: Vec<String>,
    /// Whether people do not see what it gave, and why it failed: it is sensitive, and nobody asked to see that.
    pub is_hidden: bool,
    /// Its place in a trace, when there is one.
    pub span_ids: Option<SpanIds>,
}

impl ActionResult {
    pub(crate) fn new(status: ActionStatus) -> Self {
        Self {
            status,
            inputs: Map::new(),
            results: None,
            skip_reason: None,
            error: None,
            spot: None,
            counts: false,
            started: None,
            ended: None,
            took: Duration::ZERO,
            streamed: false,
            warnings: Vec::new(),
            is_hidden: false,
            span_ids: None,
        }
    }

    pub(crate) fn skipped(reason: SkipReason) -> Self {
        Self { skip_reason: Some(reason), ..Self::new(ActionStatus::Skipped) }
    }

    pub(crate) fn failed(error: impl Into<String>) -> Self {
        Self { error: Some(error.into()), ..Self::new(ActionStatus::Failed) }
    }

    /// Whether what needs it cannot run.
    pub fn is_failure(&self) -> bool {
        matches!(self.status, ActionStatus::Failed | ActionStatus::TimedOut)
    }

    /// Whether it was not to run.
    pub fn is_skipped(&self) -> bool {
        self.status == ActionStatus::Skipped
    }

    /// Why it failed, as people may see it.
    pub fn told_error(&self) -> &str {
        // That its time is over says nothing of what it was given.
        let is_hidden = self.is_hidden && self.status != ActionStatus::TimedOut;
        if is_hidden { "[REDACTED]" } else { self.error.as_deref().unwrap_or_default() }
    }

    /// Why it failed, as results and events say it.
    pub fn shown_error(&self) -> Option<&str> {
        match &self.error {
            _ if self.status == ActionStatus::TimedOut => Some("action timed out"),
            Some(_) if self.is_hidden => Some("[REDACTED]"),
            error => error.as_deref(),
        }
    }

    /// What `__actions` shows of it.
    pub fn to_value(&self) -> Value {
        let mut map = Map::new();
        map.insert("inputs", self.inputs.clone());
        map.insert("results", self.results.clone().unwrap_or_default());
        map.insert("status", self.status.word());
        let mut text = |name: &'static str, text: Option<String>| {
            if let Some(text) = text {
                map.insert(name, text);
            }
        };
        text("skipReason", self.skip_reason.map(|reason| reason.word().to_owned()));
        text("startTime", self.started.map(|time| time.to_rfc3339_seconds()));
        text("endTime", self.ended.map(|time| time.to_rfc3339_seconds()));
        let error = if self.status == ActionStatus::TimedOut {
            Some("action timed out".to_owned())
        } else {
            self.error.clone()
        };
        text("error", error);
        map.into()
    }
}

/// How a workflow ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FinalStatus {
    /// Nothing failed.
    Succeeded,
    /// Something failed that may.
    PartialSuccess,
    /// Something failed.
    Failed,
    /// Somebody ended it.
    Cancelled,
}

impl FinalStatus {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Succeeded => "succeeded",
            Self::PartialSuccess => "partial-success",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}
