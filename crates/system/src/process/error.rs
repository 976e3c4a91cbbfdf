//! What can go wrong with a process, other than an exit code.

use super::{Command, Output};
use crate::errno;
use crate::{Environment, Signal};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// A process that could not be started, or that did not end by itself.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProcessError {
    /// There are no words.
    #[error("no command is given")]
    Empty,
    /// The program is nowhere.
    #[error("{}", not_found(program, searched))]
    NotFound {
        /// As it was given.
        program: String,
        /// Where it was looked for; empty when it was given with its path.
        searched: Vec<PathBuf>,
    },
    /// The program is there, but it is no program, or not one for us.
    #[error("`{}` is not executable", path.display())]
    NotExecutable {
        /// What was found.
        path: PathBuf,
    },
    /// The program names another one to run it, which is not there.
    #[error("`{}` cannot run: its interpreter is not found", path.display())]
    NoInterpreter {
        /// The program.
        path: PathBuf,
    },
    /// The working directory cannot be used.
    #[error("cannot run in `{}`: {}", directory.display(), errno::fragment(source))]
    Directory {
        /// The directory.
        directory: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The system could not start it.
    #[error("cannot start `{program}`: {}", errno::fragment(source))]
    Start {
        /// As it was given.
        program: String,
        /// What the system said.
        source: io::Error,
    },
    /// A signal ended it.
    #[error("`{program}` was ended by {signal}")]
    Signalled {
        /// As it was given.
        program: String,
        /// The name of the signal.
        signal: String,
        /// Its number.
        number: i32,
        /// What came out of it.
        output: Box<Output>,
    },
    /// It took too long and was ended with all its children.
    #[error("`{program}` did not end within {after:?} and was killed")]
    TimedOut {
        /// As it was given.
        program: String,
        /// The time it had.
        after: Duration,
        /// What came out of it.
        output: Box<Output>,
    },
    /// It said more than is kept and was ended with all its children.
    #[error("`{program}` printed more than {limit} bytes and was killed")]
    TooMuch {
        /// As it was given.
        program: String,
        /// How much is kept of each stream.
        limit: usize,
        /// What came out of it.
        output: Box<Output>,
    },
    /// We are to stop, so it was ended with all its children.
    #[error("`{program}` was ended because of {signal}")]
    Interrupted {
        /// As it was given.
        program: String,
        /// What stopped us.
        signal: Signal,
        /// What came out of it.
        output: Box<Output>,
    },
}

impl ProcessError {
    /// What starting `command` says when its program is nowhere.
    pub fn not_found(command: &Command, own: &dyn Environment) -> Self {
        let program = command.words.first().cloned().unwrap_or_default();
        let searched = if program.contains('/') { Vec::new() } else { command.places(own) };
        Self::NotFound { program, searched }
    }

    /// Whether the process never ran.
    pub fn could_not_start(&self) -> bool {
        self.output().is_none()
    }

    /// Whether we were to stop.
    pub fn interrupted(&self) -> bool {
        matches!(self, Self::Interrupted { .. })
    }

    /// What came out of it before it was ended.
    pub fn output(&self) -> Option<&Output> {
        match self {
            Self::Signalled { output, .. }
            | Self::TimedOut { output, .. }
            | Self::TooMuch { output, .. }
            | Self::Interrupted { output, .. } => Some(output),
            _ => None,
        }
    }
}

fn not_found(program: &str, searched: &[PathBuf]) -> String {
    if searched.is_empty() {
        return format!("cannot start `{program}`: no such file or directory");
    }
    let places: Vec<_> = searched.iter().map(|place| place.display().to_string()).collect();
    format!("program `{program}` is not found in {}", places.join(":"))
}
