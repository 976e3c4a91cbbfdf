//! From a plan to a target. Commands run first, on copies; only when all of them have succeeded is anything written,
//! each file in one step.

use crate::finish::{Outcome, finish_all};
use crate::lexical::join;
use crate::parallel;
use crate::planning::{Planned, Prepared};
use crate::problem::{Problem, ProblemKind, Problems};
use crate::store::Held;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use system::WriteWorld;
use system::files::{Attributes, Content, Digest, FileError, Links, ReadFiles, Removal, WriteBeneath};

/// The permissions of new directories.
const DIRECTORY: u32 = 0o755;

/// What was done. Paths are below the target, sorted by their bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Applied {
    /// Files that were written.
    pub changed: Vec<PathBuf>,
    /// Files that were as they had to be, once commands had finished them.
    pub stable: Vec<PathBuf>,
    /// Files that were removed.
    pub purged: Vec<PathBuf>,
    /// What was written, in the order of `changed`.
    pub(crate) written: Vec<Digest>,
    pub(crate) made_directories: bool,
}

impl Applied {
    /// Whether nothing was written, removed or made: commands may have made of a file what was there already.
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty() && self.purged.is_empty() && !self.made_directories
    }

    /// The files that are not as they were written, or are there although they were removed: somebody else is at work in
    /// the target.
    pub fn undone(&self, files: &dyn ReadFiles, target: &Path) -> Result<Vec<PathBuf>, FileError> {
        let mut undone = Vec::new();
        for (path, written) in self.changed.iter().zip(&self.written) {
            match files.digest(&target.join(path)) {
                Ok(digest) if digest == *written => {}
                Ok(_) => undone.push(path.clone()),
                Err(error) if error.is_nothing() => undone.push(path.clone()),
                Err(error) => return Err(error),
            }
        }
        for path in &self.purged {
            if files.stat(&target.join(path), Links::Keep)?.is_some() {
                undone.push(path.clone());
            }
        }
        Ok(undone)
    }
}

/// Why a plan was not carried out to its end, and how far it was.
#[derive(Debug, thiserror::Error)]
#[error("{problems}")]
pub struct ApplyError {
    /// What went wrong.
    pub problems: Problems,
    /// What was done before, or at the same time.
    pub done: Box<Applied>,
    /// Files that were not written or removed any more.
    pub not_done: Vec<PathBuf>,
}

impl Prepared {
    /// Does what the plan says.
    pub fn apply(self, world: &WriteWorld) -> Result<Applied, ApplyError> {
        let planned = self.0;
        sweep(&planned, world);
        if planned.plan.is_empty() {
            let stable = planned.plan.stable().map(Path::to_owned).collect();
            return Ok(Applied { stable, ..Applied::default() });
        }
        let made = make_target(&planned, world).map_err(|error| untouched(&planned, error))?;
        let stage = Stage::of(&planned, world).map_err(|error| undone(&planned, world, &made, vec![error]))?;
        let outcomes = match &stage.path {
            Some(path) => finish_all(&planned, world, path),
            None => Ok(HashMap::new()),
        };
        match outcomes {
            Err(problems) => {
                drop(stage);
                Err(undone(&planned, world, &made, problems))
            }
            Ok(outcomes) => Commit { planned: &planned, world, outcomes: &outcomes }.run(),
        }
    }
}

/// Removes what dead processes left behind. That something of it stays is no reason to fail: it does nobody harm.
fn sweep(planned: &Planned, world: &WriteWorld) {
    for directory in &planned.swept {
        let directory = join(&planned.target, directory);
        let _ = world.files.sweep(&directory);
        let _ = world.files.sweep_stages(&directory);
    }
}

/// Makes the target when it is missing, and says which directories that took, from the top.
fn make_target(planned: &Planned, world: &WriteWorld) -> Result<Vec<PathBuf>, Problem> {
    if planned.plan.target_exists {
        return Ok(Vec::new());
    }
    let is_new = |path: &&Path| Some(*path) != planned.nearest.as_deref() && !path.as_os_str().is_empty();
    let mut made: Vec<PathBuf> = planned.target.ancestors().take_while(is_new).map(Path::to_owned).collect();
    made.reverse();
    let target = &planned.target;
    let new = world.files.make_directory(target, Attributes::mode(DIRECTORY));
    new.map_err(|error| Problem::new(target, error))?;
    Ok(made)
}

fn untouched(planned: &Planned, problem: Problem) -> ApplyError {
    let not_done = planned.plan.changed().map(Path::to_owned).collect();
    ApplyError { problems: problem.into(), done: Box::default(), not_done }
}

/// Takes the directories away again that were made too early.
fn undone(planned: &Planned, world: &WriteWorld, made: &[PathBuf], problems: Vec<Problem>) -> ApplyError {
    for directory in made.iter().rev() {
        // Somebody else may have put something into it, and then it stays.
        let _ = world.files.remove(directory, Removal::One);
    }
    let not_done = planned.plan.changed().map(Path::to_owned).collect();
    ApplyError { problems: problems.into(), done: Box::default(), not_done }
}

/// The directory in which commands work, if any have to.
struct Stage<'a> {
    path: Option<PathBuf>,
    world: &'a WriteWorld,
}

impl<'a> Stage<'a> {
    fn of(planned: &Planned, world: &'a WriteWorld) -> Result<Self, Problem> {
        let target = &planned.target;
        let path = match planned.waiting().next() {
            Some(_) => Some(world.files.stage(target).map_err(|error| Problem::new(target, error))?),
            None => None,
        };
        Ok(Self { path, world })
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // What stays is removed by the next run.
            let _ = self.world.files.remove(path, Removal::Tree);
        }
    }
}

