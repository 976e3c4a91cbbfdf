//! What would keep a command from starting.

use super::provider::Reads;
use crate::program::Program;
use engine::Obstacle;
use system::files::FileError;
use system::process::{Command, ProcessError};

/// Found without starting it. `hint` goes with a program that is not there.
pub(super) fn obstacles(command: &Command, hint: &str, on: &dyn Reads) -> Result<Vec<Obstacle>, FileError> {
    let mut found = Vec::new();
    if let Some(directory) = command.directory.as_ref() {
        if !on.exists(directory)? {
            found.push(Obstacle::missing(format!("cannot run in {}: no such file or directory", directory.display())));
        } else if !on.is_directory(directory)? {
            found.push(Obstacle::until_a_command(format!("cannot run in {}: not a directory", directory.display())));
        }
    }
    if found.is_empty() {
        match on.program(command)? {
            Program::Found => {}
            Program::NotExecutable(path) => {
                found.push(Obstacle::missing(ProcessError::NotExecutable { path }.to_string()));
            }
            Program::Missing => {
                found.push(Obstacle::missing(format!("{}{hint}", on.not_found(command))));
            }
        }
    }
    Ok(found)
}
