//! What a view of files passes on to the files themselves, once it knows where something is.

use super::{Attributes, Content, FileError, NewFile, ReadFiles, Removal, WriteFiles};
use std::path::Path;

/// Changing files, or saying that they would be changed.
pub(super) trait Verbs: ReadFiles {
    fn replace(&self, path: &Path, content: Content<'_>, attributes: Attributes) -> Result<(), FileError>;
    fn begin(&self, path: &Path, attributes: Attributes) -> Result<Box<dyn NewFile>, FileError>;
    fn set_attributes(&self, path: &Path, attributes: Attributes) -> Result<(), FileError>;
    fn make_directory(&self, path: &Path, attributes: Attributes) -> Result<(), FileError>;
    fn make_directories(&self, path: &Path, mode: u32) -> Result<(), FileError>;
    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError>;
    fn remove(&self, path: &Path, removal: Removal) -> Result<(), FileError>;
}

impl<F: ReadFiles + WriteFiles> Verbs for F {
    fn replace(&self, path: &Path, content: Content<'_>, attributes: Attributes) -> Result<(), FileError> {
        WriteFiles::replace(self, path, content, attributes).map(|_| ())
    }

    fn begin(&self, path: &Path, attributes: Attributes) -> Result<Box<dyn NewFile>, FileError> {
        WriteFiles::begin(self, path, attributes)
    }

    fn set_attributes(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        WriteFiles::set_attributes(self, path, attributes)
    }

    fn make_directory(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        WriteFiles::make_directory(self, path, attributes)
    }

    fn make_directories(&self, path: &Path, mode: u32) -> Result<(), FileError> {
        WriteFiles::make_directories(self, path, mode)
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        WriteFiles::rename(self, from, to)
    }

    fn remove(&self, path: &Path, removal: Removal) -> Result<(), FileError> {
        WriteFiles::remove(self, path, removal)
    }
}
