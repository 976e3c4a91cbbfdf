//! Other programs, with their command line printed before they run.

use crate::Failure;
use std::ffi::OsStr;
use std::process::Command;

/// The cargo that runs this tool.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Prints the command line and runs it; a status other than 0 is a failure.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    let line = line(command);
    println!("$ {line}");
    let status = command.status().map_err(|error| Failure::new(format!("cannot start `{line}`: {error}")))?;
    if status.success() { Ok(()) } else { Err(Failure::new(format!("`{line}` ended with {status}"))) }
}

/// Runs it in silence and gives what it printed on stdout.
pub(crate) fn output(command: &mut Command) -> Result<String, Failure> {
    let line = line(command);
    let output = command.output().map_err(|error| Failure::new(format!("cannot start `{line}`: {error}")))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::new(format!("`{line}` ended with {}: {}", output.status, stderr.trim_end())));
    }
    String::from_utf8(output.stdout).map_err(|_| Failure::new(format!("`{line}` printed bytes that are not UTF-8")))
}

fn line(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let program = program.file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}
