//! The ports against this machine, and the fakes beside them.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests are tests too, and talk to each other")]

mod beneath;
mod files_contract;
mod files_killed;
mod files_real;
mod files_rights;
mod interrupts;
mod making;
mod overlays;
mod processes;
mod remote;
mod role;
mod sample;
mod wait;
mod words;
mod worlds;
