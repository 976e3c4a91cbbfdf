//! Files below one directory, which is never left. Paths are relative to that directory; absolute ones, `..` and
//! symbolic links that lead out are refused.

use super::making::put_if_free;
use super::{Attributes, Content, Digest, FileError, Links, NewFile, ReadFiles, Removal, Stat, Take};
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// Looking at what is below one directory.
pub trait ReadBeneath: Send + Sync {
    /// As [`ReadFiles::stat`](super::ReadFiles::stat).
    fn stat(&self, path: &Path, links: Links) -> Result<Option<Stat>, FileError>;
    /// As [`ReadFiles::read`](super::ReadFiles::read).
    fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>, FileError>;
    /// As [`ReadFiles::digest`](super::ReadFiles::digest).
    fn digest(&self, path: &Path) -> Result<Digest, FileError>;
    /// As [`ReadFiles::pieces`](super::ReadFiles::pieces).
    fn pieces(&self, path: &Path, take: &mut Take<'_>) -> Result<(), FileError>;
    /// As [`ReadFiles::list`](super::ReadFiles::list); the empty path is the directory itself.
    fn list(&self, path: &Path) -> Result<Vec<OsString>, FileError>;
    /// As [`ReadFiles::read_link`](super::ReadFiles::read_link).
    fn read_link(&self, path: &Path) -> Result<PathBuf, FileError>;
}

/// Who looks at files anywhere, and is spoken to as those below one directory are, so that operations are written once.
/// Paths are absolute here, and nothing is refused.
pub trait ReadAnywhere: Send + Sync {
    /// The files.
    fn files(&self) -> &dyn ReadFiles;
}

impl<T: ReadAnywhere> ReadBeneath for T {
    fn stat(&self, path: &Path, links: Links) -> Result<Option<Stat>, FileError> {
        self.files().stat(path, links)
    }

    fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
        self.files().read(path, limit)
    }

    fn digest(&self, path: &Path) -> Result<Digest, FileError> {
        self.files().digest(path)
    }

    fn pieces(&self, path: &Path, take: &mut Take<'_>) -> Result<(), FileError> {
        self.files().pieces(path, take)
    }

    fn list(&self, path: &Path) -> Result<Vec<OsString>, FileError> {
        self.files().list(path)
    }

    fn read_link(&self, path: &Path) -> Result<PathBuf, FileError> {
        self.files().read_link(path)
    }
}

/// Changing what is below one directory.
pub trait WriteBeneath: ReadBeneath {
    /// As [`WriteFiles::replace`](super::WriteFiles::replace); the source of a copy may be anywhere.
    fn replace(&self, path: &Path, content: Content<'_>, attributes: Attributes) -> Result<(), FileError>;
    /// As [`WriteFiles::begin`](super::WriteFiles::begin).
    fn begin(&self, path: &Path, attributes: Attributes) -> Result<Box<dyn NewFile>, FileError>;
    /// As [`WriteFiles::create_new`](super::WriteFiles::create_new).
    fn create_new(&self, path: &Path, content: &[u8], attributes: Attributes) -> Result<bool, FileError> {
        put_if_free(self.begin(path, attributes)?, content)
    }
    /// As [`WriteFiles::set_attributes`](super::WriteFiles::set_attributes).
    fn set_attributes(&self, path: &Path, attributes: Attributes) -> Result<(), FileError>;
    /// As [`WriteFiles::make_directory`](super::WriteFiles::make_directory).
    fn make_directory(&self, path: &Path, attributes: Attributes) -> Result<(), FileError>;
    /// As [`WriteFiles::make_directories`](super::WriteFiles::make_directories).
    fn make_directories(&self, path: &Path, mode: u32) -> Result<(), FileError>;
    /// As [`WriteFiles::rename`](super::WriteFiles::rename); both are below, and the directory itself is neither.
    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError>;
    /// As [`WriteFiles::remove`](super::WriteFiles::remove); the directory itself is never removed.
    fn remove(&self, path: &Path, removal: Removal) -> Result<(), FileError>;
}

/// The names in a relative path that stays below, `None` when it is absolute or has `..`.
pub(super) fn names_below(path: &Path) -> Option<PathBuf> {
    let mut names = PathBuf::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => names.push(name),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(names)
}
