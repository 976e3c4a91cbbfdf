//! From properties to what the process port runs.

use super::desired::Desired;
use std::path::PathBuf;
use std::time::Duration;
use system::process::{Command, WordsError, words};

/// A command line with the directory, environment, search path and time limit of the resource.
pub(super) fn command(line: &str, desired: &Desired) -> Result<Command, WordsError> {
    let properties = &desired.properties;
    let command = if desired.shell { Command::shell(line) } else { Command::of(words(line)?) };
    Ok(Command {
        directory: properties.cwd.as_ref().filter(|cwd| !cwd.is_empty()).map(PathBuf::from),
        environment: properties.environment.iter().map(|s| (s.name.clone(), s.value.clone())).collect(),
        search: properties.path.as_ref().map(|path| path.0.clone()),
        timeout: properties.timeout.map(|t| Duration::from_nanos(t.0.as_nanos().unsigned_abs())).filter(|t| !t.is_zero()),
        ..command
    })
}
