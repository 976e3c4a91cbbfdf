//! What a check found.

use std::time::Duration;

/// The results of a check, in the order of types and ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// One for each attribute that was expected.
    pub results: Vec<CheckResult>,
    /// How long it took.
    pub duration: Duration,
}

/// One attribute of one resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckResult {
    /// The type of the resource: `File`, `Command`, `KernelParam`.
    pub kind: &'static str,
    /// The id of the resource.
    pub id: String,
    /// The attribute.
    pub property: &'static str,
    /// What became of it.
    pub outcome: Outcome,
    /// All of it as one line, masked.
    pub line: String,
}

/// What became of an expectation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// It is met.
    Passed,
    /// It is not.
    Failed,
    /// It was not looked at.
    Skipped,
    /// It could not be looked at, or is none. That counts as failed.
    Error,
}

impl Outcome {
    /// Whether it makes the check fail.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Failed | Self::Error)
    }
}

impl Report {
    /// How many expectations are not met.
    pub fn failed(&self) -> usize {
        self.results.iter().filter(|result| result.outcome.is_failure()).count()
    }

    /// Whether none failed.
    pub fn is_success(&self) -> bool {
        self.failed() == 0
    }

    /// The line that stands for all: `Count: 3, Failed: 1, Duration: 0.012s`. Skipped results count.
    pub fn summary(&self) -> String {
        let seconds = self.duration.as_secs_f64();
        format!("Count: {}, Failed: {}, Duration: {seconds:.3}s", self.results.len(), self.failed())
    }
}
