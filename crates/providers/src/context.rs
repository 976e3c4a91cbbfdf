//! What a provider is told beside its inputs.

use crate::{Capability, Engines, Fault, Foresight, Settings};
use diagnostics::Redactor;
use engine::{Caller, Happening, Hear, LogEntry, LogLevel, SpanIds, StepKind};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use system::{Interrupt, ReadWorld, WriteWorld};
use value::{Map, Unknown, Value};

/// The circumstances of one call.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// What it is used for.
    pub mode: Capability,
    /// Whether somebody only wants to see what would happen: `run provider --dry-run`.
    pub dry_run: bool,
    /// The world, to look at or to change.
    pub world: Hands<'a>,
    /// The values of resolvers, and the names beside them. Empty in actions: their inputs were worked out before.
    pub scope: &'a Scope,
    /// What the command line gave to the solution.
    pub parameters: &'a Map,
    /// The step of a loop.
    pub iteration: Option<&'a Iteration>,
    /// Whether whoever calls is sensitive: why the call fails is not shown.
    pub is_sensitive: bool,
    /// The step of a solution that calls; nothing when nobody keeps events apart.
    pub calling: Option<Calling<'a>>,
    /// The steps that led to that solution.
    pub within: &'a [Caller],
    /// Where people see what is printed; nothing when results are for programs.
    pub terminal: Option<&'a Arc<dyn Terminal>>,
    /// Where relative paths lead.
    pub directories: &'a Directories,
    /// How files are written when the inputs do not say.
    pub writing: &'a Writing,
    /// The solution that is run.
    pub solution: Option<&'a SolutionFacts>,
    /// What all calls of a run share.
    pub run: &'a Run,
    /// When it has to be over, on the monotonic clock.
    pub deadline: Option<Duration>,
    /// Whether somebody wants it to end.
    pub interrupt: &'a Interrupt,
    /// Its place in a trace.
    pub span: Option<SpanIds>,
    /// Takes what happens.
    pub hear: &'a Hear<'a>,
}

/// What a call may do to the world.
#[derive(Clone, Copy)]
pub enum Hands<'a> {
    /// Look.
    Look(&'a ReadWorld),
    /// Look, and change files as they would be: nothing that is there.
    Foresee(&'a Foresight),
    /// Look and change.
    Act(&'a WriteWorld),
}

impl<'a> Hands<'a> {
    /// The world to look at.
    pub fn read(self) -> &'a ReadWorld {
        match self {
            Self::Look(world) => world,
            Self::Foresee(foresight) => foresight.read(),
            Self::Act(world) => &world.read,
        }
    }

    /// The world to change, when it may be changed.
    pub fn act(self) -> Option<&'a WriteWorld> {
        match self {
            Self::Look(_) | Self::Foresee(_) => None,
            Self::Act(world) => Some(world),
        }
    }
}

/// The names that expressions and templates can use.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// The values of resolvers: `_` in expressions, the root in templates.
    pub data: Map,
    /// What stands beside `_`: `__self`, `__plan`, `__actions`, aliases.
    pub names: Map,
    /// Why nobody knows what is outside of the solution by then: a rehearsal leaves out what comes before.
    pub doubt: Option<Unknown>,
}

impl Scope {
    /// What expressions see, in a step of a loop or outside.
    pub fn variables(&self, iteration: Option<&Iteration>) -> Map {
        let mut names = self.beside(iteration);
        names.insert("_", self.data.clone());
        names
    }

    /// What stands beside `_`.
    pub(crate) fn beside(&self, iteration: Option<&Iteration>) -> Map {
        let mut names = self.names.clone();
        for (name, value) in iteration.map(Iteration::names).unwrap_or_default() {
            names.insert(name, value);
        }
        names
    }
}

/// One step of a loop.
#[derive(Debug, Clone)]
pub struct Iteration {
    /// The element.
    pub item: Value,
    /// Which one it is, from 0.
    pub index: usize,
    /// A name for the element beside `__item`.
    pub item_alias: Option<String>,
    /// A name for the number beside `__index`.
    pub index_alias: Option<String>,
}

