//! The project's own chores, each a verb of `cargo xtask`: run the tests, check the house rules, measure, kill at random
//! moments, fuzz, run recorded cases. It is tooling and not part of the program: no crate depends on it but the tests of the binary.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a tool for the terminal: printing is its output")]

pub mod crash;

mod architecture;
mod bench;
mod check;
mod cli;
mod command;
mod engines;
mod failure;
mod fuzz;
mod needs;
mod random;
mod scratch;
mod test;
mod tree;
mod vectors;
mod workspace;

pub use cli::run;
pub use failure::Failure;
pub use random::Random;
