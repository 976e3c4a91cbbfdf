//! One run at a time: the lock in the state directory.

use std::path::Path;
use std::time::Duration;
use system::files::{Attributes, FileError, FileErrorKind, FileKind, Links, Lock};
use system::{Clock, WriteWorld};
use thiserror::Error;

/// How often somebody who waits looks again.
const GLANCE: Duration = Duration::from_millis(50);
/// Who waits longer than this says so.
const PATIENCE: Duration = Duration::from_millis(500);

/// Kept as long as the run lasts. A run inside of a run shares the lock of the outer one, and one without a state directory
/// has none.
pub struct RunLock(#[expect(dead_code, reason = "it is held, not used")] Option<Box<dyn Send + Sync>>);

/// Why a run cannot begin.
#[derive(Debug, Error)]
pub enum LockError {
    /// Another one is at it.
    #[error("another run is at work: {holder}; waited {} s for it to end", waited.as_secs_f64())]
    Held {
        /// What it says about itself.
        holder: String,
        /// How long we waited.
        waited: Duration,
    },
    /// Somebody ended us first.
    #[error("interrupted while waiting for another run to end: {0}")]
    Interrupted(String),
}

/// A run that wants to begin.
pub struct Applicant<'a> {
    /// What others are told about it.
    pub words: &'a str,
    /// How long it waits for another one.
    pub patience: Duration,
}

impl RunLock {
    /// Takes the lock, or waits for it. A state directory that cannot be used is told of and does not stop the run.
    pub fn take(world: &WriteWorld, applicant: &Applicant<'_>, tell: &mut dyn FnMut(&str)) -> Result<Self, LockError> {
        let Some(directory) = &world.read.state_directory else { return Ok(Self(None)) };
        if let Err(error) = make_private(directory, world) {
            tell(&format!("{error}; nothing is kept for later runs, and others may run at the same time"));
            return Ok(Self(None));
        }
        let running = directory.join("running");
        world.processes.note_in(&running, &world.run);
        let holder = format!("{}\n{}\n", world.run, applicant.words);
        let (clock, interrupt) = (&*world.read.clock, &world.read.interrupt);
        let (path, began) = (directory.join("lock"), clock.monotonic());
        let mut has_told = false;
        loop {
            let theirs = match world.files.lock(&path, &holder) {
                Ok(Lock::Ours(lock, left)) => {
                    sweep(directory, world);
                    let died = left.lines().next().filter(|died| *died != world.run);
                    wait_for_commands((&running, died), world, applicant, began, tell)?;
                    return Ok(Self(Some(lock)));
                }
                Ok(Lock::Theirs(theirs)) => theirs,
                Err(error) => {
                    tell(&format!("{error}; others may run at the same time"));
                    return Ok(Self(None));
                }
            };
            let (run, words) = theirs.split_once('\n').unwrap_or_default();
            if run == world.run {
                return Ok(Self(None));
            }
            let waited = since(began, clock);
            if waited >= applicant.patience {
                return Err(LockError::Held { holder: words.trim_end().to_owned(), waited: applicant.patience });
            }
            if waited >= PATIENCE && !std::mem::replace(&mut has_told, true) {
                tell(&format!("waiting for another run to end: {}", words.trim_end()));
            }
            if !clock.sleep(GLANCE, interrupt) {
                return Err(LockError::Interrupted(words.trim_end().to_owned()));
            }
        }
    }
}

