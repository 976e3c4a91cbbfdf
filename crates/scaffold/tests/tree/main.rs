//! Whole trees, with an engine that is just large enough for them.
#![expect(clippy::unwrap_used, reason = "helpers of tests are tests too")]
#![expect(clippy::disallowed_methods, reason = "the tests look at the target from outside the program")]

mod applying;
mod engines;
mod finishing;
mod killed;
mod laws;
mod limits;
mod planning;
mod problems;
mod rehearsing;
mod room;
mod tiny;
