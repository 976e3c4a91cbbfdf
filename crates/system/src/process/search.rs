//! Where a program is.

use super::{Command, ProcessError};
use rustix::fs::{Access, AtFlags, CWD, FileType, accessat, statat};
use rustix::io::Errno;
use std::path::{Path, PathBuf};

/// Where bare names are searched when nothing else is said, and the `PATH` of every process then.
pub(super) const PATH: &str = "/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin:/usr/local/sbin";

/// The directories in which a bare name is searched.
pub(super) fn directories(command: &Command) -> Vec<PathBuf> {
    match &command.search {
        Some(given) => given.clone(),
        None => PATH.split(':').map(PathBuf::from).collect(),
    }
}

/// The path of the program. One with a slash is taken as it is, from the directory the process runs in.
pub(super) fn find(command: &Command) -> Result<PathBuf, ProcessError> {
    let program = command.words.first().ok_or(ProcessError::Empty)?;
    let directory = command.directory.as_deref().unwrap_or(Path::new("/"));
    if program.is_empty() {
        return Err(ProcessError::Empty);
    }
    if program.contains('/') {
        return pick([directory.join(program)], command);
    }
    pick(directories(command).iter().map(|place| directory.join(place).join(program)), command)
}

fn pick(candidates: impl IntoIterator<Item = PathBuf>, command: &Command) -> Result<PathBuf, ProcessError> {
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
        None => ProcessError::not_found(command),
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
