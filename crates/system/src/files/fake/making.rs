//! Files that are written piece by piece, and links, in memory.

use super::setup::FakeFiles;
use super::tree::Body;
use crate::files::error::Attempt;
use crate::files::jail::Jail;
use crate::files::{
    Attributes, Content, FileError, FileErrorKind, FileKind, Links, NewFile, Placed, ReadFiles, WriteBeneath,
    WriteFiles, WriteTree,
};
use std::path::{Path, PathBuf};
use value::Timestamp;

/// A file that has no place yet.
pub(super) struct FakeNewFile {
    pub(super) files: FakeFiles,
    pub(super) path: PathBuf,
    pub(super) attributes: Attributes,
    pub(super) content: Vec<u8>,
}

impl NewFile for FakeNewFile {
    fn write(&mut self, piece: &[u8]) -> Result<(), FileError> {
        self.content.extend_from_slice(piece);
        Ok(())
    }

    fn restart(&mut self) -> Result<(), FileError> {
        self.content.clear();
        Ok(())
    }

    fn place(self: Box<Self>, _modified: Option<Timestamp>) -> Result<Placed, FileError> {
        self.files.replace(&self.path, Content::Bytes(&self.content), self.attributes)
    }

    fn place_if_free(self: Box<Self>) -> Result<bool, FileError> {
        let free = self.files.stat(&self.path, Links::Keep)?.is_none();
        if free { self.place(None).map(|_| true) } else { Ok(false) }
    }
}

impl WriteTree for Jail<FakeFiles> {
    fn link(&self, path: &Path, target: &Path, attributes: Attributes) -> Result<(), FileError> {
        let place = self.plain("link", path)?;
        let mut state = self.files().state();
        state.record("link", &place)?;
        let attempt = Attempt::new("link", &place);
        if matches!(state.found(&place, Links::Keep, attempt), Ok((_, node)) if node.body.kind() == FileKind::Directory)
        {
            return Err(attempt.fails(FileErrorKind::IsDirectory));
        }
        state.tree.put(place, Body::Link(target.to_owned()), attributes);
        Ok(())
    }

    /// In memory a second name is a copy.
    fn hard_link(&self, existing: &Path, path: &Path) -> Result<(), FileError> {
        let content = self.files().read(&self.plain("link", existing)?, u64::MAX)?;
        self.replace(path, Content::Bytes(&content), Attributes::default())
    }

    fn set_modified(&self, path: &Path, _modified: Timestamp) -> Result<(), FileError> {
        self.plain("set the time of", path).map(drop)
    }
}
