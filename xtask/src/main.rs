//! The command `cargo xtask`: one verb per chore of the project. The verbs themselves are in the library, so that tests
//! can call them.

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    xtask::run(&words)
}
