//! Links, in memory.

use super::setup::FakeFiles;
use super::tree::Body;
use crate::files::error::Attempt;
use crate::files::jail::Jail;
use crate::files::{
    Attributes, Content, FileError, FileErrorKind, FileKind, Links, ReadFiles, WriteBeneath, WriteTree,
};
use std::path::Path;
use value::Timestamp;

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
