//! Hierarchical data from outside: what comes out, what is said when it cannot, and what stays hidden.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod explaining;
mod hostile;
mod large;
mod merging;
mod messages;
mod reading;
mod secrets;
mod sources;
mod support;
