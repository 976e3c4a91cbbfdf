//! Places for what is not finished, in memory.

use super::setup::FakeFiles;
use crate::files::{Attributes, FileError, ReadFiles, Removal, Spool, Staging, WriteFiles};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What the names of stages end with.
const SUFFIX: &str = "-stage";

impl Staging for FakeFiles {
    fn stage(&self, directory: &Path) -> Result<PathBuf, FileError> {
        // Nobody else is here, so one name is enough for one directory.
        let path = directory.join(format!(".upright-00000000-00000000-1-1-1{SUFFIX}"));
        self.make_directory(&path, Attributes::mode(0o700))?;
        Ok(path)
    }

    /// Nobody dies here but who was added as a leftover.
    fn sweep_stages(&self, directory: &Path) -> Result<Vec<PathBuf>, FileError> {
        let is_stage = |path: &PathBuf| path.to_str().is_some_and(|path| path.ends_with(SUFFIX));
        let dead: Vec<_> = self.leftovers(directory)?.into_iter().filter(is_stage).collect();
        dead.iter().try_for_each(|path| self.remove(path, Removal::Tree))?;
        Ok(dead)
    }

    fn spool(&self, directory: &Path) -> Result<Box<dyn Spool>, FileError> {
        Ok(Box::new(FakeSpool { directory: directory.to_owned(), bytes: Mutex::default() }))
    }
}

struct FakeSpool {
    directory: PathBuf,
    bytes: Mutex<Vec<u8>>,
}

impl Spool for FakeSpool {
    fn put(&self, bytes: &[u8]) -> Result<u64, FileError> {
        let mut all = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let start = all.len() as u64;
        all.extend_from_slice(bytes);
        Ok(start)
    }

    fn get(&self, start: u64, length: usize) -> Result<Vec<u8>, FileError> {
        let all = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let found = all.get(start..start.saturating_add(length)).map(<[u8]>::to_vec);
        found.ok_or_else(|| {
            crate::files::error::Attempt::new("get something back from", &self.directory).io(ErrorKind::UnexpectedEof)
        })
    }
}
