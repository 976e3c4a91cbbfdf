//! Processes: what asks and what acts are two ports.

mod at_work;
mod captured;
mod error;
mod fake;
mod family;
mod input;
mod notes;
mod orphans;
mod port;
mod real;
mod running;
mod search;
mod signals;
mod words;

pub(crate) use at_work::kill_all;
pub use captured::{Captured, Output};
pub use error::ProcessError;
pub use fake::FakeProcesses;
pub use port::{Base, Command, End, Finished, Outliving, Overflow, Probe, Run, Seen, Stop, Stream, Watch};
pub use words::{WordsError, words};

pub(crate) use real::RealProcesses;
