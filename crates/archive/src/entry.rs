//! What is in an archive.

use std::path::PathBuf;
use value::Timestamp;

/// One member of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where it goes, relative to the root: plain names only.
    pub path: PathBuf,
    /// What it is.
    pub kind: EntryKind,
    /// Permission bits as the archive says; set-uid, set-gid and sticky only where links are allowed, too.
    pub mode: u32,
    /// Length of the content; nothing for what is no file.
    pub size: u64,
    /// Whose it was, where the format knows.
    pub owner: Option<Owner>,
    /// When it was changed last, where that is known.
    pub modified: Option<Timestamp>,
}

/// The kinds of entries that are supported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link to this; anything can stand here.
    Link(PathBuf),
    /// A second name for a file of the archive, a path as that of an entry.
    HardLink(PathBuf),
}

/// Whose a member was on the machine that made the archive.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Owner {
    /// The number of the user.
    pub uid: u32,
    /// The number of the group.
    pub gid: u32,
    /// The name of the user; may be empty.
    pub user: String,
    /// The name of the group; may be empty.
    pub group: String,
}

/// Of a directory that the archive names only as a parent.
const IMPLIED_MODE: u32 = 0o755;

impl Entry {
    pub(crate) fn implied(path: PathBuf) -> Self {
        Self { path, kind: EntryKind::Directory, mode: IMPLIED_MODE, size: 0, owner: None, modified: None }
    }
}
