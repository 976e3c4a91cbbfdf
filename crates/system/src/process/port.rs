//! The process ports, and what they are asked and answer.

use super::{Captured, ProcessError};
use crate::{Environment, Signal};
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Runs queries, guards and checks. Both worlds have it.
pub trait Probe: Send + Sync {
    /// Runs to the end and gives what came out; a process that ends with any exit code is no error.
    fn probe(&self, command: &Command) -> Result<Finished, ProcessError>;
}

/// Runs what changes things. Only the writing world has it.
pub trait Run: Send + Sync {
    /// As [`Probe::probe`]; `watch` sees what happens on the way.
    fn run(&self, command: &Command, watch: Option<&mut Watch<'_>>) -> Result<Finished, ProcessError>;
    /// From now on notes in `directory` which process of the run with this name is at work, as long as it is.
    fn note_in(&self, directory: &Path, run: &str);
    /// Processes that are noted there by other runs and still at work: those runs died without them. The notes of
    /// processes that have ended are removed. Of the run that `died` last there may be one more, which it had no time to
    /// note.
    fn outliving(&self, directory: &Path, run: &str, died: Option<&str>) -> Vec<Outliving>;
}

/// A process that outlives the run that started it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outliving {
    /// Its number.
    pub pid: i32,
    /// What was started; the rest of the line may hold a secret.
    pub program: String,
}

impl fmt::Display for Outliving {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`, process {}", self.program, self.pid)
    }
}

/// Sees what happens while a process runs.
pub type Watch<'a> = dyn FnMut(Seen<'_>) + 'a;

/// What is seen of a process that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen<'a> {
    /// Output, in pieces as they were read.
    Output(Stream, &'a [u8]),
    /// We are to stop, and the process is not: it is waited for.
    Signal(Signal),
}

/// What to run. Standard input is empty and the environment is scrubbed: nothing of ours is inherited but what is said here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The program and its arguments; a program without a slash is searched.
    pub words: Vec<String>,
    /// Where it runs; `/` when not said.
    pub directory: Option<PathBuf>,
    /// Added to the fixed environment, later ones win.
    pub environment: Vec<(String, String)>,
    /// What they are added to.
    pub base: Base,
    /// What it can read from its standard input.
    pub stdin: Vec<u8>,
    /// Where a bare program name is searched, and its `PATH`. When not said, we search where our own `PATH` says, and the
    /// process has the fixed one.
    pub search: Option<Vec<PathBuf>>,
    /// After this long the whole process group is killed.
    pub timeout: Option<Duration>,
    /// How much of each stream is kept.
    pub capture: usize,
    /// What becomes of it when there is more.
    pub overflow: Overflow,
    /// When it is over.
    pub end: End,
    /// What becomes of it when we are to stop.
    pub stop: Stop,
}

/// The environment of a process before anything is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Base {
    /// `PATH` and the language.
    #[default]
    Fixed,
    /// Nothing: all of it is said.
    Empty,
}

/// What becomes of a process that says more than is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Overflow {
    /// It goes on, and the rest is dropped.
    #[default]
    Drop,
    /// It is ended with all its children.
    End,
}

/// When a process counts as ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum End {
    /// When it ends itself, whatever its children do.
    #[default]
    Process,
    /// When everybody who holds its output has closed it too: a child in the background keeps us waiting.
    Output,
}

/// What becomes of a process when we are to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stop {
    /// It is ended with all its children, or not even started.
    #[default]
    End,
    /// It runs to its end, because half of it is worse than all or nothing.
    Finish,
}

/// One of the two output streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// How a process ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// The exit code.
    pub code: i32,
    /// What it printed.
    pub stdout: Captured,
    /// What it complained.
    pub stderr: Captured,
}

/// What capture keeps of each stream when nothing else is said.
const CAPTURE: usize = 1024 * 1024;

impl Command {
    /// These words, and nothing else said.
    pub fn of<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Self {
        Self {
            words: words.into_iter().map(Into::into).collect(),
            directory: None,
            environment: Vec::new(),
            base: Base::Fixed,
            stdin: Vec::new(),
            search: None,
            timeout: None,
            capture: CAPTURE,
            overflow: Overflow::Drop,
            end: End::Process,
            stop: Stop::End,
        }
    }

    /// The directories in which a bare program name is searched.
    pub fn places(&self, own: &dyn Environment) -> Vec<PathBuf> {
        self.search.clone().unwrap_or_else(|| own.search_path())
    }

    /// A line for `/bin/sh`.
    pub fn shell(text: impl Into<String>) -> Self {
        Self::of(["/bin/sh".to_owned(), "-c".to_owned(), text.into()])
    }
}

impl Finished {
    /// Ended with this code and these outputs.
    pub fn new(code: i32, stdout: impl Into<Vec<u8>>, stderr: impl Into<Vec<u8>>) -> Self {
        let whole = |bytes| Captured { bytes, dropped: 0 };
        Self { code, stdout: whole(stdout.into()), stderr: whole(stderr.into()) }
    }

    /// Whether the code is 0.
    pub fn is_success(&self) -> bool {
        self.code == 0
    }
}