struct Commit<'a> {
    planned: &'a Planned,
    world: &'a WriteWorld,
    outcomes: &'a HashMap<usize, Outcome>,
}

impl Commit<'_> {
    fn run(&self) -> Result<Applied, ApplyError> {
        let plan = &self.planned.plan;
        let writes: Vec<usize> = (0..plan.files.len()).filter(|at| self.is_written(*at)).collect();
        let purged: &[PathBuf] = if plan.purge { &plan.purged } else { &[] };
        let stable = (0..plan.files.len()).filter(|at| !self.is_written(*at)).map(|at| self.path(at)).collect();
        let made_directories = !plan.directories.is_empty() || !plan.target_exists;
        let mut applied = Applied { stable, made_directories, ..Applied::default() };
        let beneath = match self.open() {
            Ok(beneath) => beneath,
            Err(problem) => return Err(self.failed(vec![problem], applied, &writes, purged)),
        };
        let written = parallel::each(writes.len(), |at| self.write(&*beneath, writes[at]));
        (applied.changed, applied.written) =
            written.done.into_iter().map(|(at, digest)| (self.path(writes[at]), digest)).unzip();
        if !written.failed.is_empty() {
            let problems = written.failed.into_iter().map(|(_, problem)| problem).collect();
            return Err(self.failed(problems, applied, &writes, purged));
        }
        self.remember_unchanged();
        for path in purged {
            match self.unless_interrupted().and_then(|()| self.remove(&*beneath, path)) {
                Ok(()) => applied.purged.push(path.clone()),
                Err(problem) => return Err(self.failed(vec![problem], applied, &writes, purged)),
            }
        }
        Ok(applied)
    }

    fn path(&self, at: usize) -> PathBuf {
        self.planned.plan.files[at].path.clone()
    }

    fn is_written(&self, at: usize) -> bool {
        match self.outcomes.get(&at) {
            Some(outcome) => matches!(outcome, Outcome::Changed(..)),
            None => self.planned.plan.files[at].verdict.is_change(),
        }
    }

    fn open(&self) -> Result<Box<dyn WriteBeneath>, Problem> {
        let target = &self.planned.target;
        let beneath = self.world.files.write_beneath(target).map_err(|error| Problem::new(target, error))?;
        for path in &self.planned.plan.directories {
            let made = beneath.make_directory(path, Attributes::mode(DIRECTORY));
            made.map_err(|error| Problem::new(target.join(path), error))?;
        }
        Ok(beneath)
    }

    fn write(&self, beneath: &dyn WriteBeneath, at: usize) -> Result<Digest, Problem> {
        self.unless_interrupted()?;
        let file = &self.planned.plan.files[at];
        let there = self.planned.target.join(&file.path);
        match self.outcomes.get(&at) {
            Some(Outcome::Changed(staged, finished)) => {
                let placed = beneath.replace(&file.path, Content::CopyOf(staged), Attributes::mode(finished.mode));
                placed.map_err(|error| Problem::new(&there, error))?;
                self.remember(at, &there);
                Ok(finished.digest)
            }
            _ => self.place(beneath, at).map_err(|error| Problem::new(&there, error)),
        }
    }

    fn place(&self, beneath: &dyn WriteBeneath, at: usize) -> Result<Digest, FileError> {
        let file = &self.planned.plan.files[at];
        let mode = Attributes::mode(file.mode);
        match &self.planned.work[at].held {
            Some(Held::Copy(from)) => {
                beneath.replace(&file.path, Content::CopyOf(from), mode)?;
                self.world.read.files.digest(from)
            }
            Some(held) => {
                let output = self.planned.store.get(held)?.unwrap_or_default();
                beneath.replace(&file.path, Content::Bytes(&output), mode)?;
                Ok(Digest::of(&output))
            }
            None => Ok(Digest::of(b"")),
        }
    }

    fn remember(&self, at: usize, there: &Path) {
        let (Outcome::Changed(_, finished) | Outcome::Unchanged(finished)) = &self.outcomes[&at];
        if let Some(made_from) = &self.planned.work[at].made_from {
            self.planned.memory.remember(there, made_from, *finished);
        }
    }

    fn remember_unchanged(&self) {
        for (at, outcome) in self.outcomes {
            if matches!(outcome, Outcome::Unchanged(_)) {
                self.remember(*at, &self.planned.target.join(self.path(*at)));
            }
        }
    }

    fn remove(&self, beneath: &dyn WriteBeneath, path: &Path) -> Result<(), Problem> {
        beneath.remove(path, Removal::One).map_err(|error| Problem::new(self.planned.target.join(path), error))
    }

    fn unless_interrupted(&self) -> Result<(), Problem> {
        match self.world.read.interrupt.signalled() {
            Some(signal) => Err(Problem::new(&self.planned.target, ProblemKind::Interrupted(signal))),
            None => Ok(()),
        }
    }

    fn failed(&self, problems: Vec<Problem>, done: Applied, writes: &[usize], purged: &[PathBuf]) -> ApplyError {
        let all_done: HashSet<&PathBuf> = done.changed.iter().chain(&done.purged).collect();
        let all = writes.iter().map(|at| self.path(*at)).chain(purged.iter().cloned());
        let not_done = all.filter(|path| !all_done.contains(path)).collect();
        ApplyError { problems: problems.into(), done: Box::new(done), not_done }
    }
}
