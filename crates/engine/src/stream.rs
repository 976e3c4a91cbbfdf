//! The one stream of a run. Text, JSON lines, reports and session files are views of it.

use crate::{CallEvent, Caller, Event, LogEntry, Resource, StepEvent, StepKind, Summary};

/// Something that happened in a run, in order.
pub enum Happening<'a> {
    /// The run begins.
    Began {
        /// Where the document came from, as given.
        source: &'a str,
        /// The resource of each step, so that columns can be laid out.
        resources: &'a [&'a dyn Resource],
        /// Whether nothing will be changed.
        rehearsal: bool,
    },
    /// A text of the document for people.
    Message(&'a str),
    /// A step begins.
    Starting(&'a dyn Resource),
    /// A step ended.
    Finished(&'a Event<'a>),
    /// A provider of a solution was called.
    Called(&'a CallEvent<'a>),
    /// A phase of a solution begins. What becomes of its steps is told in order, this one first.
    Phase {
        /// What the first one is.
        kind: StepKind,
        /// Its name.
        first: &'a str,
        /// The steps that led to the solution.
        within: &'a [Caller],
    },
    /// A resolver or an action of a solution begins.
    Stepping(StepKind, &'a str),
    /// A resolver or an action of a solution is no longer at work. What became of it is told in order, which may be later.
    Left(StepKind, &'a str),
    /// What became of a resolver or an action of a solution.
    Stepped(&'a StepEvent<'a>),
    /// A line of the log.
    Logged(&'a LogEntry<'a>),
    /// Something that is not about one resource.
    Noticed(&'a str),
    /// The run is over.
    Ended(&'a Summary),
}

/// Takes part in a run by listening.
pub trait Listener {
    /// Hears what happened; what it does with it must not fail the run.
    fn hear(&mut self, happening: &Happening<'_>);
}

/// Takes what happens from several threads at once.
pub type Hear<'a> = dyn Fn(&Happening<'_>) + Sync + 'a;
