//! From a tree to a plan: everything is rendered once, compared at once, and nothing is written to the target.

use crate::beside::{Beside, Search};
use crate::judge::{Judge, Judged};
use crate::lexical::join;
use crate::memory::Memory;
use crate::options::CopyOnly;
use crate::plan::{Plan, PlannedFile, Uncertain, Verdict};
use crate::post::{Finish, PostList};
use crate::problem::{Problem, ProblemKind, Problems};
use crate::render::{Candidate, Job, render_all};
use crate::roots::Roots;
use crate::scaffold::Scaffold;
use crate::source::{self, Source};
use crate::store::{Held, Store};
use crate::survey::{Directory, Survey};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use system::files::{Digest, FileError, ReadFiles};
use system::{ReadWorld, WriteWorld};

/// A plan that cannot be applied, with as much of the outputs as fits into memory.
pub struct Rehearsal(pub(crate) Planned);

/// A plan that can be applied, with all outputs that are needed for it.
pub struct Prepared(pub(crate) Planned);

/// A plan, and what it takes to carry it out.
pub(crate) struct Planned {
    pub(crate) plan: Plan,
    pub(crate) target: PathBuf,
    /// As many as the plan has files.
    pub(crate) work: Vec<Work>,
    pub(crate) store: Store,
    /// Directories of the target with unfinished files of ours in them.
    pub(crate) swept: Vec<PathBuf>,
    pub(crate) memory: Arc<dyn Memory>,
    /// The nearest directory that is there: the target or one above it.
    pub(crate) nearest: Option<PathBuf>,
}

/// What it takes to write a file.
#[derive(Debug)]
pub(crate) struct Work {
    pub(crate) held: Option<Held>,
    pub(crate) commands: Vec<Finish>,
    pub(crate) made_from: Option<Digest>,
}

impl Scaffold {
    /// What would be done, in a world that can only be looked at. No command runs.
    pub fn rehearse(&self, world: &ReadWorld) -> Result<Rehearsal, Problems> {
        self.plan(world, |_| Store::in_memory(self.options.limits.kept)).map(Rehearsal)
    }

    /// What is to be done, ready to be applied. Outputs that do not fit into memory wait on the disk of the target,
    /// without a name; nothing else is written.
    pub fn prepare(&self, world: &WriteWorld) -> Result<Prepared, Problems> {
        let store = |near: PathBuf| Store::on_disk(self.options.limits.kept, Arc::clone(&world.files), near);
        let planned = self.plan(&world.read, store)?;
        refuse_unknown(&planned)?;
        Ok(Prepared(planned))
    }

    fn plan(&self, world: &ReadWorld, store: impl FnOnce(PathBuf) -> Store) -> Result<Planned, Problems> {
        let (files, options) = (&world.files, &self.options);
        let copy_only = CopyOnly::parse(&options.copy_only).map_err(|error| Problem::new(&self.source, error))?;
        let roots = Roots::of(&**files, &self.source, &self.target)?;
        let mut source = source::walk(&**files, &self.source, &copy_only, &options.limits)?;
        let mut survey = Survey::of(&**files, &self.target, source.directories.iter().map(|(path, _)| path.as_path()));
        let mut problems = std::mem::take(&mut source.problems);
        problems.append(&mut survey.problems);
        let near = survey.nearest.clone().unwrap_or_else(|| self.target.clone());
        let job = Arc::new(self.job(files, source, survey, store(near)));
        let candidates = render_all(&job, &*self.engine, &world.interrupt)?;
        let outputs = settle(candidates, &job.source, &self.target, &mut problems);
        let beside = find_beside(self, &**files, roots, &job.judge.survey, &outputs);
        let beside = beside.map_err(|problem| problems.push(problem)).unwrap_or_default();
        if !problems.is_empty() {
            return Err(problems.into());
        }
        let leftovers = leftovers(&**files, &self.target, &beside.swept);
        // The workers are gone, and with them all other owners.
        let job = Arc::into_inner(job).expect("nobody else holds the job once everything is rendered");
        Ok(self.planned(job, outputs, beside, leftovers))
    }

    fn job(&self, files: &Arc<dyn ReadFiles>, source: Source, survey: Survey, store: Store) -> Job {
        let judge = Judge {
            files: Arc::clone(files),
            target: self.target.clone(),
            survey,
            posts: PostList::new(&self.options.post),
            memory: Arc::clone(&self.memory),
            store,
        };
        Job {
            files: Arc::clone(files),
            root: self.source.clone(),
            source,
            context: Arc::clone(&self.context),
            judge,
            skip_empty: self.options.skip_empty,
            skips_with_partials: self.engine.skips_with_partials(),
            preserve_modes: self.options.preserve_modes,
            limits: self.options.limits,
            outputs: AtomicUsize::new(0),
            written: AtomicU64::new(0),
        }
    }

