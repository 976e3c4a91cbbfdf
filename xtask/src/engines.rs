//! The engines on the stopwatch: builds the crate `bench`, which knows them, and hands it the words.

use crate::{Failure, command, workspace};

pub(crate) const WORKS: [&str; 3] = ["expressions", "templates", "services"];
pub(crate) const USAGE: &str = "  cargo xtask bench expressions|templates [--against PROGRAM] [--rounds N] [--turns N]\n      \
                                the engines, beside another program on the same cases (bench/README.md)\n  \
                                cargo xtask bench services [--bin PATH] [--turns N]\n      \
                                a hundred services that are right, on a host of the test bed";

pub(crate) fn run(words: &[String]) -> Result<(), Failure> {
    let manifest = workspace::root().join("Cargo.toml");
    let mut cargo = command::cargo();
    cargo.args(["run", "--quiet", "--release", "--locked", "--package", "bench", "--manifest-path"]).arg(manifest);
    cargo.arg("--").args(words);
    if words.first().is_some_and(|word| word == "services") && !words.iter().any(|word| word == "--bin") {
        cargo.arg("--bin").arg(workspace::build_release()?);
    }
    let status = cargo.status();
    let status = status.map_err(|error| Failure::new(format!("cannot start cargo: {error}")))?;
    if status.success() { Ok(()) } else { Err(Failure::new(format!("the benchmark ended with {status}"))) }
}
