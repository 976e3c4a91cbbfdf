//! An output directory that nobody has made yet: nothing is in it.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use system::files::{Digest, FileError, FileErrorKind, Links, ReadBeneath, Stat, Take};

pub(super) struct Nothing;

impl ReadBeneath for Nothing {
    fn stat(&self, _path: &Path, _links: Links) -> Result<Option<Stat>, FileError> {
        Ok(None)
    }

    fn read(&self, path: &Path, _limit: u64) -> Result<Vec<u8>, FileError> {
        Err(missing("read", path))
    }

    fn digest(&self, path: &Path) -> Result<Digest, FileError> {
        Err(missing("read", path))
    }

    fn pieces(&self, path: &Path, _take: &mut Take<'_>) -> Result<(), FileError> {
        Err(missing("read", path))
    }

    fn list(&self, path: &Path) -> Result<Vec<OsString>, FileError> {
        Err(missing("list", path))
    }

    fn read_link(&self, path: &Path) -> Result<PathBuf, FileError> {
        Err(missing("read link", path))
    }
}

fn missing(verb: &'static str, path: &Path) -> FileError {
    let source = io::Error::from_raw_os_error(2);
    FileError { verb, path: path.to_owned(), kind: FileErrorKind::Io { source } }
}
