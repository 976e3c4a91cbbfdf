//! Steps in the order that their dependencies allow, with deadlines and cancellation. What a failure means is decided by
//! a policy that the document's domain hands in.

mod gather;
mod graph;
mod in_order;
mod in_parallel;
mod pool;
mod ready;

pub use gather::gather;
pub use graph::{Graph, GraphError};
pub use in_order::in_order;
pub use in_parallel::{Parallel, Work, in_parallel};

use std::time::Duration;
use system::{Clock, Interrupt};

/// Decides what happens before and after a step. It is always asked on the thread that called the scheduler.
pub trait Policy<R> {
    /// A step's dependencies have all ended: should it run? `Skip` ends it with that result.
    fn admit(&mut self, step: usize) -> Admission<R>;
    /// A step ended with a result: does the run go on?
    fn ended(&mut self, step: usize, result: &R) -> After;
    /// A step was given up at its deadline, without a result: does the run go on?
    fn timed_out(&mut self, _step: usize) -> After {
        After::GoOn
    }
}

/// Whether a step runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Admission<R> {
    /// It does.
    Run,
    /// It ends with this result without running.
    Skip(R),
}

/// Whether a run goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum After {
    /// It does.
    GoOn,
    /// No further step is started.
    Stop,
}

/// How a step ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepEnd<R> {
    /// It ran, or was skipped, with this result.
    Done(R),
    /// It ran longer than it may; whatever it returns later is not used.
    TimedOut,
    /// It was never started.
    NotStarted(Standstill),
}

/// Why no further step was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standstill {
    /// The policy stopped the run.
    Stopped,
    /// Somebody ended the run.
    Interrupted,
    /// The whole run took longer than it may.
    Deadline,
}

impl Standstill {
    /// In a word, for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Stopped => "stopped",
            Self::Interrupted => "interrupted",
            Self::Deadline => "deadline",
        }
    }
}

/// What limits a run.
pub struct Limits<'a> {
    /// When the whole run has to be over, on the monotonic clock.
    pub deadline: Option<Duration>,
    /// Whether somebody wants it to end.
    pub interrupt: &'a Interrupt,
    /// Tells the time.
    pub clock: &'a dyn Clock,
}

impl Limits<'_> {
    /// The reason to start nothing more, if there is one.
    fn standstill(&self) -> Option<Standstill> {
        if self.interrupt.signalled().is_some() {
            return Some(Standstill::Interrupted);
        }
        self.deadline.filter(|deadline| self.clock.monotonic() >= *deadline).map(|_| Standstill::Deadline)
    }
}
