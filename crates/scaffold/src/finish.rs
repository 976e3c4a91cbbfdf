//! Running the commands that finish files, on copies that only we see. The target is not touched.

use crate::memory::Finished;
use crate::plan::{PlannedFile, Verdict};
use crate::planning::{Planned, Work};
use crate::post::Finish;
use crate::problem::{Problem, ProblemKind};
use crate::store::Held;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use system::WriteWorld;
use system::files::{Attributes, Content, FileError, FileKind, Links, Stat};
use system::process::{Command, ProcessError};

/// What came out of the commands for a file.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The target is like that already; this is what it is.
    Unchanged(Finished),
    /// This has to be put in its place.
    Changed(PathBuf, Finished),
}

/// Runs the commands for all files of a plan that have some, one after the other; the outcomes are by the file's number.
pub(crate) fn finish_all(
    planned: &Planned,
    world: &WriteWorld,
    stage: &Path,
) -> Result<HashMap<usize, Outcome>, Vec<Problem>> {
    let shop = Shop { planned, world, stage, surroundings: Surroundings::of(world) };
    let (mut outcomes, mut problems) = (HashMap::new(), Vec::new());
    for (at, (file, work)) in planned.waiting() {
        let there = planned.target.join(&file.path);
        match shop.finish(at, file, work, &there) {
            Ok(outcome) => drop(outcomes.insert(at, outcome)),
            Err(Stop { kind, for_all }) => {
                problems.push(Problem::new(there, kind));
                if for_all {
                    break;
                }
            }
        }
    }
    if problems.is_empty() { Ok(outcomes) } else { Err(problems) }
}

impl Planned {
    /// The files that commands have to finish.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = (usize, (&PlannedFile, &Work))> {
        let all = self.plan.files.iter().zip(&self.work).enumerate();
        all.filter(|(_, (file, work))| file.verdict.is_change() && !work.commands.is_empty())
    }
}

/// Why a file is not finished, and whether the next one would fare better.
struct Stop {
    kind: ProblemKind,
    for_all: bool,
}

impl<E: Into<ProblemKind>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self { kind: error.into(), for_all: false }
    }
}

struct Shop<'a> {
    planned: &'a Planned,
    world: &'a WriteWorld,
    stage: &'a Path,
    surroundings: Surroundings,
}

impl Shop<'_> {
    fn finish(&self, at: usize, file: &PlannedFile, work: &Work, there: &Path) -> Result<Outcome, Stop> {
        let staged = self.copy(at, file, work)?;
        for finish in &work.commands {
            self.run(finish, &staged)?;
        }
        let finished = self.look(&staged, work)?;
        match self.target(there, file, &finished)? {
            Some(unchanged) => Ok(Outcome::Unchanged(unchanged)),
            None => Ok(Outcome::Changed(staged, finished)),
        }
    }

    /// A copy with the same last name, in a directory of its own.
    fn copy(&self, at: usize, file: &PlannedFile, work: &Work) -> Result<PathBuf, FileError> {
        let files = &self.world.files;
        let directory = self.stage.join(at.to_string());
        files.make_directory(&directory, Attributes::mode(0o700))?;
        let staged = directory.join(file.path.file_name().unwrap_or(OsStr::new("file")));
        let mode = Attributes::mode(file.mode);
        match &work.held {
            Some(Held::Copy(from)) => files.replace(&staged, Content::CopyOf(from), mode)?,
            Some(held) => {
                let output = self.planned.store.get(held)?.unwrap_or_default();
                files.replace(&staged, Content::Bytes(&output), mode)?
            }
            None => files.replace(&staged, Content::Bytes(b""), mode)?,
        };
        Ok(staged)
    }

    fn run(&self, finish: &Finish, staged: &Path) -> Result<(), Stop> {
        let command = self.surroundings.command(finish.words(staged)?);
        let failed = |reason: String, output: String, for_all| Stop {
            kind: ProblemKind::Command { command: finish.command.clone(), reason, output },
            for_all,
        };
        match self.world.processes.run(&command, None) {
            Ok(ended) if ended.is_success() => Ok(()),
            Ok(ended) => {
                let output = ended.stdout.text() + &ended.stderr.text();
                Err(failed(format!("ended with {}", ended.code), output, false))
            }
            Err(ProcessError::Interrupted { signal, .. }) => {
                Err(Stop { kind: ProblemKind::Interrupted(signal), for_all: true })
            }
            Err(error) => {
                let output = error.output().map(|output| output.stdout.text() + &output.stderr.text());
                let for_all = error.could_not_start();
                Err(failed(format!("failed: {error}"), output.unwrap_or_default(), for_all))
            }
        }
    }

    /// What the commands left, which has to be a file still.
    fn look(&self, staged: &Path, work: &Work) -> Result<Finished, Stop> {
        let files = &self.world.read.files;
        match files.stat(staged, Links::Keep)? {
            Some(stat) if stat.kind == FileKind::File => {
                self.make_readable(staged, &stat)?;
                Ok(Finished { digest: files.digest(staged)?, mode: stat.mode & 0o777 })
            }
            found => {
                let command = work.commands.iter().map(|finish| finish.command.as_str()).collect::<Vec<_>>().join(", ");
                let left = found.map_or("nothing", |stat| stat.kind.with_article());
                let reason = format!("left {left} where the file was");
                Err(ProblemKind::Command { command, reason, output: String::new() }.into())
            }
        }
    }

    /// A command may take our own right to read away; the file gets its mode when it is put in its place.
    fn make_readable(&self, staged: &Path, stat: &Stat) -> Result<(), FileError> {
        if stat.mode & 0o400 == 0 {
            self.world.files.set_attributes(staged, Attributes::mode(0o600))?;
        }
        Ok(())
    }

    /// What is in the target, when the outcome need not be put there. Only the content counts, as upstream has it,
    /// unless it is known which mode the commands gave before.
    fn target(&self, there: &Path, file: &PlannedFile, new: &Finished) -> Result<Option<Finished>, FileError> {
        if file.verdict == Verdict::Add {
            return Ok(None);
        }
        let files = &self.world.read.files;
        let Some(stat) = files.stat(there, Links::Follow)? else { return Ok(None) };
        let old = Finished { digest: files.digest(there)?, mode: stat.mode & 0o777 };
        let is_same =
            if matches!(file.verdict, Verdict::MayChange(_)) { old.digest == new.digest } else { old == *new };
        Ok(is_same.then_some(old))
    }
}

/// Our own environment and working directory, which the commands have as well.
struct Surroundings {
    environment: Vec<(String, String)>,
    directory: Option<PathBuf>,
}

impl Surroundings {
    fn of(world: &WriteWorld) -> Self {
        let own = &world.read.environment;
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Self { environment: own.vars().into_iter().filter_map(text).collect(), directory: own.directory().ok() }
    }

    fn command(&self, words: Vec<String>) -> Command {
        Command { environment: self.environment.clone(), directory: self.directory.clone(), ..Command::of(words) }
    }
}
