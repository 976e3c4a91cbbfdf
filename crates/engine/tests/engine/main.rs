//! The engine from outside: the scheduler, the harness with a type made for it, and the stores of events.
#![expect(clippy::unwrap_used, reason = "helpers of tests are tests too")]

mod converge;
mod deadlines;
mod policies;
mod rehearsal;
mod schedule;
mod sessions;
mod shelf;
