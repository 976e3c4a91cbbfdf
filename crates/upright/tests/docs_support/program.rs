//! The program that the pages speak of.

use std::path::Path;
use std::process::Command;

/// Where it is.
pub(crate) fn path() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_upright"))
}

/// What it prints on standard output.
pub(crate) fn output(words: &[&str]) -> String {
    let output = Command::new(path()).args(words).output().expect("the program starts");
    String::from_utf8(output.stdout).expect("the program prints UTF-8")
}
