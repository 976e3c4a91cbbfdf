//! What commands made of the files of a tree, remembered from run to run.

use crate::keep::Keep;
use scaffold::{Finished, Memory, Plan};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use system::files::{Digest, FileError};
use system::{ReadWorld, WriteWorld};

/// What is kept about one tree.
#[derive(Debug, Serialize, Deserialize)]
struct Page {
    /// For people who look at it.
    target: String,
    /// By the path below the target.
    files: BTreeMap<String, Line>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Line {
    made_from: String,
    digest: String,
    mode: u32,
}

/// The memory of one tree: read when it is asked, written when somebody says so.
pub(super) struct LongMemory {
    world: ReadWorld,
    keep: Keep,
    target: PathBuf,
    known: OnceLock<BTreeMap<String, Line>>,
    fresh: Mutex<HashMap<PathBuf, Line>>,
}

impl LongMemory {
    pub(super) fn new(target: &Path, world: &ReadWorld) -> Self {
        Self {
            world: world.clone(),
            keep: Keep::of(world, "scaffold", target),
            target: target.to_owned(),
            known: OnceLock::new(),
            fresh: Mutex::default(),
        }
    }

    /// Keeps what is known about the files of this plan. Without anything new nothing is written.
    pub(super) fn save(&self, plan: &Plan, world: &WriteWorld) -> Result<(), FileError> {
        let fresh = std::mem::take(&mut *self.fresh.lock().unwrap_or_else(PoisonError::into_inner));
        if fresh.is_empty() {
            return Ok(());
        }
        let line = |path: &Path| {
            let name = path.to_str()?;
            let line = fresh.get(&self.target.join(path)).or_else(|| self.known().get(name))?;
            Some((name.to_owned(), line.clone()))
        };
        let lines = plan.files().iter().filter_map(|file| line(&file.path)).collect();
        self.keep.write(&Page { target: self.target.display().to_string(), files: lines }, world)
    }

    /// Forgets the tree. What nobody can read is not forgotten but put aside.
    pub(super) fn clear(&self, world: &WriteWorld) -> Result<(), FileError> {
        if self.known.get().is_none() {
            self.keep.read::<Page>(&self.world, "the tree is removed all the same");
        }
        self.keep.clear(world)
    }

    fn known(&self) -> &BTreeMap<String, Line> {
        self.known.get_or_init(|| {
            let what_follows = "commands of `post` run again";
            self.keep.read(&self.world, what_follows).map(|page: Page| page.files).unwrap_or_default()
        })
    }
}

impl Memory for LongMemory {
    fn recall(&self, file: &Path, made_from: &Digest) -> Option<Finished> {
        let fresh = self.fresh.lock().unwrap_or_else(PoisonError::into_inner);
        let name = file.strip_prefix(&self.target).ok()?.to_str()?;
        let line = fresh.get(file).or_else(|| self.known().get(name))?;
        let is_same = Digest::parse(&line.made_from).as_ref() == Ok(made_from);
        let digest = Digest::parse(&line.digest).ok().filter(|_| is_same)?;
        Some(Finished { digest, mode: line.mode })
    }

    fn remember(&self, file: &Path, made_from: &Digest, finished: Finished) {
        let line = Line { made_from: made_from.to_string(), digest: finished.digest.to_string(), mode: finished.mode };
        self.fresh.lock().unwrap_or_else(PoisonError::into_inner).insert(file.to_owned(), line);
    }
}
