//! The laws of the core, on every example of every registered type: a type that is added is tested by being there.
#![expect(clippy::unwrap_used, reason = "helpers of tests are tests too")]
#![expect(clippy::disallowed_methods, reason = "the laws look at the machine from outside the program")]

mod definition;
mod law_change_nothing;
mod law_deterministic;
mod law_second_run;
mod law_secrets;
mod pretended;
mod sample;
mod served;
#[path = "../../../system/tests/http/server.rs"]
#[expect(dead_code, reason = "other tests need more of it")]
mod server;
mod tree;
