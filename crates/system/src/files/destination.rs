//! Where a text goes that somebody wants at a path that they name.

use super::error::Attempt;
use super::real::is_handed_over;
use super::{Attributes, Content, FileError, FileErrorKind, FileKind, Links, ReadFiles};
use crate::WriteWorld;
use std::io;
use std::path::{Path, PathBuf};

/// As many links as the kernel follows in one path.
const MAX_LINKS: usize = 40;

/// What a path leads to, for whoever writes there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// A file, or nothing yet. No link is there, so it can be replaced.
    File(PathBuf),
    /// A device, a pipe, or what is open in this process already: it takes what is written, and is never replaced.
    Stream(PathBuf),
}

/// What became of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivered {
    /// It is in a file that was not there.
    New,
    /// It is in a file in place of what was there.
    Over,
    /// It went where nothing is kept.
    Poured,
}

impl Destination {
    /// Follows links to their end. A directory is refused.
    pub fn of(files: &dyn ReadFiles, path: &Path) -> Result<Self, FileError> {
        // The kernel says first whether the links may be followed.
        let found = files.stat(path, Links::Follow)?.map(|stat| stat.kind);
        let at = end(files, path)?;
        match found {
            Some(FileKind::Directory) => Err(Attempt::new("write", path).fails(FileErrorKind::IsDirectory)),
            Some(FileKind::Other) => Ok(Self::Stream(at)),
            _ if is_open(&at) => Ok(Self::Stream(at)),
            _ => Ok(Self::File(at)),
        }
    }
}

/// Where the links at a path end. Those of open files lead to no name.
fn end(files: &dyn ReadFiles, path: &Path) -> Result<PathBuf, FileError> {
    let mut at = path.to_owned();
    for _ in 0..MAX_LINKS {
        if is_open(&at) || files.stat(&at, Links::Keep)?.is_none_or(|stat| stat.kind != FileKind::Link) {
            return Ok(at);
        }
        let target = files.read_link(&at)?;
        at = at.parent().map_or(target.clone(), |above| above.join(target));
    }
    Err(Attempt::new("follow", path).io(io::Error::other("too many levels of symbolic links")))
}

fn is_open(path: &Path) -> bool {
    is_handed_over(path) || path.starts_with("/proc")
}

impl WriteWorld {
    /// Brings a text to a path that somebody named. A file is the old one or the new one at every moment, also behind a
    /// link; a device or pipe gets the text and stays what it is.
    pub fn deliver(&self, path: &Path, content: &[u8], attributes: Attributes) -> Result<Delivered, FileError> {
        match Destination::of(&*self.read.files, path)? {
            Destination::Stream(at) => self.files.pour(&at, content).map(|()| Delivered::Poured),
            Destination::File(at) => {
                let is_there = self.read.files.stat(&at, Links::Keep)?.is_some();
                self.files.replace(&at, Content::Bytes(content), attributes)?;
                Ok(if is_there { Delivered::Over } else { Delivered::New })
            }
        }
    }
}
