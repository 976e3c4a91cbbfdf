//! What the type asks of a platform, and the one answer there is: the library renders everywhere.

use super::desired::Desired;
use super::failure::ScaffoldFailure;
use super::memory::LongMemory;
use super::state::Presence;
use super::tree::tree;
use crate::refusal::closed_above;
use engine::Obstacle;
use scaffold::{Applied, Plan, Prepared, Rehearsal};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use system::files::{FileError, Overlay};
use system::{Disturbance, Observation, ReadWorld, WriteWorld};

/// Looking.
pub(super) trait Reads {
    /// Renders, and compares with what is there.
    fn look(&self, desired: &Desired) -> Result<Plan, ScaffoldFailure>;
    /// Why nothing can be made at a path.
    fn closed(&self, path: &Path) -> Result<Option<Obstacle>, FileError>;
    /// Whether something is there.
    fn presence(&self, path: &Path) -> Result<Presence, FileError>;
    /// What was written and is not there any more.
    fn undone(&self, applied: &Applied, target: &Path) -> Result<Vec<PathBuf>, FileError>;
    /// The text that was rendered for a file, and the one that is there; nothing for what cannot be compared.
    fn texts(&self, desired: &Desired, file: &Path) -> Option<(Vec<u8>, Vec<u8>)>;
}

/// Changing.
pub(super) trait Verbs {
    /// Puts the rendered tree in place.
    fn write(&self, desired: &Desired) -> Result<Applied, ScaffoldFailure>;
    /// Takes the files of the tree away.
    fn withdraw(&self, desired: &Desired) -> Result<Applied, ScaffoldFailure>;
}

/// Texts beyond this are not compared line by line.
const LARGEST: u64 = 1 << 20;

/// What was rendered last, so that nothing is rendered twice for one step.
struct Rendered {
    target: PathBuf,
    tree: Mutex<Option<(Rehearsal, Arc<LongMemory>)>>,
}

impl Observation for Rendered {
    fn survives(&self, _by: &Disturbance<'_>) -> bool {
        false
    }
}

/// What was rendered for the target, taken out of its place.
fn taken(desired: &Desired, world: &ReadWorld) -> Option<(Rehearsal, Arc<LongMemory>)> {
    let rendered = world.observations.peek::<Rendered>().filter(|rendered| rendered.target == desired.target)?;
    rendered.tree.lock().unwrap_or_else(PoisonError::into_inner).take()
}

fn rendered(desired: &Desired, world: &ReadWorld) -> Result<(Rehearsal, Arc<LongMemory>), ScaffoldFailure> {
    let memory = Arc::new(LongMemory::new(&desired.target, world));
    Ok((tree(desired, world, Arc::clone(&memory) as _).rehearse(world)?, memory))
}

/// Lays what would be written over the files of a rehearsal.
pub(super) fn foresee(desired: &Desired, world: &ReadWorld, files: &Overlay) -> Result<(), FileError> {
    foreseen(desired, world).map_or(Ok(()), |tree| tree.foresee(files))
}

/// Takes what would be removed out of the files of a rehearsal.
pub(super) fn foresee_withdrawal(desired: &Desired, world: &ReadWorld, files: &Overlay) -> Result<(), FileError> {
    foreseen(desired, world).map_or(Ok(()), |tree| tree.foresee_withdrawal(files))
}

/// What could be rendered a moment ago can be rendered again.
fn foreseen(desired: &Desired, world: &ReadWorld) -> Option<Rehearsal> {
    let tree = taken(desired, world).map_or_else(|| rendered(desired, world), Ok);
    tree.ok().map(|(tree, _)| tree)
}

struct Looking(ReadWorld);

struct Writing(WriteWorld);

pub(super) fn reads(world: &ReadWorld) -> Box<dyn Reads> {
    Box::new(Looking(world.clone()))
}

pub(super) fn verbs(world: &WriteWorld) -> Box<dyn Verbs> {
    Box::new(Writing(world.clone()))
}

impl Reads for Looking {
    fn look(&self, desired: &Desired) -> Result<Plan, ScaffoldFailure> {
        let (tree, memory) = rendered(desired, &self.0)?;
        let plan = tree.plan().clone();
        let tree = Mutex::new(Some((tree, memory)));
        self.0.observations.put(Rendered { target: desired.target.clone(), tree });
        Ok(plan)
    }

    fn closed(&self, path: &Path) -> Result<Option<Obstacle>, FileError> {
        closed_above(path, &self.0)
    }

    fn presence(&self, path: &Path) -> Result<Presence, FileError> {
        match self.0.files.exists(path) {
            Ok(true) => Ok(Presence::There),
            Ok(false) => Ok(Presence::Missing),
            Err(error) => error.unknown().cloned().map(Presence::Unknown).ok_or(error),
        }
    }

    fn undone(&self, applied: &Applied, target: &Path) -> Result<Vec<PathBuf>, FileError> {
        applied.undone(&*self.0.files, target)
    }

    fn texts(&self, desired: &Desired, file: &Path) -> Option<(Vec<u8>, Vec<u8>)> {
        let kept = self.0.observations.peek::<Rendered>().filter(|kept| kept.target == desired.target)?;
        let tree = kept.tree.lock().unwrap_or_else(PoisonError::into_inner);
        let new = tree.as_ref()?.0.content(file).filter(|new| new.len() as u64 <= LARGEST)?.into_owned();
        match self.0.files.read(&desired.target.join(file), LARGEST) {
            Ok(old) => Some((old, new)),
            Err(error) if error.is_nothing() => Some((Vec::new(), new)),
            Err(_) => None,
        }
    }
}

impl Writing {
    /// The rendering that the plan was made from; another one when that does not hold everything.
    fn prepared(&self, desired: &Desired) -> Result<(Prepared, Arc<LongMemory>), ScaffoldFailure> {
        let kept = taken(desired, &self.0.read);
        let kept = kept.and_then(|(tree, memory)| Some((tree.into_prepared()?, memory)));
        kept.map_or_else(
            || {
                let memory = Arc::new(LongMemory::new(&desired.target, &self.0.read));
                Ok((tree(desired, &self.0.read, Arc::clone(&memory) as _).prepare(&self.0)?, memory))
            },
            Ok,
        )
    }
}

impl Writing {
    /// Says what an error leads to.
    fn tell(&self, done: Result<(), FileError>, what_follows: &str) {
        if let Err(error) = done {
            self.0.read.notices.say(&format!("{what_follows}: {error}"));
        }
    }
}

impl Verbs for Writing {
    fn write(&self, desired: &Desired) -> Result<Applied, ScaffoldFailure> {
        let (prepared, memory) = self.prepared(desired)?;
        let plan = prepared.plan().clone();
        let applied = prepared.apply(&self.0);
        self.0.read.files.forget();
        // Whoever cannot remember lets commands run again: that is slower, and nothing else.
        self.tell(memory.save(&plan, &self.0), "what commands made is not remembered");
        Ok(applied?)
    }

    fn withdraw(&self, desired: &Desired) -> Result<Applied, ScaffoldFailure> {
        let (prepared, memory) = self.prepared(desired)?;
        let applied = prepared.withdraw(&self.0);
        self.0.read.files.forget();
        self.tell(memory.clear(&self.0), "what commands made is not forgotten");
        Ok(applied?)
    }
}
