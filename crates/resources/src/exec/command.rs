//! From properties to what the process port runs.

use super::desired::Desired;
use std::path::PathBuf;
use system::process::{Command, WordsError, words};

/// A command line with the directory, environment, search path and time limit of the resource.
pub(super) fn command(line: &str, desired: &Desired) -> Result<Command, WordsError> {
    let properties = &desired.properties;
    let command = if desired.shell { Command::shell(line) } else { Command::of(words(line)?) };
    Ok(Command {
        directory: properties.cwd.as_ref().filter(|cwd| !cwd.is_empty()).map(PathBuf::from),
        environment: desired.environment.clone(),
        search: desired.search.clone(),
        timeout: desired.timeout,
        ..command
    })
}
