//! Places for what is not finished: private, on the file system that it is meant for, and gone when the process is.

use super::FileError;
use std::path::{Path, PathBuf};

/// Making such places; part of what the writing world can do.
pub trait Staging: Send + Sync {
    /// Makes a directory in `directory` that only we may enter. Whoever asked for it removes it; when the process dies
    /// before, [`sweep_stages`](Self::sweep_stages) does.
    fn stage(&self, directory: &Path) -> Result<PathBuf, FileError>;

    /// Removes stages of dead processes from `directory`, with all that is in them, and says which.
    fn sweep_stages(&self, directory: &Path) -> Result<Vec<PathBuf>, FileError>;

    /// A file without a name on the file system of `directory`; it vanishes with the last handle to it.
    fn spool(&self, directory: &Path) -> Result<Box<dyn Spool>, FileError>;
}

/// A file without a name, to put aside what does not fit into memory. Several threads may use it at once.
pub trait Spool: Send + Sync {
    /// Puts bytes aside and says where they begin.
    fn put(&self, bytes: &[u8]) -> Result<u64, FileError>;

    /// Gets `length` bytes back that begin at `start`.
    fn get(&self, start: u64, length: usize) -> Result<Vec<u8>, FileError>;
}