impl Iteration {
    /// The names that it brings.
    pub fn names(&self) -> Map {
        let index = Value::Int(i64::try_from(self.index).unwrap_or(i64::MAX));
        let mut names: Map = [("__item", self.item.clone()), ("__index", index.clone())].into_iter().collect();
        for (alias, value) in [(&self.item_alias, &self.item), (&self.index_alias, &index)] {
            if let Some(alias) = alias {
                names.insert(alias.as_str(), value.clone());
            }
        }
        names
    }
}

/// The step of a solution that calls.
#[derive(Debug, Clone, Copy)]
pub struct Calling<'a> {
    /// What it is.
    pub kind: StepKind,
    /// Its name.
    pub name: &'a str,
    /// Which of its sources, from 0.
    pub source: usize,
}

/// Where people see what a provider prints.
pub trait Terminal: Send + Sync {
    /// Prints to standard output.
    fn out(&self, bytes: &[u8]);
    /// Prints to standard error.
    fn err(&self, bytes: &[u8]);
    /// Whether colours can be seen.
    fn colour(&self) -> bool;
    /// Whether only errors are wanted.
    fn quiet(&self) -> bool;
    /// How many columns there are.
    fn width(&self) -> usize;
}

/// Where relative paths lead.
#[derive(Debug, Clone)]
pub struct Directories {
    /// The process was started here, whatever `--cwd` says: processes run here, and paths that go to them as they are start
    /// here.
    pub process: PathBuf,
    /// The process was started here, or `--cwd` says so.
    pub working: PathBuf,
    /// Resolvers look here.
    pub base: PathBuf,
    /// Actions must not leave this.
    pub output: Option<PathBuf>,
}

impl Directories {
    /// All the same, and no bounds.
    pub fn all_in(directory: impl Into<PathBuf>) -> Self {
        let working = directory.into();
        Self { process: working.clone(), base: working.clone(), working, output: None }
    }
}

/// How files are written when the inputs do not say.
#[derive(Debug, Clone, Default)]
pub struct Writing {
    /// `--on-conflict`.
    pub on_conflict: Option<String>,
    /// `--backup`.
    pub backup: bool,
}

/// What is known of the solution that is run.
#[derive(Debug, Clone, Default)]
pub struct SolutionFacts {
    /// `metadata.name`.
    pub name: String,
    /// `metadata.version`.
    pub version: String,
    /// `metadata.displayName`.
    pub display_name: String,
    /// `metadata.description`.
    pub description: String,
    /// `metadata.category`.
    pub category: String,
    /// `metadata.tags`.
    pub tags: Vec<String>,
    /// The solutions that led to this one, itself last: where each was read.
    pub lineage: Vec<String>,
}

/// What all calls of a run share.
pub struct Run {
    /// CEL and templates, with what was compiled already.
    pub engines: Engines,
    /// The configuration.
    pub settings: Settings,
    /// Masks what is secret.
    pub redactor: Redactor,
    /// The secrets store.
    pub secrets: Arc<dyn crate::SecretSource>,
    /// The environment that `env` changes and processes get.
    pub environment: RunEnvironment,
    /// The program that runs.
    pub program: ProgramFacts,
}

/// What is known of the program that runs.
#[derive(Debug, Clone, Default)]
pub struct ProgramFacts {
    /// Its version.
    pub version: String,
    /// The commit that it was built from.
    pub commit: String,
    /// When it was built.
    pub built: String,
    /// What was typed, the program's name included.
    pub arguments: Vec<String>,
    /// The command, `run solution`.
    pub command: String,
}

/// The variables of a run: those that the process was started with, and what `env` made of them. The process's own are
/// never changed.
#[derive(Debug, Default)]
pub struct RunEnvironment(Mutex<BTreeMap<String, String>>);

impl RunEnvironment {
    /// The variables of our own process, as far as they are text.
    pub fn of(world: &ReadWorld) -> Self {
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Self(Mutex::new(world.environment.vars().into_iter().filter_map(text).collect()))
    }

