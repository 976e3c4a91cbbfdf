//! The engines on the stopwatch: builds the crate `bench`, which knows them, and hands it the words.

use crate::{Failure, command, workspace};

pub(crate) const WORKS: [&str; 2] = ["expressions", "templates"];
pub(crate) const USAGE: &str = "  cargo xtask bench expressions|templates [--against PROGRAM] [--rounds N] [--turns N]\n      \
                                the engines, beside another program on the same cases (bench/README.md)";

pub(crate) fn run(words: &[String]) -> Result<(), Failure> {
    let manifest = workspace::root().join("Cargo.toml");
    let mut cargo = command::cargo();
    cargo.args(["run", "--quiet", "--release", "--locked", "--package", "bench", "--manifest-path"]).arg(manifest);
    let status = cargo.arg("--").args(words).status();
    let status = status.map_err(|error| Failure::new(format!("cannot start cargo: {error}")))?;
    if status.success() { Ok(()) } else { Err(Failure::new(format!("the benchmark ended with {status}"))) }
}
