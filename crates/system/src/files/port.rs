//! The file ports, and the words they are spoken to with.

use super::error::Attempt;
use super::making::put_if_free;
use super::{
    Access, Customs, Digest, FileError, Fixed, NewFile, OpenFile, ReadBeneath, Staging, WriteBeneath, WriteTree,
};
use std::ffi::OsString;
use std::io::{Cursor, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use value::Timestamp;

/// Looking at files. Both worlds have it; in a rehearsal it shows what earlier steps would have done.
pub trait ReadFiles: Send + Sync {
    /// What is at `path`; `None` when nothing is there (a dangling link, followed, is nothing).
    fn stat(&self, path: &Path, links: Links) -> Result<Option<Stat>, FileError>;

    /// Whether anything is at `path`, links followed. A rehearsal may know that without knowing what.
    fn exists(&self, path: &Path) -> Result<bool, FileError> {
        Ok(self.stat(path, Links::Follow)?.is_some())
    }

    /// Whether an earlier step of a rehearsal takes `path` away, or something above it, and no step after that one could bring
    /// it back without being known to.
    fn is_taken_away(&self, _path: &Path) -> bool {
        false
    }

    /// Whether things can be made, replaced and removed in `directory`. That they can is remembered, so that a run asks
    /// once for each directory: when it has changed meanwhile, the making says so. A refusal is always a fresh one.
    fn access(&self, directory: &Path) -> Result<Access, FileError>;

    /// Whether `directory` is on a file system that cannot be written; remembered as long as it can.
    fn is_read_only(&self, directory: &Path) -> Result<bool, FileError> {
        Ok(self.access(directory)? == Access::ReadOnly)
    }

    /// What goes for owners, groups and modes at `path`, and in it when it is a directory; `None` when nothing is there.
    /// Links are followed, and the answer is remembered.
    fn customs(&self, path: &Path) -> Result<Option<Customs>, FileError>;

    /// What keeps the thing at `path` as it is, a link itself included; `None` when nothing is known to.
    fn fixed(&self, _path: &Path) -> Option<Fixed> {
        None
    }

    /// Drops what is remembered of directories: a command may have changed them.
    fn forget(&self) {}

    /// The whole content of a regular file, refused when it is longer than `limit`. Links are followed.
    fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>, FileError>;

    /// The SHA-256 of a regular file's content, read in pieces. Links are followed.
    fn digest(&self, path: &Path) -> Result<Digest, FileError>;

    /// The same, of a file that was just seen to be regular and to have this size: a small one need not be asked again.
    fn digest_of_size(&self, path: &Path, _size: u64) -> Result<Digest, FileError> {
        self.digest(path)
    }

    /// Opens a regular file for reading. Links are followed. Where the content is not on a disk it is in memory.
    fn open(&self, path: &Path) -> Result<Box<dyn OpenFile>, FileError> {
        Ok(Box::new(Cursor::new(self.read(path, u64::MAX)?)))
    }

    /// Hands out the content of a regular file piece by piece until `take` breaks off. Links are followed. Where the content
    /// is not on a disk it comes in one piece.
    fn pieces(&self, path: &Path, take: &mut Take<'_>) -> Result<(), FileError> {
        let _ = take(&self.read(path, u64::MAX)?);
        Ok(())
    }

    /// What a thing is that is neither file, directory nor link; links are not followed. `None` for everything else, and for
    /// what is only foreseen.
    fn special(&self, _path: &Path) -> Result<Option<Special>, FileError> {
        Ok(None)
    }

    /// The names in a directory, sorted.
    fn list(&self, path: &Path) -> Result<Vec<OsString>, FileError>;

    /// Where a symbolic link points.
    fn read_link(&self, path: &Path) -> Result<PathBuf, FileError>;

    /// Temporary files of ours in `directory` whose process is dead. A directory that is not there has none.
    fn leftovers(&self, directory: &Path) -> Result<Vec<PathBuf>, FileError>;

    /// Who keeps others from reading a file with a lock of the kind that package managers use. A file that cannot be opened
    /// is not locked for all we know.
    fn locked_by(&self, _path: &Path) -> Option<LockHolder> {
        None
    }

    /// A view of what is below `root` that never leaves it, symbolic links included.
    fn beneath(&self, root: &Path) -> Result<Box<dyn ReadBeneath>, FileError>;
}

/// Takes pieces of content.
pub type Take<'a> = dyn FnMut(&[u8]) -> ControlFlow<()> + 'a;

/// What is no file, directory or link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Special {
    /// A character device.
    CharacterDevice,
    /// A block device.
    BlockDevice,
    /// A named pipe.
    Pipe,
    /// A socket.
    Socket,
}

