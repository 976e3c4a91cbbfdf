//! From properties to what the process port runs.

use super::desired::Desired;
use std::path::PathBuf;
use system::process::{Command, WordsError, words};

/// A line that nobody can run without a shell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum LineError {
    /// It cannot be split.
    #[error("invalid command: {0}")]
    Words(#[from] WordsError),
    /// It names no program.
    #[error("invalid command: it is blank")]
    Blank,
    /// No argument of a program can have one.
    #[error("invalid command: it holds a NUL byte")]
    Nul,
}

/// The program and its arguments.
pub(super) fn split(line: &str) -> Result<Vec<String>, LineError> {
    let words = words(line)?;
    if words.first().is_none_or(String::is_empty) {
        return Err(LineError::Blank);
    }
    if line.contains('\0') { Err(LineError::Nul) } else { Ok(words) }
}

/// A command line with the directory, environment, search path and time limit of the resource.
pub(super) fn command(line: &str, desired: &Desired) -> Result<Command, LineError> {
    let properties = &desired.properties;
    let command = if desired.shell { Command::shell(line) } else { Command::of(split(line)?) };
    Ok(Command {
        directory: properties.cwd.as_ref().filter(|cwd| !cwd.is_empty()).map(PathBuf::from),
        environment: desired.environment.clone(),
        search: desired.search.clone(),
        timeout: desired.timeout,
        ..command
    })
}
