//! What the type asks of a platform: the same for `posix` and `shell`, which differ in how a line becomes words.

use crate::program::{Program, program};
use std::path::Path;
use std::sync::Arc;
use system::files::{FileError, FileKind, Links, ReadFiles};
use system::process::{Command, Finished, Probe, ProcessError, Run};
use system::{Environment, ReadWorld, Users, WriteWorld};
use value::Unknown;

/// Looking.
pub(super) trait Reads {
    /// Whether anything is at a path, links followed.
    fn exists(&self, path: &Path) -> Result<bool, FileError>;
    /// Whether a path is a directory.
    fn is_directory(&self, path: &Path) -> Result<bool, FileError>;
    /// Whether the program of a command is there.
    fn program(&self, command: &Command) -> Result<Program, FileError>;
    /// What starting a command says when its program is nowhere.
    fn not_found(&self, command: &Command) -> ProcessError;
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
    environment: Arc<dyn Environment>,
}

struct Runner {
    files: Arc<dyn ReadFiles>,
    processes: Arc<dyn Run>,
    users: Arc<dyn Users>,
}

pub(super) fn reads(world: &ReadWorld) -> Box<dyn Reads> {
    let (files, processes) = (world.files.clone(), world.processes.clone());
    Box::new(Machine { files, processes, environment: world.environment.clone() })
}

pub(super) fn verbs(world: &WriteWorld) -> Box<dyn Verbs> {
    let (files, users) = (world.read.files.clone(), world.read.users.clone());
    Box::new(Runner { files, processes: world.processes.clone(), users })
}

/// Whether there is a shell.
pub(super) fn has_shell(world: &ReadWorld) -> Result<bool, Unknown> {
    world.files.exists(Path::new("/bin/sh")).or_else(|error| error.unknown().map_or(Ok(false), |why| Err(why.clone())))
}

impl Reads for Machine {
    fn exists(&self, path: &Path) -> Result<bool, FileError> {
        self.files.exists(path)
    }

    fn is_directory(&self, path: &Path) -> Result<bool, FileError> {
        Ok(self.files.stat(path, Links::Follow)?.is_some_and(|stat| stat.kind == FileKind::Directory))
    }

    fn program(&self, command: &Command) -> Result<Program, FileError> {
        program(command, &*self.files, &*self.environment)
    }

    fn not_found(&self, command: &Command) -> ProcessError {
        ProcessError::not_found(command, &*self.environment)
    }

    fn ask(&self, command: &Command) -> Result<Finished, ProcessError> {
        let finished = self.processes.probe(command);
        // It should change nothing, but nobody keeps it from it.
        self.files.forget();
        finished
    }
}

impl Verbs for Runner {
    fn run(&self, command: &Command) -> Result<Finished, ProcessError> {
        let finished = self.processes.run(command, None);
        // A command may have added accounts and changed directories.
        self.users.forget();
        self.files.forget();
        finished
    }
}
