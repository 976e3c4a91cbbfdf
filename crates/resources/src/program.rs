//! Whether a program is there, found without starting it.

use std::path::PathBuf;
use system::files::{FileError, FileKind, Links, ReadFiles};
use system::process::Command;
use system::{Environment, ReadWorld};
use value::Unknown;

/// What is found where a program should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Program {
    /// It can be started.
    Found,
    /// There is a file that nobody may execute.
    NotExecutable(PathBuf),
    /// Nothing.
    Missing,
}

/// As the process port searches: the first one that can be executed, else the first one that cannot. What an earlier step of
/// a rehearsal may bring hides nothing that is there, and counts only when nothing else is.
pub(crate) fn program(
    command: &Command,
    files: &dyn ReadFiles,
    environment: &dyn Environment,
) -> Result<Program, FileError> {
    let Some(program) = command.words.first() else { return Ok(Program::Missing) };
    let directory = command.directory.clone().unwrap_or_else(|| PathBuf::from("/"));
    let places = if program.contains('/') { vec![directory] } else { command.places(environment) };
    let (mut found, mut unknown) = (Program::Missing, None);
    for path in places.into_iter().map(|place| place.join(program)) {
        let stat = match files.stat(&path, Links::Follow) {
            // A program may be replaced by then, but by a program.
            Err(error) if error.unknown().is_some() && matches!(files.exists(&path), Ok(true)) => {
                return Ok(Program::Found);
            }
            Err(error) if error.unknown().is_some() => {
                unknown = unknown.or(Some(error));
                None
            }
            // A directory of `PATH` that we may not look into has no programs for us, as for a shell.
            Err(error) if error.is_permission_denied() && !program.contains('/') => None,
            stat => stat?,
        };
        match stat {
            Some(stat) if stat.kind == FileKind::File && stat.mode & 0o111 != 0 => return Ok(Program::Found),
            Some(_) if found == Program::Missing => found = Program::NotExecutable(path),
            Some(_) | None => {}
        }
    }
    unknown.map_or(Ok(found), Err)
}

/// Whether a program can be started under this name. What cannot be looked at is not there; what an earlier step of a
/// rehearsal may bring is unknown.
pub(crate) fn is_there(name: &str, world: &ReadWorld) -> Result<bool, Unknown> {
    match program(&Command::of([name]), &*world.files, &*world.environment) {
        Ok(found) => Ok(found == Program::Found),
        Err(error) => error.unknown().map_or(Ok(false), |unknown| Err(unknown.clone())),
    }
}