    fn planned(&self, job: Job, outputs: Vec<Settled>, beside: Beside, leftovers: Vec<PathBuf>) -> Planned {
        let Job { judge: Judge { survey, store, .. }, source, .. } = job;
        let is_missing = |path: &PathBuf| matches!(survey.get(path), Some(Directory::Missing));
        let directories = source.directories.into_iter().map(|(path, _)| path).filter(is_missing).collect();
        let (files, work) = outputs.into_iter().map(Settled::split).unzip();
        let plan = Plan {
            files,
            directories,
            purged: beside.files,
            purge: self.options.purge,
            target_exists: survey.target_exists(),
            unlisted: beside.unknown,
            leftovers,
        };
        Planned {
            plan,
            target: self.target.clone(),
            work,
            store,
            swept: beside.swept,
            memory: Arc::clone(&self.memory),
            nearest: survey.nearest,
        }
    }
}

/// Only a rehearsal may not know.
fn refuse_unknown(planned: &Planned) -> Result<(), Problems> {
    let unknown = planned.plan.files.iter().filter_map(|file| match &file.verdict {
        Verdict::MayChange(Uncertain::Unknown(reason)) => {
            Some(Problem::new(planned.target.join(&file.path), ProblemKind::Unknown(reason.clone())))
        }
        _ => None,
    });
    let problems: Vec<_> = unknown.collect();
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

/// An output that made it.
struct Settled {
    path: PathBuf,
    template: PathBuf,
    judged: Judged,
}

impl Settled {
    fn split(self) -> (PlannedFile, Work) {
        let Judged { size, mode, verdict, held, commands, made_from } = self.judged;
        let lines = commands.iter().map(|finish| finish.command.clone()).collect();
        let file = PlannedFile { path: self.path, template: self.template, size, mode, verdict, commands: lines };
        (file, Work { held, commands, made_from })
    }
}

/// Of several outputs for one path the last one counts, as if they had been written one after the other.
fn settle(candidates: Vec<Candidate>, source: &Source, target: &Path, problems: &mut Vec<Problem>) -> Vec<Settled> {
    let mut last: HashMap<PathBuf, (PathBuf, Judged)> = HashMap::with_capacity(candidates.len());
    for Candidate { path, template, outcome, .. } in candidates {
        match outcome {
            Err(problem) => problems.push(problem),
            Ok(_) if source.places.contains_key(&path) => {
                problems.push(Problem::new(target.join(path), ProblemKind::WrittenDirectory));
            }
            Ok(judged) => drop(last.insert(path, (template, judged))),
        }
    }
    let mut settled: Vec<Settled> =
        last.into_iter().map(|(path, (template, judged))| Settled { path, template, judged }).collect();
    settled.sort_unstable_by(|a, b| a.path.as_os_str().cmp(b.path.as_os_str()));
    settled
}

fn find_beside(
    scaffold: &Scaffold,
    files: &dyn ReadFiles,
    roots: Roots,
    survey: &Survey,
    outputs: &[Settled],
) -> Result<Beside, Problem> {
    let tree: HashSet<&OsStr> = outputs.iter().map(|output| output.path.as_os_str()).collect();
    let Scaffold { target, options, .. } = scaffold;
    Search { files, target, survey, limits: &options.limits, roots, purge: options.purge }.run(&tree)
}

/// What cannot be looked at is not reported: applying would not find it either.
fn leftovers(files: &dyn ReadFiles, target: &Path, swept: &[PathBuf]) -> Vec<PathBuf> {
    let found = swept.iter().filter_map(|directory| files.leftovers(&join(target, directory)).ok());
    found.flatten().collect()
}

impl Planned {
    fn content(&self, path: &Path) -> Result<Option<Cow<'_, [u8]>>, FileError> {
        let at = self.plan.files.binary_search_by(|file| file.path.as_os_str().cmp(path.as_os_str()));
        match at.ok().and_then(|at| self.work[at].held.as_ref()) {
            Some(held) => self.store.get(held),
            None => Ok(None),
        }
    }
}

impl Rehearsal {
    /// The same for a run, when nothing that it takes is missing: outputs that did not fit into memory are.
    pub fn into_prepared(self) -> Option<Prepared> {
        let is_whole = self.0.work.iter().all(|work| !matches!(work.held, Some(Held::Dropped)));
        (is_whole && refuse_unknown(&self.0).is_ok()).then_some(Prepared(self.0))
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.0.plan
    }

    /// What was rendered for a file that would be written, before commands finish it; nothing for copies, and when it
    /// did not fit into memory.
    pub fn content(&self, path: &Path) -> Option<Cow<'_, [u8]>> {
        self.0.content(path).ok().flatten()
    }
}

impl Prepared {
    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.0.plan
    }

    /// What was rendered for a file that is to be written, before commands finish it; nothing for copies.
    pub fn content(&self, path: &Path) -> Result<Option<Cow<'_, [u8]>>, FileError> {
        self.0.content(path)
    }
}