/// A command goes on when its run is killed, and nothing that it does is done a second time beside it. One that does not
/// come to its end is told of, and does not hold up every later run.
fn wait_for_commands(
    (running, died): (&Path, Option<&str>),
    world: &WriteWorld,
    applicant: &Applicant<'_>,
    began: Duration,
    tell: &mut dyn FnMut(&str),
) -> Result<(), LockError> {
    let (clock, interrupt) = (&*world.read.clock, &world.read.interrupt);
    let mut has_told = false;
    while let Some(process) = world.processes.outliving(running, &world.run, died).first() {
        let waited = since(began, clock);
        if waited >= applicant.patience {
            let patience = applicant.patience.as_secs_f64();
            tell(&format!(
                "{process}, is left of a run that died and still at work after {patience} s; it is not waited for any longer"
            ));
            return Ok(());
        }
        if waited >= PATIENCE && !std::mem::replace(&mut has_told, true) {
            tell(&format!("waiting for a command of a run that died to end: {process}"));
        }
        if !clock.sleep(GLANCE, interrupt) {
            return Err(LockError::Interrupted(process.to_string()));
        }
    }
    Ok(())
}

/// What a run that died was about to write here, and in the directories of the types. Nobody misses it, and whoever cannot
/// remove it can do without.
fn sweep(state: &Path, world: &WriteWorld) {
    let names = world.read.files.list(state).unwrap_or_default();
    for directory in names.into_iter().map(|name| state.join(name)).chain([state.to_owned()]) {
        drop(world.files.sweep(&directory));
    }
}

fn since(began: Duration, clock: &dyn Clock) -> Duration {
    clock.monotonic().saturating_sub(began)
}

fn make_private(directory: &Path, world: &WriteWorld) -> Result<(), FileError> {
    match world.read.files.stat(directory, Links::Follow)?.map(|stat| stat.kind) {
        Some(FileKind::Directory) => Ok(()),
        Some(_) => {
            let kind = FileErrorKind::NotADirectory { at: directory.to_owned() };
            Err(FileError { verb: "use", path: directory.to_owned(), kind })
        }
        None => world.files.make_directory(directory, Attributes::mode(0o700)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::FakeWorld;
    use system::process::Outliving;

    /// What is told when a command of a dead run is seen so often.
    fn told(times: usize, patience: Duration) -> Vec<String> {
        let fake = FakeWorld::new();
        let process = Outliving { pid: 7, program: "apt-get".into() };
        for _ in 0..times {
            fake.processes.outlive(vec![process.clone()]);
        }
        let mut world = fake.write();
        world.read.state_directory = Some("/state".into());
        let mut told = Vec::new();
        let applicant = Applicant { words: "site.yaml", patience };
        assert!(RunLock::take(&world, &applicant, &mut |text| told.push(text.to_owned())).is_ok());
        told
    }

    #[test]
    fn what_a_run_that_died_left_in_the_state_directory_is_removed() {
        let fake = FakeWorld::new();
        fake.files.add_file("/state/archive/a.json", "{}");
        let left = ["/state/.upright-1", "/state/archive/.upright-2"];
        for path in left {
            fake.files.add_leftover(path);
        }
        let mut world = fake.write();
        world.read.state_directory = Some("/state".into());
        let applicant = Applicant { words: "site.yaml", patience: Duration::ZERO };
        assert!(RunLock::take(&world, &applicant, &mut |text| panic!("{text}")).is_ok());
        for path in left {
            assert_eq!(world.read.files.stat(Path::new(path), Links::Keep).unwrap(), None, "{path}");
        }
        assert!(world.read.files.exists(Path::new("/state/archive/a.json")).unwrap());
    }

    #[test]
    fn a_command_that_outlives_its_run_is_waited_for() {
        let patience = Duration::from_secs(30);
        assert!(told(0, patience).is_empty());
        assert!(told(5, patience).is_empty(), "a short wait is nobody's business");
        assert_eq!(told(50, patience), ["waiting for a command of a run that died to end: `apt-get`, process 7"]);
    }

    #[test]
    fn a_command_that_does_not_end_does_not_stop_later_runs() {
        let given_up = "`apt-get`, process 7, is left of a run that died and still at work after 1 s; it is not waited for any longer";
        assert_eq!(told(1000, Duration::from_secs(1)).last().unwrap(), given_up);
        assert_eq!(told(1, Duration::ZERO).len(), 1);
    }
}
