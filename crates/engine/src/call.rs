//! What a call of a provider was, and where it stands in a trace.

use std::time::Duration;
use system::Random;
use value::Timestamp;

/// One call of a solution provider, after it.
#[derive(Debug, Clone, PartialEq)]
pub struct CallEvent<'a> {
    /// The provider.
    pub provider: &'a str,
    /// What it was used for.
    pub mode: &'a str,
    /// Whether nothing was to be done.
    pub dry_run: bool,
    /// When it began.
    pub started: Timestamp,
    /// How long it took.
    pub took: Duration,
    /// What went wrong, without secrets.
    pub error: Option<&'a str>,
    /// Its place in a trace, when there is one.
    pub span: Option<SpanIds>,
}

/// The place of a span: its trace, itself, and what it is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpanIds {
    /// The trace.
    pub trace: [u8; 16],
    /// The span.
    pub id: [u8; 8],
    /// The span that it is part of.
    pub parent: Option<[u8; 8]>,
}

impl SpanIds {
    /// The first span of a trace.
    pub fn root(random: &dyn Random) -> Self {
        let mut trace = [0; 16];
        random.fill(&mut trace);
        Self { trace, id: id(random), parent: None }
    }

    /// A span that is part of another.
    pub fn below(parent: Self, random: &dyn Random) -> Self {
        Self { trace: parent.trace, id: id(random), parent: Some(parent.id) }
    }

    /// The header field that tells others, as the W3C has it.
    pub fn traceparent(&self) -> String {
        let trace = u128::from_be_bytes(self.trace);
        format!("00-{trace:032x}-{:016x}-01", u64::from_be_bytes(self.id))
    }
}

fn id(random: &dyn Random) -> [u8; 8] {
    let mut id = [0; 8];
    random.fill(&mut id);
    id
}

/// How much a line of the log matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    /// Something failed.
    Error,
    /// Something is not as it should be.
    Warn,
    /// Something happened.
    Info,
    /// Something that only matters when one looks for a mistake.
    Debug,
    /// Everything.
    Trace,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry<'a> {
    /// How much it matters.
    pub level: LogLevel,
    /// What happened.
    pub message: &'a str,
    /// More about it.
    pub fields: &'a [(&'a str, &'a str)],
}
