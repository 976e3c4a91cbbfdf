//! What the type asks of a platform: the same for `posix` and `shell`, which differ in how a line becomes words.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use system::files::{FileError, FileKind, Links, ReadFiles};
use system::process::{Command, Finished, Probe, ProcessError, Run};
use system::{ReadWorld, Users, WriteWorld};

/// Looking.
pub(super) trait Reads {
    /// Whether anything is at a path, links followed.
    fn exists(&self, path: &Path) -> Result<bool, FileError>;
    /// Whether a path is a directory.
    fn is_directory(&self, path: &Path) -> Result<bool, FileError>;
    /// Whether the program of a command is there.
    fn has_program(&self, command: &Command) -> Result<bool, FileError>;
    /// Asks a guard.
    fn ask(&self, command: &Command) -> Result<Finished, ProcessError>;
}

/// Changing.
pub(super) trait Verbs {
    /// Runs a command.
    fn run(&self, command: &Command) -> Result<Finished, ProcessError>;
}

struct Machine {
    files: Arc<dyn ReadFiles>,
    processes: Arc<dyn Probe>,
}

struct Runner {
    processes: Arc<dyn Run>,
    users: Arc<dyn Users>,
}

pub(super) fn reads(world: &ReadWorld) -> Box<dyn Reads> {
    Box::new(Machine { files: world.files.clone(), processes: world.processes.clone() })
}

pub(super) fn verbs(world: &WriteWorld) -> Box<dyn Verbs> {
    Box::new(Runner { processes: world.processes.clone(), users: world.read.users.clone() })
}

/// Whether there is a shell.
pub(super) fn has_shell(world: &ReadWorld) -> bool {
    matches!(world.files.stat(Path::new("/bin/sh"), Links::Follow), Ok(Some(_)))
}

impl Machine {
    fn kind(&self, path: &Path) -> Result<Option<FileKind>, FileError> {
        Ok(self.files.stat(path, Links::Follow)?.map(|stat| stat.kind))
    }
}

impl Reads for Machine {
    fn exists(&self, path: &Path) -> Result<bool, FileError> {
        Ok(self.kind(path)?.is_some())
    }

    fn is_directory(&self, path: &Path) -> Result<bool, FileError> {
        Ok(self.kind(path)? == Some(FileKind::Directory))
    }

    fn has_program(&self, command: &Command) -> Result<bool, FileError> {
        let Some(program) = command.words.first() else { return Ok(false) };
        let directory = command.directory.clone().unwrap_or_else(|| PathBuf::from("/"));
        if program.contains('/') {
            return Ok(self.kind(&directory.join(program))? == Some(FileKind::File));
        }
        for place in command.places() {
            if self.kind(&place.join(program))? == Some(FileKind::File) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn ask(&self, command: &Command) -> Result<Finished, ProcessError> {
        self.processes.probe(command)
    }
}

impl Verbs for Runner {
    fn run(&self, command: &Command) -> Result<Finished, ProcessError> {
        let finished = self.processes.run(command, None);
        // A command may have added accounts.
        self.users.forget();
        finished
    }
}
