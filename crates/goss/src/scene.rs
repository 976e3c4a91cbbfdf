//! The machine during one check: its ports, the time that is left, and what is read once for all resources.

use crate::check::CheckError;
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::time::Duration;
use system::process::{Command, Finished, ProcessError};
use system::{Interrupt, ReadWorld};

use crate::types::port::Listeners;

/// What one check looks at.
pub(crate) struct Scene<'w> {
    pub(crate) world: &'w ReadWorld,
    /// Relative paths begin here, and commands run here.
    pub(crate) directory: PathBuf,
    /// Our own environment, which commands inherit.
    pub(crate) variables: Vec<(String, String)>,
    /// When the check has to be over, on the clock that never goes back.
    until: Option<Duration>,
    timeout: Option<Duration>,
    listeners: OnceCell<Listeners>,
    processes: OnceCell<Result<Vec<Vec<u8>>, String>>,
}

impl<'w> Scene<'w> {
    pub(crate) fn new(world: &'w ReadWorld, timeout: Option<Duration>) -> Self {
        let text = |text: std::ffi::OsString| text.to_string_lossy().into_owned();
        let variables = world.environment.vars().into_iter().map(|(name, value)| (text(name), text(value))).collect();
        // A command of an earlier step may have added accounts.
        world.users.forget();
        Self {
            world,
            directory: world.environment.directory().unwrap_or_else(|_| "/".into()),
            variables,
            until: timeout.map(|timeout| world.clock.monotonic().saturating_add(timeout)),
            timeout,
            listeners: OnceCell::new(),
            processes: OnceCell::new(),
        }
    }

    /// What is left, at most `wanted`.
    pub(crate) fn left(&self, wanted: Duration) -> Duration {
        self.until.map_or(wanted, |until| wanted.min(until.saturating_sub(self.world.clock.monotonic())))
    }

    /// Why the check cannot go on, when it cannot.
    pub(crate) fn halted(&self) -> Option<CheckError> {
        if let Some(signal) = self.interrupt().signalled() {
            return Some(CheckError::Interrupted { signal });
        }
        let is_over = self.until.is_some_and(|until| self.world.clock.monotonic() >= until);
        is_over.then(|| CheckError::TimedOut { after: self.timeout.unwrap_or_default() })
    }

    fn interrupt(&self) -> &Interrupt {
        &self.world.interrupt
    }

    /// Runs a program of the system, found in our own `PATH`.
    pub(crate) fn tool<const N: usize>(&self, words: [&str; N]) -> Result<Finished, ProcessError> {
        let timeout = self.until.map(|_| self.left(Duration::MAX));
        self.world.processes.probe(&Command { timeout, ..Command::of(words) })
    }

    /// A small file of the system.
    pub(crate) fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        const LONGEST: u64 = 64 << 20;
        self.world.files.read(Path::new(path), LONGEST).map_err(|error| error.to_string())
    }

    pub(crate) fn exists(&self, path: &str) -> bool {
        matches!(self.world.files.stat(Path::new(path), system::files::Links::Follow), Ok(Some(_)))
    }

    /// Who listens, looked up once.
    pub(crate) fn listeners(&self) -> &Listeners {
        self.listeners.get_or_init(|| Listeners::read(self))
    }

    /// The names of all processes, looked up once.
    pub(crate) fn processes(&self) -> Result<&[Vec<u8>], String> {
        let found = self.processes.get_or_init(|| crate::types::process::names(self));
        found.as_deref().map_err(String::clone)
    }
}

/// Text without white space around it, as Go cuts it.
pub(crate) fn trimmed(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_matches(gostd::unicode::is_space).to_owned()
}
