//! One run at a time: the lock in the state directory.

use std::path::Path;
use std::time::Duration;
use system::files::{Attributes, FileError, Links, Lock};
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
        let holder = format!("{}\n{}\n", world.run, applicant.words);
        let (clock, interrupt) = (&*world.read.clock, &world.read.interrupt);
        let (path, began) = (directory.join("lock"), clock.monotonic());
        let mut has_told = false;
        loop {
            let theirs = match world.files.lock(&path, &holder) {
                Ok(Lock::Ours(lock)) => return Ok(Self(Some(lock))),
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

fn since(began: Duration, clock: &dyn Clock) -> Duration {
    clock.monotonic().saturating_sub(began)
}

fn make_private(directory: &Path, world: &WriteWorld) -> Result<(), FileError> {
    match world.read.files.stat(directory, Links::Follow)? {
        Some(_) => Ok(()),
        None => world.files.make_directory(directory, Attributes::mode(0o700)),
    }
}
