//! Files anywhere, spoken to as those below one directory are, so that operations are written once. Paths are absolute
//! here, and nothing is refused.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use system::files::{
    Attributes, Content, Digest, FileError, Links, NewFile, ReadBeneath, ReadFiles, Removal, Stat, Take, WriteBeneath,
    WriteFiles,
};

/// To look at.
pub(super) struct Sight<'a>(pub(super) &'a dyn ReadFiles);

/// To look at and to change.
pub(super) struct Grasp<'a> {
    pub(super) read: &'a dyn ReadFiles,
    pub(super) write: &'a dyn WriteFiles,
}

impl ReadBeneath for Sight<'_> {
    fn stat(&self, path: &Path, links: Links) -> Result<Option<Stat>, FileError> {
        self.0.stat(path, links)
    }

    fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
        self.0.read(path, limit)
    }

    fn digest(&self, path: &Path) -> Result<Digest, FileError> {
        self.0.digest(path)
    }

    fn pieces(&self, path: &Path, take: &mut Take<'_>) -> Result<(), FileError> {
        self.0.pieces(path, take)
    }

    fn list(&self, path: &Path) -> Result<Vec<OsString>, FileError> {
        self.0.list(path)
    }

    fn read_link(&self, path: &Path) -> Result<PathBuf, FileError> {
        self.0.read_link(path)
    }
}

impl ReadBeneath for Grasp<'_> {
    fn stat(&self, path: &Path, links: Links) -> Result<Option<Stat>, FileError> {
        Sight(self.read).stat(path, links)
    }

    fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
        Sight(self.read).read(path, limit)
    }

    fn digest(&self, path: &Path) -> Result<Digest, FileError> {
        Sight(self.read).digest(path)
    }

    fn pieces(&self, path: &Path, take: &mut Take<'_>) -> Result<(), FileError> {
        Sight(self.read).pieces(path, take)
    }

    fn list(&self, path: &Path) -> Result<Vec<OsString>, FileError> {
        Sight(self.read).list(path)
    }

    fn read_link(&self, path: &Path) -> Result<PathBuf, FileError> {
        Sight(self.read).read_link(path)
    }
}

impl WriteBeneath for Grasp<'_> {
    fn replace(&self, path: &Path, content: Content<'_>, attributes: Attributes) -> Result<(), FileError> {
        self.write.replace(path, content, attributes).map(|_| ())
    }

    fn begin(&self, path: &Path, attributes: Attributes) -> Result<Box<dyn NewFile>, FileError> {
        self.write.begin(path, attributes)
    }

    fn create_new(&self, path: &Path, content: &[u8], attributes: Attributes) -> Result<bool, FileError> {
        self.write.create_new(path, content, attributes)
    }

    fn set_attributes(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        self.write.set_attributes(path, attributes)
    }

    fn make_directory(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        self.write.make_directory(path, attributes)
    }

    fn make_directories(&self, path: &Path, mode: u32) -> Result<(), FileError> {
        self.write.make_directories(path, mode)
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        self.write.rename(from, to)
    }

    fn remove(&self, path: &Path, removal: Removal) -> Result<(), FileError> {
        self.write.remove(path, removal)
    }
}
