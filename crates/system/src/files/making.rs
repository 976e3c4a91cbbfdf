//! Things that come into being piece by piece, and the parts of a tree that are no plain files.

use super::{Attributes, FileError, Placed, WriteBeneath};
use std::io::{Read, Seek};
use std::path::Path;
use value::Timestamp;

/// A file on its way to its place: written piece by piece, and seen by nobody before it is put there. Dropped before
/// that, it vanishes.
pub trait NewFile: Send {
    /// Adds to its content.
    fn write(&mut self, piece: &[u8]) -> Result<(), FileError>;

    /// Begins again with nothing in it.
    fn restart(&mut self) -> Result<(), FileError>;

    /// Puts it in its place in one step, as [`WriteFiles::replace`](super::WriteFiles::replace) does; `modified` is when it
    /// says it was changed, now without it.
    fn place(self: Box<Self>, modified: Option<Timestamp>) -> Result<Placed, FileError>;

    /// The same where nothing is; when something is there by then, that stays, the file vanishes and the answer is false.
    fn place_if_free(self: Box<Self>) -> Result<bool, FileError>;
}

/// Fills a file and puts it in its place where nothing is; says whether nothing was there.
pub(super) fn put_if_free(mut new: Box<dyn NewFile>, content: &[u8]) -> Result<bool, FileError> {
    new.write(content)?;
    new.place_if_free()
}

/// A file that is open for reading.
pub trait OpenFile: Read + Seek + Send {}

impl<T: Read + Seek + Send> OpenFile for T {}

/// Making a tree from a description of it, below one directory. No symbolic link is followed, wherever it leads, so
/// nothing is written through one.
pub trait WriteTree: WriteBeneath {
    /// Puts a symbolic link in place of a file, a link or nothing. Its owner is set, its mode has no meaning.
    fn link(&self, path: &Path, target: &Path, attributes: Attributes) -> Result<(), FileError>;

    /// Gives another file of the tree a second name, in place of a file, a link or nothing.
    fn hard_link(&self, existing: &Path, path: &Path) -> Result<(), FileError>;

    /// Sets when something says it was changed last, a link itself included.
    fn set_modified(&self, path: &Path, modified: Timestamp) -> Result<(), FileError>;
}
