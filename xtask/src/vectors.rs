//! Recorded cases of the originals: builds the crate `vectors`, which knows the engines, and hands it the words.

use crate::{Failure, command, workspace};

pub(crate) const VERB: &str = "vectors";
pub(crate) const USAGE: &str = "  cargo xtask vectors [DIR] [--answers] [--skip ENGINE]...\n      \
                                recorded cases of the originals through the engines (tests/vectors/README.md)";

/// Prints nothing of its own on stdout: what is there are the verdicts or the answers.
pub(crate) fn run(words: &[String]) -> Result<(), Failure> {
    let manifest = workspace::root().join("Cargo.toml");
    let mut cargo = command::cargo();
    cargo.args(["run", "--quiet", "--locked", "--package", "vectors", "--manifest-path"]).arg(manifest).arg("--");
    let status = cargo.args(words).status().map_err(|error| Failure::new(format!("cannot start cargo: {error}")))?;
    if status.success() { Ok(()) } else { Err(Failure::new("not all recorded cases pass")) }
}
