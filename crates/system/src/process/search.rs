//! Where a program is.

use super::{Command, ProcessError};
use crate::Environment;
use rustix::fs::{Access, AtFlags, CWD, FileType, accessat, statat};
use rustix::io::Errno;
use std::path::{Path, PathBuf};

/// The path of the program. One with a slash is taken as it is, from the directory the process runs in.
pub(super) fn find(command: &Command, own: &dyn Environment) -> Result<PathBuf, ProcessError> {
    let program = command.words.first().ok_or(ProcessError::Empty)?;
    let directory = command.directory.as_deref().unwrap_or(Path::new("/"));
    if program.is_empty() {
        return Err(ProcessError::Empty);
    }
    if program.contains('/') {
        return pick([directory.join(program)], command, own);
    }
    pick(command.places(own).iter().map(|place| directory.join(place).join(program)), command, own)
}

fn pick(
    candidates: impl IntoIterator<Item = PathBuf>,
    command: &Command,
    own: &dyn Environment,
) -> Result<PathBuf, ProcessError> {
    let mut not_executable = None;
    for path in candidates {
        match look(&path) {
            Candidate::Program => return Ok(path),
            Candidate::NotExecutable => not_executable = not_executable.or(Some(path)),
            Candidate::Nothing => {}
        }
    }
    Err(match not_executable {
        Some(path) => ProcessError::NotExecutable { path },
        None => ProcessError::not_found(command, own),
    })
}

enum Candidate {
    Program,
    NotExecutable,
    Nothing,
}

fn look(path: &Path) -> Candidate {
    match statat(CWD, path, AtFlags::empty()) {
        Ok(raw) if FileType::from_raw_mode(raw.st_mode).is_file() && may_execute(path) => Candidate::Program,
        Ok(_) | Err(Errno::ACCESS) => Candidate::NotExecutable,
        Err(_) => Candidate::Nothing,
    }
}

fn may_execute(path: &Path) -> bool {
    accessat(CWD, path, Access::EXEC_OK, AtFlags::EACCESS).is_ok()
}
