//! What a type keeps about one thing beyond a run: a small file of JSON in the state directory.

use engine::{Damage, parse_kept, put_aside};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use system::files::{Attributes, Content, Digest, FileError, Links, Removal};
use system::{Disturbance, Observation, ReadWorld, WriteWorld};
use thiserror::Error;

/// What is kept has no more bytes.
const LARGEST: u64 = 64 << 20;
/// The form of what is kept. A newer one is put aside as it is.
const VERSION: u32 = 1;

/// The place of what is kept about one thing; none without a state directory.
#[derive(Debug)]
pub(crate) struct Keep {
    path: Option<PathBuf>,
    /// Whether what is there was found to be of no use.
    is_damaged: AtomicBool,
}

/// What is kept, as it is written.
#[derive(Serialize, Deserialize)]
struct Page<T> {
    version: u32,
    #[serde(flatten)]
    kept: T,
}

/// Why what is kept is of no use.
#[derive(Debug, Error)]
enum Unusable {
    #[error("{0}")]
    File(#[from] FileError),
    #[error("{0}")]
    Damage(#[from] Damage),
}

/// What is damaged and was told of, so that it is told once in a run.
#[derive(Default)]
struct Told(Mutex<HashSet<PathBuf>>);

impl Observation for Told {
    fn survives(&self, _by: &Disturbance<'_>) -> bool {
        true
    }
}

impl Keep {
    /// For the thing of this name. `kind` is the directory that the things of a type share.
    pub(crate) fn of(world: &ReadWorld, kind: &str, name: &Path) -> Self {
        let file = || format!("{}.json", Digest::of(name.as_os_str().as_encoded_bytes()));
        let path = world.state_directory.as_ref().map(|directory| directory.join(kind).join(file()));
        Self { path, is_damaged: AtomicBool::new(false) }
    }

    /// Whether something is kept, readable or not.
    pub(crate) fn is_there(&self, world: &ReadWorld) -> Result<bool, FileError> {
        self.path.as_ref().map_or(Ok(false), |path| Ok(world.files.stat(path, Links::Keep)?.is_some()))
    }

    /// What is kept. When it cannot be read or understood, that is told with what comes of it, and nothing is kept.
    pub(crate) fn read<T: DeserializeOwned>(&self, world: &ReadWorld, what_follows: &str) -> Option<T> {
        let path = self.path.as_ref()?;
        match page(path, world) {
            Ok(page) => page,
            Err(error) => {
                self.is_damaged.store(true, Ordering::Relaxed);
                if tells_first(path, world) {
                    world.notices.say(&format!("{} cannot be read: {error}; {what_follows}", path.display()));
                }
                None
            }
        }
    }

    /// Whether what was read is of no use.
    pub(crate) fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }

    /// Keeps this from now on. What was found damaged is put aside.
    pub(crate) fn write(&self, kept: &impl Serialize, world: &WriteWorld) -> Result<(), FileError> {
        let Some(path) = &self.path else { return Ok(()) };
        self.put_damaged_aside(path, world)?;
        let bytes = serde_json::to_vec(&Page { version: VERSION, kept }).expect("what is kept has texts for keys");
        if let Some(directory) = path.parent() {
            world.files.make_directory(directory, Attributes::mode(0o700))?;
        }
        world.files.replace(path, Content::Bytes(&bytes), Attributes::mode(0o600)).map(drop)
    }

    /// Keeps nothing from now on. What was found damaged is put aside.
    pub(crate) fn clear(&self, world: &WriteWorld) -> Result<(), FileError> {
        let Some(path) = &self.path else { return Ok(()) };
        if self.put_damaged_aside(path, world)? { Ok(()) } else { world.files.remove(path, Removal::One) }
    }

    /// Whether there was something damaged, which is told of. What comes after it is not.
    fn put_damaged_aside(&self, path: &Path, world: &WriteWorld) -> Result<bool, FileError> {
        if !self.is_damaged() || !self.is_there(&world.read)? {
            return Ok(false);
        }
        let aside = put_aside(path, world)?;
        self.is_damaged.store(false, Ordering::Relaxed);
        world.read.notices.say(&format!("{} is kept as {}", path.display(), aside.display()));
        Ok(true)
    }
}

fn page<T: DeserializeOwned>(path: &Path, world: &ReadWorld) -> Result<Option<T>, Unusable> {
    match world.files.read(path, LARGEST) {
        Ok(bytes) => Ok(Some(parse_kept::<Page<T>>(&bytes, VERSION)?.kept)),
        Err(error) if error.is_nothing() => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Whether nobody has told of a damaged file in this run.
fn tells_first(path: &Path, world: &ReadWorld) -> bool {
    let told = match world.observations.get(|| Ok::<_, Infallible>(Told::default())) {
        Ok(told) => told,
        Err(never) => match never {},
    };
    told.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned())
}
