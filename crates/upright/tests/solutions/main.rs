//! Solutions as people use them: recorded scenarios, and runs that something goes wrong in.
#![expect(clippy::unwrap_used, reason = "helpers of tests are tests too")]
#![expect(clippy::disallowed_methods, reason = "the tests look at the program from outside")]
#![expect(clippy::format_collect, reason = "the texts are short, and made once")]

mod checked;
mod compare;
mod disk;
mod facts;
mod flaky;
mod growth;
mod listeners;
#[path = "../cli/mask.rs"]
mod mask;
mod replay;
mod room;
mod same;
mod scenario;
mod scope;
#[path = "../../../providers/tests/it/server.rs"]
mod server;
mod signals;
#[path = "../cli/test.rs"]
#[expect(dead_code, reason = "the tests of the command line use the rest")]
mod test;
mod time;
mod waiting;
mod want;
