//! What a type keeps about one thing beyond a run: a small file of JSON in the state directory.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use system::ReadWorld;
use system::files::{Attributes, Content, Digest, FileError, Links, ReadFiles, Removal, WriteFiles};

/// What is kept has no more bytes.
const LARGEST: u64 = 64 << 20;

/// The place of what is kept about one thing; none without a state directory.
#[derive(Debug, Clone)]
pub(crate) struct Keep {
    path: Option<PathBuf>,
}

impl Keep {
    /// For the thing of this name. `kind` is the directory that the things of a type share.
    pub(crate) fn of(world: &ReadWorld, kind: &str, name: &Path) -> Self {
        let file = || format!("{}.json", Digest::of(name.as_os_str().as_encoded_bytes()));
        Self { path: world.state_directory.as_ref().map(|directory| directory.join(kind).join(file())) }
    }

    /// Whether something is kept, readable or not.
    pub(crate) fn is_there(&self, files: &dyn ReadFiles) -> Result<bool, FileError> {
        self.path.as_ref().map_or(Ok(false), |path| Ok(files.stat(path, Links::Keep)?.is_some()))
    }

    /// What is kept. A file that cannot be read or understood keeps nothing.
    pub(crate) fn read<T: DeserializeOwned>(&self, files: &dyn ReadFiles) -> Option<T> {
        let bytes = files.read(self.path.as_ref()?, LARGEST).ok()?;
        serde_json::from_slice(&bytes).ok()
    }

    /// Keeps this from now on.
    pub(crate) fn write(&self, kept: &impl Serialize, files: &dyn WriteFiles) -> Result<(), FileError> {
        let Some(path) = &self.path else { return Ok(()) };
        let bytes = serde_json::to_vec(kept).expect("what is kept has texts for keys");
        if let Some(directory) = path.parent() {
            files.make_directory(directory, Attributes::mode(0o700))?;
        }
        files.replace(path, Content::Bytes(&bytes), Attributes::mode(0o600)).map(drop)
    }

    /// Keeps nothing from now on.
    pub(crate) fn clear(&self, files: &dyn WriteFiles) -> Result<(), FileError> {
        self.path.as_ref().map_or(Ok(()), |path| files.remove(path, Removal::One))
    }
}