/// Changing files. Only the writing world can build one.
pub trait WriteFiles: Staging {
    /// Puts a new file at `path` in one step: at every moment there is the old one or the new one, with its final
    /// owner and mode. A symbolic link at `path` is replaced; links in the parent path are followed. What `attributes`
    /// does not say is taken from a regular file that is there already, so far as we may, else it is as the system
    /// makes new files.
    fn replace(&self, path: &Path, content: Content<'_>, attributes: Attributes) -> Result<Placed, FileError>;

    /// Begins a file that is written piece by piece and then put at `path`, as [`replace`](Self::replace) does.
    fn begin(&self, path: &Path, attributes: Attributes) -> Result<Box<dyn NewFile>, FileError>;

    /// Puts a file where nothing is, in one step as [`replace`](Self::replace) does, and says whether nothing was there: what
    /// is there stays.
    fn create_new(&self, path: &Path, content: &[u8], attributes: Attributes) -> Result<bool, FileError> {
        put_if_free(self.begin(path, attributes)?, content)
    }

    /// As [`replace`](Self::replace) where nothing was seen to be: takes less, and leaves nothing behind when it dies. When something is there
    /// by then it is replaced.
    fn create(&self, path: &Path, content: Content<'_>, attributes: Attributes) -> Result<Placed, FileError> {
        self.replace(path, content, attributes)
    }

    /// Opens a file to add to its end, for what has to be there as soon as it was said: a log. It is made with this mode,
    /// less the umask, when it is missing. Links are followed, and devices are fine.
    fn append(&self, path: &Path, mode: u32) -> Result<Box<dyn Write + Send>, FileError>;

    /// Writes to a device or pipe, which stays what it is: see [`Destination`](super::Destination). Where there are none,
    /// there is nothing to write to.
    fn pour(&self, path: &Path, _content: &[u8]) -> Result<(), FileError> {
        Err(Attempt::new("write", path).not_a_file(FileKind::Other))
    }

    /// Sets owner, group and mode in place, in this order: the kernel takes set-uid away when the owner changes.
    /// Refuses a symbolic link.
    fn set_attributes(&self, path: &Path, attributes: Attributes) -> Result<(), FileError>;

    /// Makes a directory and its missing parents; owner and mode are those of the directory itself, missing parents
    /// get the mode less the umask. A directory that is there already gets the attributes.
    fn make_directory(&self, path: &Path, attributes: Attributes) -> Result<(), FileError>;

    /// Makes a directory and its missing parents, each with the mode less the umask. What is there already stays as it is.
    fn make_directories(&self, path: &Path, mode: u32) -> Result<(), FileError>;

    /// Gives a file or a directory another name in one step. A file takes the place of a file, a directory that of an empty
    /// one. Links are not followed. See [`FileError::crosses_devices`] for what cannot be done so.
    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError>;

    /// Removes what is at `path`; nothing there is fine. Never follows links.
    fn remove(&self, path: &Path, removal: Removal) -> Result<(), FileError>;

    /// Removes temporary files of ours whose process is dead from `directory`, and says which.
    fn sweep(&self, directory: &Path) -> Result<Vec<PathBuf>, FileError>;

    /// Asks each file system that was written to to bring its changes to the disk.
    fn sync(&self) -> Result<(), FileError>;

    /// Takes a lock until the answer is dropped, or the process ends. `holder` is what others are told meanwhile.
    fn lock(&self, path: &Path, holder: &str) -> Result<Lock, FileError>;

    /// As [`ReadFiles::beneath`], for changing things below `root`.
    fn write_beneath(&self, root: &Path) -> Result<Box<dyn WriteBeneath>, FileError>;

    /// The same for whole trees, without following any link below `root`.
    fn write_tree(&self, root: &Path) -> Result<Box<dyn WriteTree>, FileError>;
}

/// Somebody who holds a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LockHolder {
    /// Its process, when it can be seen from here.
    pub process: Option<u32>,
}

/// Who has a lock.
pub enum Lock {
    /// We have, until this is dropped; with what the last one said about it, when it died without letting go.
    Ours(Box<dyn Send + Sync>, String),
    /// Somebody else has, and says this about it.
    Theirs(String),
}

/// Whether a symbolic link at the end of a path is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Links {
    /// Look at what the link points to.
    Follow,
    /// Look at the link itself.
    Keep,
}

