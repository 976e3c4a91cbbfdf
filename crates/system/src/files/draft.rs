//! A file on its way that is in memory until it has its place.

use super::verbs::Verbs;
use super::{Attributes, Content, FileError, Links, NewFile, Placed};
use std::path::PathBuf;
use value::Timestamp;

pub(super) struct Draft<F> {
    files: F,
    path: PathBuf,
    attributes: Attributes,
    content: Vec<u8>,
}

impl<F> Draft<F> {
    pub(super) fn new(files: F, path: PathBuf, attributes: Attributes) -> Self {
        Self { files, path, attributes, content: Vec::new() }
    }
}

impl<F: Verbs> NewFile for Draft<F> {
    fn write(&mut self, piece: &[u8]) -> Result<(), FileError> {
        self.content.extend_from_slice(piece);
        Ok(())
    }

    fn restart(&mut self) -> Result<(), FileError> {
        self.content.clear();
        Ok(())
    }

    fn place(self: Box<Self>, _modified: Option<Timestamp>) -> Result<Placed, FileError> {
        self.files.replace(&self.path, Content::Bytes(&self.content), self.attributes)?;
        let stat = self.files.stat(&self.path, Links::Keep)?;
        Ok(Placed::new(&stat.expect("it was put there")))
    }

    fn place_if_free(self: Box<Self>) -> Result<bool, FileError> {
        let is_free = self.files.stat(&self.path, Links::Keep)?.is_none();
        if is_free { self.place(None).map(|_| true) } else { Ok(false) }
    }
}
