//! A file on its way that is in memory until it has its place.

use super::verbs::Verbs;
use super::{Attributes, Content, FileError, Links, NewFile, Placed};
use std::path::{Path, PathBuf};
use value::Timestamp;

pub(super) struct Draft<F> {
    files: F,
    path: PathBuf,
    attributes: Attributes,
    content: Vec<u8>,
    /// How much is kept, and what becomes of more.
    limit: Option<(usize, PutLarge<F>)>,
    is_large: bool,
}

/// Puts a file of which nobody keeps the content.
type PutLarge<F> = fn(&F, &Path, Attributes) -> Result<(), FileError>;

impl<F> Draft<F> {
    pub(super) fn new(files: F, path: PathBuf, attributes: Attributes) -> Self {
        Self { files, path, attributes, content: Vec::new(), limit: None, is_large: false }
    }

    pub(super) fn at_most(self, most: usize, otherwise: PutLarge<F>) -> Self {
        Self { limit: Some((most, otherwise)), ..self }
    }
}

impl<F: Verbs> NewFile for Draft<F> {
    fn write(&mut self, piece: &[u8]) -> Result<(), FileError> {
        self.is_large |= self.limit.is_some_and(|(most, _)| self.content.len() + piece.len() > most);
        if self.is_large {
            self.content = Vec::new();
        } else {
            self.content.extend_from_slice(piece);
        }
        Ok(())
    }

    fn restart(&mut self) -> Result<(), FileError> {
        self.content.clear();
        self.is_large = false;
        Ok(())
    }

    fn place(self: Box<Self>, _modified: Option<Timestamp>) -> Result<Placed, FileError> {
        match self.limit.filter(|_| self.is_large) {
            Some((_, put)) => put(&self.files, &self.path, self.attributes)?,
            None => self.files.replace(&self.path, Content::Bytes(&self.content), self.attributes)?,
        }
        let stat = self.files.stat(&self.path, Links::Keep)?;
        Ok(Placed::new(&stat.expect("it was put there")))
    }

    fn place_if_free(self: Box<Self>) -> Result<bool, FileError> {
        let is_free = self.files.stat(&self.path, Links::Keep)?.is_none();
        if is_free { self.place(None).map(|_| true) } else { Ok(false) }
    }
}
