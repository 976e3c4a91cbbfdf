//! Processes of this machine.

use super::notes::{self, Notes};
use super::running::Running;
use super::{Base, Command, Finished, Outliving, Output, Probe, ProcessError, Run, Stop, Watch};
use super::{orphans, search};
use crate::environment::PATH;
use crate::{Environment, Interrupt};
use diagnostics::Redactor;
use rustix::fs::{Access, AtFlags, CWD, FileType, accessat, statat};
use rustix::io::Errno;
use rustix::process::Pid;
use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;

/// Starts processes with a scrubbed environment, each as a group of its own.
pub(crate) struct RealProcesses {
    extra: Vec<(String, String)>,
    own: Arc<dyn Environment>,
    interrupt: Interrupt,
    notes: Notes,
    redactor: Redactor,
}

impl RealProcesses {
    /// `extra` goes into the environment of every process; our `own` says where programs are. Output that is cut is not
    /// cut inside of a secret that the redactor knows.
    pub(crate) fn new(
        extra: Vec<(String, String)>,
        own: Arc<dyn Environment>,
        interrupt: Interrupt,
        redactor: Redactor,
    ) -> Self {
        Self { extra, own, interrupt, notes: Notes::default(), redactor }
    }

    fn execute(
        &self,
        command: &Command,
        watch: Option<&mut Watch<'_>>,
        notes: Option<&Notes>,
    ) -> Result<Finished, ProcessError> {
        let program = command.words.first().ok_or(ProcessError::Empty)?;
        if let Some(signal) = self.interrupt.signalled().filter(|_| command.stop == Stop::End) {
            let (program, output) = (program.clone(), Box::<Output>::default());
            return Err(ProcessError::Interrupted { program, signal, output });
        }
        check_directory(command)?;
        let path = search::find(command, &*self.own)?;
        let child = self.prepare(command, &path).spawn().map_err(|error| not_started(program, &path, error))?;
        let _note = notes.and_then(|notes| notes.note(Pid::from_child(&child), program));
        Running::new(child, command, watch)
            .map_err(|source| ProcessError::Start { program: program.clone(), source })?
            .finish(&self.interrupt, &self.redactor)
    }

    fn prepare(&self, command: &Command, path: &Path) -> std::process::Command {
        let mut prepared = std::process::Command::new(path);
        prepared
            .arg0(&command.words[0])
            .args(&command.words[1..])
            .current_dir(command.directory.as_deref().unwrap_or(Path::new("/")))
            .env_clear();
        if command.base == Base::Fixed {
            prepared.env("PATH", path_variable(command)).env("LANG", "C").env("LC_ALL", "C");
        }
        prepared
            .envs(self.extra.iter().map(|(name, value)| (name, value)))
            .envs(command.environment.iter().map(|(name, value)| (name, value)))
            .process_group(0)
            .stdin(if command.stdin.is_empty() { Stdio::null() } else { Stdio::piped() })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        prepared
    }
}

impl Probe for RealProcesses {
    fn probe(&self, command: &Command) -> Result<Finished, ProcessError> {
        self.execute(command, None, None)
    }
}

impl Run for RealProcesses {
    fn run(&self, command: &Command, watch: Option<&mut Watch<'_>>) -> Result<Finished, ProcessError> {
        self.execute(command, watch, Some(&self.notes))
    }

    fn note_in(&self, directory: &Path, run: &str) {
        self.notes.keep_in(directory, run);
    }

    fn outliving(&self, directory: &Path, run: &str, died: Option<&str>) -> Vec<Outliving> {
        let mut found = notes::outliving(directory, run);
        found.extend(died.into_iter().flat_map(orphans::of));
        found
    }
}

fn path_variable(command: &Command) -> OsString {
    match &command.search {
        None => PATH.into(),
        Some(places) => places.iter().map(|place| place.as_os_str()).collect::<Vec<_>>().join(":".as_ref()),
    }
}

/// The system says of a directory that is missing or shut what it says of such a program, so it is looked at before.
fn check_directory(command: &Command) -> Result<(), ProcessError> {
    let Some(directory) = &command.directory else { return Ok(()) };
    let checked = match statat(CWD, directory, AtFlags::empty()) {
        Ok(raw) if FileType::from_raw_mode(raw.st_mode).is_dir() => {
            accessat(CWD, directory, Access::EXEC_OK, AtFlags::EACCESS)
        }
        Ok(_) => Err(Errno::NOTDIR),
        Err(errno) => Err(errno),
    };
    checked.map_err(|errno| ProcessError::Directory { directory: directory.clone(), source: errno.into() })
}

fn not_started(program: &str, path: &Path, source: io::Error) -> ProcessError {
    match source.kind() {
        // The program itself was there a moment ago.
        io::ErrorKind::NotFound => ProcessError::NoInterpreter { path: path.to_owned() },
        io::ErrorKind::PermissionDenied => ProcessError::NotExecutable { path: path.to_owned() },
        _ => ProcessError::Start { program: program.to_owned(), source },
    }
}