    /// One variable.
    pub fn get(&self, name: &str) -> Option<String> {
        self.locked().get(name).cloned()
    }

    /// Sets one.
    pub fn set(&self, name: &str, value: &str) {
        self.locked().insert(name.to_owned(), value.to_owned());
    }

    /// Takes one away.
    pub fn unset(&self, name: &str) {
        self.locked().remove(name);
    }

    /// All of them, sorted by name.
    pub fn all(&self) -> Vec<(String, String)> {
        self.locked().iter().map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    fn locked(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Context<'_> {
    /// How much time is left.
    pub fn left(&self) -> Option<Duration> {
        let now = self.world.read().clock.monotonic();
        self.deadline.map(|deadline| deadline.saturating_sub(now))
    }

    /// An error when the time is over or somebody wants the run to end.
    pub fn go_on(&self) -> Result<(), Fault> {
        if let Some(signal) = self.interrupt.signalled() {
            return Err(Fault::interrupted(signal, format!("ended by {signal}")));
        }
        match self.left() {
            Some(Duration::ZERO) => Err(Fault::timed_out("context deadline exceeded")),
            _ => Ok(()),
        }
    }

    /// Waits, but not longer than it may.
    pub fn sleep(&self, duration: Duration) -> Result<(), Fault> {
        let may = self.left().map_or(duration, |left| left.min(duration));
        self.world.read().clock.sleep(may, self.interrupt);
        if may < duration { self.go_on().and(Err(Fault::timed_out("context deadline exceeded"))) } else { self.go_on() }
    }

    /// The steps that lead to what this call runs, itself last.
    pub fn callers(&self) -> Vec<Caller> {
        let own = self.calling.map(|step| Caller {
            kind: step.kind,
            name: step.name.to_owned(),
            source: step.source,
            iteration: self.iteration.filter(|_| step.kind == StepKind::Resolver).map(|element| element.index),
        });
        self.within.iter().cloned().chain(own).collect()
    }

    /// Waits before something is tried again, and says why.
    pub fn wait_to_retry(&self, duration: Duration, what: &str, reason: &str) -> Result<(), Fault> {
        let pause = format!("{duration:?}");
        let (what, reason) = (self.told(what), self.told(reason));
        self.log(LogLevel::Warn, "trying again", &[("what", &what), ("in", &pause), ("reason", &reason)]);
        let notices = &self.world.read().notices;
        notices.at(|| format!("next try in {pause}"));
        let waited = self.sleep(duration);
        notices.at(String::new);
        waited
    }

    /// A text about the call as logs and traces may have it: of one that is sensitive nothing, unless secrets are shown.
    pub(crate) fn told<'t>(&'t self, text: &'t str) -> Cow<'t, str> {
        let redactor = &self.run.redactor;
        if self.is_sensitive && !redactor.reveals() { redactor.mask().into() } else { redactor.text(text) }
    }

    /// The directory that a relative path starts at.
    pub fn base(&self) -> &Path {
        match (self.mode, &self.directories.output) {
            (Capability::Action, Some(output)) => output,
            (Capability::Action, None) => &self.directories.working,
            _ => &self.directories.base,
        }
    }

    /// Where a path leads, without `.` and `..`. Whether it stays in the output directory is for whoever opens it: see
    /// [`Context::confined`].
    pub fn path(&self, path: &str) -> PathBuf {
        gostd::path::clean(&self.base().join(path))
    }

    /// The directory that must not be left, when there is one: actions with `--output-dir`.
    pub fn confined(&self) -> Option<&Path> {
        self.directories.output.as_deref().filter(|_| self.mode == Capability::Action)
    }

    /// All names that an expression can use, `_` included.
    pub fn variables(&self) -> Map {
        self.scope.variables(self.iteration)
    }

    /// Says something to whoever reads the log.
    pub fn log(&self, level: LogLevel, message: &str, fields: &[(&str, &str)]) {
        (self.hear)(&Happening::Logged(&LogEntry { level, message, fields }));
    }
}
