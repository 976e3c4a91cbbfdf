//! Changing files that stay as they are: what would come of it is seen by whoever looks afterwards.

use super::entry::Foreseen;
use super::layers::Overlay;
use crate::files::jail::Jail;
use crate::files::verbs::Verbs;
use crate::files::{Attributes, Content, FileError, NewFile, ReadAnywhere, ReadFiles, Removal, WriteBeneath};
use std::path::Path;

/// Every verb fails as the real one would, and otherwise says what it would do.
pub trait ForeseeBeneath: WriteBeneath {
    /// As [`replace`](WriteBeneath::replace), of content that may not be known.
    fn put(&self, path: &Path, content: Foreseen, attributes: Attributes) -> Result<(), FileError>;
}

impl Overlay {
    /// Foresees changes below `root`, which is never left.
    pub fn foresee_beneath(&self, root: &Path) -> Result<Box<dyn ForeseeBeneath>, FileError> {
        Ok(Box::new(Jail::new(self.clone(), root)?))
    }

    /// Foresees changes anywhere, spoken to with absolute paths.
    pub fn foresee_anywhere(&self) -> Box<dyn ForeseeBeneath> {
        Box::new(Anywhere(self.clone()))
    }
}

impl ForeseeBeneath for Jail<Overlay> {
    fn put(&self, path: &Path, content: Foreseen, attributes: Attributes) -> Result<(), FileError> {
        self.files().write(&self.place("write", path)?, attributes, content)
    }
}

impl ForeseeBeneath for Anywhere {
    fn put(&self, path: &Path, content: Foreseen, attributes: Attributes) -> Result<(), FileError> {
        self.0.write(path, attributes, content)
    }
}

struct Anywhere(Overlay);

impl ReadAnywhere for Anywhere {
    fn files(&self) -> &dyn ReadFiles {
        &self.0
    }
}

impl WriteBeneath for Anywhere {
    fn replace(&self, path: &Path, content: Content<'_>, attributes: Attributes) -> Result<(), FileError> {
        Verbs::replace(&self.0, path, content, attributes)
    }

    fn begin(&self, path: &Path, attributes: Attributes) -> Result<Box<dyn NewFile>, FileError> {
        Verbs::begin(&self.0, path, attributes)
    }

    fn set_attributes(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        Verbs::set_attributes(&self.0, path, attributes)
    }

    fn make_directory(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        Verbs::make_directory(&self.0, path, attributes)
    }

    fn make_directories(&self, path: &Path, mode: u32) -> Result<(), FileError> {
        Verbs::make_directories(&self.0, path, mode)
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        Verbs::rename(&self.0, from, to)
    }

    fn remove(&self, path: &Path, removal: Removal) -> Result<(), FileError> {
        Verbs::remove(&self.0, path, removal)
    }
}
