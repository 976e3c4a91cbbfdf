//! Solutions as people use them: recorded scenarios.
#![expect(clippy::unwrap_used, reason = "helpers of tests are tests too")]
#![expect(clippy::disallowed_methods, reason = "the tests look at the program from outside")]

mod compare;
mod facts;
mod pending;
mod replay;
mod room;
mod scenario;
mod scope;
#[path = "../../../providers/tests/it/server.rs"]
mod server;
mod want;
