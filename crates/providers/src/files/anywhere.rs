//! Files anywhere, by the ports of a call.

use std::path::Path;
use system::files::{
    Attributes, Content, FileError, NewFile, ReadAnywhere, ReadFiles, Removal, WriteBeneath, WriteFiles,
};

/// To look at.
pub(super) struct Sight<'a>(pub(super) &'a dyn ReadFiles);

/// To look at and to change.
pub(super) struct Grasp<'a> {
    pub(super) read: &'a dyn ReadFiles,
    pub(super) write: &'a dyn WriteFiles,
}

impl ReadAnywhere for Sight<'_> {
    fn files(&self) -> &dyn ReadFiles {
        self.0
    }
}

impl ReadAnywhere for Grasp<'_> {
    fn files(&self) -> &dyn ReadFiles {
        self.read
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
