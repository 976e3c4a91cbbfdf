//! Making the tree that an archive describes.

use crate::error::shown;
use crate::visit::{Visit, visit};
use crate::{ArchiveError, Entry, EntryKind, Input, Owner, Reading};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use system::files::{Attributes, FileKind, Links, NewFile, Removal, WriteTree};
use value::Timestamp;

/// Where an archive is extracted to, and how.
#[derive(Clone, Copy)]
pub struct Extraction<'a> {
    /// Never left, and no link below it is followed.
    pub root: &'a dyn WriteTree,
    /// Whose the members are.
    pub ownership: Ownership<'a>,
    /// Permission bits that nothing gets, set-uid and its like among them.
    pub umask: u32,
}

/// Whose the members of an extracted archive are.
#[derive(Clone, Copy)]
pub enum Ownership<'a> {
    /// Of this user and this group; without them ours.
    Given {
        /// The user.
        uid: Option<u32>,
        /// The group.
        gid: Option<u32>,
    },
    /// Of whom this says for what the archive says, which is nothing of directories that it names only as parents. Whom it
    /// does not name is ours.
    Members(&'a dyn Fn(Option<&Owner>) -> Ids),
}

/// A user and a group, each as far as it is known.
pub type Ids = (Option<u32>, Option<u32>);

/// What is copied at once.
const PIECE: usize = 128 << 10;
/// A directory can be written in until all is in it.
const OPEN: u32 = 0o700;

/// Extracts an archive. Files and links that are there are replaced, each in one step; directories get their attributes at
/// the end. Gives the directories, which may hold what a run left behind that was cut off. A failure leaves what was
/// extracted before it.
pub fn extract(input: &mut dyn Input, reading: Reading<'_>, to: Extraction<'_>) -> Result<Vec<PathBuf>, ExtractError> {
    let mut making = Making { to, buffer: vec![0; PIECE], directories: Vec::new(), made: 0 };
    let done = visit(input, reading, &mut making).and_then(|_| making.finish());
    done.map_err(|error| ExtractError { error, made: making.made })?;
    Ok(making.directories.into_iter().map(|(path, ..)| path).collect())
}

/// Why an archive was not extracted to its end.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct ExtractError {
    /// What is wrong.
    pub error: ArchiveError,
    /// How many members were there by then.
    pub made: usize,
}

struct Making<'a> {
    to: Extraction<'a>,
    buffer: Vec<u8>,
    /// What directories get once everything is in them.
    directories: Vec<(PathBuf, Attributes, Option<Timestamp>)>,
    made: usize,
}

impl Visit for Making<'_> {
    fn entry(&mut self, entry: &Entry, content: &mut dyn Read) -> Result<(), ArchiveError> {
        if entry.path == Path::new("") {
            // It is there, and whoever made it has said how it is.
            return Ok(());
        }
        let attributes = self.attributes(entry);
        self.make(entry, attributes, content)?;
        self.made += 1;
        Ok(())
    }
}

impl Making<'_> {
    fn make(&mut self, entry: &Entry, attributes: Attributes, content: &mut dyn Read) -> Result<(), ArchiveError> {
        let (root, path) = (self.to.root, entry.path.as_path());
        match &entry.kind {
            EntryKind::Directory => self.directory(entry, attributes),
            EntryKind::File => self.file(entry, attributes, content),
            EntryKind::Link(target) => {
                root.link(path, target, attributes)?;
                entry.modified.map_or(Ok(()), |modified| Ok(root.set_modified(path, modified)?))
            }
            EntryKind::HardLink(existing) => {
                let bytes = |path: &Path| path.as_os_str().as_bytes().to_vec();
                let linked = root.hard_link(existing, path);
                linked.map_err(|error| ArchiveError::hard_link(&bytes(path), &bytes(existing), error.into()))
            }
        }
    }

    fn attributes(&self, entry: &Entry) -> Attributes {
        let (uid, gid) = match self.to.ownership {
            Ownership::Given { uid, gid } => (uid, gid),
            Ownership::Members(who) => who(entry.owner.as_ref()),
        };
        Attributes { uid, gid, mode: Some(entry.mode & !self.to.umask) }
    }

    fn directory(&mut self, entry: &Entry, attributes: Attributes) -> Result<(), ArchiveError> {
        let (root, path) = (self.to.root, entry.path.as_path());
        let found = root.stat(path, Links::Keep)?.map(|stat| stat.kind);
        if found == Some(FileKind::Link) {
            root.remove(path, Removal::One)?;
        }
        if found != Some(FileKind::Directory) {
            let open = attributes.mode.map(|mode| mode | OPEN);
            root.make_directory(path, Attributes { mode: open, ..Attributes::default() })?;
        }
        self.directories.push((entry.path.clone(), attributes, entry.modified));
        Ok(())
    }

    fn file(&mut self, entry: &Entry, attributes: Attributes, content: &mut dyn Read) -> Result<(), ArchiveError> {
        let mut new = self.to.root.begin(&entry.path, attributes)?;
        self.fill(entry, content, &mut *new)?;
        new.place(entry.modified)?;
        Ok(())
    }

    fn fill(&mut self, entry: &Entry, content: &mut dyn Read, new: &mut dyn NewFile) -> Result<(), ArchiveError> {
        let mut length = 0;
        loop {
            match content.read(&mut self.buffer) {
                Ok(0) => break,
                Ok(read) => {
                    new.write(&self.buffer[..read])?;
                    length += read as u64;
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => return Err(cut_off(entry)),
            }
        }
        if length == entry.size { Ok(()) } else { Err(cut_off(entry)) }
    }

    /// From the deepest one up: what is done in a directory changes its time.
    fn finish(&self) -> Result<(), ArchiveError> {
        let root = self.to.root;
        for (path, attributes, modified) in self.directories.iter().rev() {
            root.set_attributes(path, *attributes)?;
            if let Some(modified) = modified {
                root.set_modified(path, *modified)?;
            }
        }
        Ok(())
    }
}

fn cut_off(entry: &Entry) -> ArchiveError {
    ArchiveError::malformed(format!("it ends in the middle of `{}`", shown(entry.path.as_os_str().as_bytes())))
}
