//! What is in an archive.

use std::path::PathBuf;

/// One file or directory of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where it goes, relative to the root: plain names only.
    pub path: PathBuf,
    /// File or directory.
    pub kind: EntryKind,
    /// Permission bits as the archive says, without set-uid, set-gid and sticky.
    pub mode: u32,
    /// Length of the content; nothing for a directory.
    pub size: u64,
}

/// The kinds of entries that are supported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
}

/// Of a directory that the archive names only as a parent.
const IMPLIED_MODE: u32 = 0o755;

impl Entry {
    pub(crate) fn implied(path: PathBuf) -> Self {
        Self { path, kind: EntryKind::Directory, mode: IMPLIED_MODE, size: 0 }
    }
}