/// What is at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stat {
    /// File, directory, link or something else.
    pub kind: FileKind,
    /// Permission bits with set-uid, set-gid and sticky: `0o7777` at most.
    pub mode: u32,
    /// Numeric owner.
    pub uid: u32,
    /// Numeric group.
    pub gid: u32,
    /// Length in bytes.
    pub size: u64,
    /// Last change of the content.
    pub modified: Timestamp,
    /// Which file it is, under whatever name.
    pub identity: FileIdentity,
}

/// Which file it is: no two files of a machine have the same at the same time. What is only foreseen has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FileIdentity {
    /// The device it is on.
    pub device: u64,
    /// Its number there.
    pub inode: u64,
}

/// A file as it was put in place, to be recognised when it is looked at again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    identity: FileIdentity,
    size: u64,
    modified: Timestamp,
}

impl Placed {
    /// What is there right after it was written.
    pub fn new(stat: &Stat) -> Self {
        Self { identity: stat.identity, size: stat.size, modified: stat.modified }
    }

    /// Whether this is the very file that was put in place, not written to since.
    pub fn is(&self, stat: &Stat) -> bool {
        stat.kind == FileKind::File && *self == Self::new(stat)
    }
}

/// The kinds of things in a directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link; only seen with [`Links::Keep`].
    Link,
    /// A device, pipe or socket.
    Other,
}

/// Where the content of a new file comes from.
#[derive(Debug, Clone, Copy)]
pub enum Content<'a> {
    /// These bytes.
    Bytes(&'a [u8]),
    /// The bytes of another file, copied in pieces.
    CopyOf(&'a Path),
}

/// Owner, group and mode; `None` leaves it as it is, or as the system makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Attributes {
    /// Numeric owner.
    pub uid: Option<u32>,
    /// Numeric group.
    pub gid: Option<u32>,
    /// Permission bits, set-uid, set-gid and sticky included.
    pub mode: Option<u32>,
}

/// How much is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    /// A file, a link or an empty directory.
    One,
    /// A directory with all that is below it.
    Tree,
}

impl FileKind {
    /// As a part of a sentence: `a directory`.
    pub fn with_article(self) -> &'static str {
        match self {
            Self::File => "a regular file",
            Self::Directory => "a directory",
            Self::Link => "a symbolic link",
            Self::Other => "a device, pipe or socket",
        }
    }
}

impl Attributes {
    /// Owner, group and mode, all given.
    pub fn new(uid: u32, gid: u32, mode: u32) -> Self {
        Self { uid: Some(uid), gid: Some(gid), mode: Some(mode) }
    }

    /// Only a mode; owner and group are left to the system.
    pub fn mode(mode: u32) -> Self {
        Self { mode: Some(mode), ..Self::default() }
    }

    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether nothing is left open.
    pub(crate) fn is_complete(&self) -> bool {
        self.uid.is_some() && self.gid.is_some() && self.mode.is_some()
    }

    /// What is not said here is taken from `other`.
    pub(crate) fn or(self, other: Self) -> Self {
        Self { uid: self.uid.or(other.uid), gid: self.gid.or(other.gid), mode: self.mode.or(other.mode) }
    }
}

impl Stat {
    /// Owner, group and mode of what is there.
    pub fn attributes(&self) -> Attributes {
        Attributes::new(self.uid, self.gid, self.mode)
    }

    pub(crate) fn set(&mut self, attributes: Attributes) {
        let to = attributes.or(self.attributes());
        (self.uid, self.gid) = (to.uid.unwrap_or(self.uid), to.gid.unwrap_or(self.gid));
        self.mode = to.mode.map_or(self.mode, |mode| mode & 0o7777);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_very_file_is_recognised() {
        let stat = |inode, size, second, kind| Stat {
            kind,
            mode: 0o644,
            uid: 0,
            gid: 0,
            size,
            modified: Timestamp::from_parts(second, 0, 0).unwrap(),
            identity: FileIdentity { device: 1, inode },
        };
        let placed = Placed::new(&stat(7, 3, 100, FileKind::File));
        assert!(placed.is(&stat(7, 3, 100, FileKind::File)));
        assert!(!placed.is(&stat(8, 3, 100, FileKind::File)), "another file");
        assert!(!placed.is(&stat(7, 4, 100, FileKind::File)), "another length");
        assert!(!placed.is(&stat(7, 3, 101, FileKind::File)), "written to since");
        assert!(!placed.is(&stat(7, 3, 100, FileKind::Link)), "no file");
    }
}
