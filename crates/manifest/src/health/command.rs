//! Commands in the manner of Nagios plugins: the exit code is the answer, and what is printed explains it.

use super::check::Try;
use engine::Health;
use std::time::Duration;
use system::ReadWorld;
use system::process::{Command, words};

/// Runs a command once. It runs in rehearsals too, so it must not change anything.
pub(super) fn ask(line: &str, timeout: Option<Duration>, world: &ReadWorld) -> Try {
    let words = match words(line) {
        Ok(words) => words,
        Err(error) => return Try::broken(format!("invalid command: {error}")),
    };
    match world.processes.probe(&Command { timeout, ..Command::of(words) }) {
        Ok(finished) => {
            let output = String::from_utf8_lossy(&finished.stdout.bytes).trim().to_owned();
            Try { status: Health::of_exit(Some(finished.code)), output, broken: None }
        }
        Err(error) => Try::broken(error.to_string()),
    }
}
