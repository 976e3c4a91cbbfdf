//! What can go wrong with files.

use super::FileKind;
use crate::{Signal, errno};
use rustix::io::Errno;
use std::io;
use std::path::{Path, PathBuf};
use value::Unknown;

/// Something that was tried with a file and did not work.
#[derive(Debug, thiserror::Error)]
#[error("cannot {verb} `{}`: {kind}", path.display())]
pub struct FileError {
    /// What was tried, as a verb: `read`, `write`, `remove`.
    pub verb: &'static str,
    /// The path as it was given.
    pub path: PathBuf,
    /// Why it did not work.
    pub kind: FileErrorKind,
}

/// Why something did not work with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileErrorKind {
    /// The system said so.
    #[error("{}", errno::fragment(source))]
    Io {
        /// What it said.
        source: io::Error,
    },
    /// Content was wanted of something that has none.
    #[error("not a regular file but {}", kind.with_article())]
    NotAFile {
        /// What it is instead.
        kind: FileKind,
    },
    /// Something that is no directory stands where one has to be.
    #[error("`{}` is not a directory", at.display())]
    NotADirectory {
        /// What is in the way.
        at: PathBuf,
    },
    /// A directory stands where a file was to be put.
    #[error("it is a directory")]
    IsDirectory,
    /// Owner and mode are never set through a symbolic link.
    #[error("{} is a symlink; refusing to set attributes through it", path.display())]
    IsLink {
        /// The link.
        path: PathBuf,
    },
    /// A directory that is to be removed has something in it.
    #[error("directory is not empty")]
    NotEmpty,
    /// A mount point can be neither replaced nor removed.
    #[error("`{}` is a mount point or on another file system", at.display())]
    MountPoint {
        /// The mount point.
        at: PathBuf,
    },
    /// The root is never removed.
    #[error("it is the root")]
    IsRoot,
    /// There is more content than was asked for.
    #[error("{size} bytes are more than the {limit} allowed")]
    TooLarge {
        /// How long it is, at least.
        size: u64,
        /// How long it may be.
        limit: u64,
    },
    /// The path leads out of the directory it has to stay in.
    #[error("it leads out of `{}`", root.display())]
    Escapes {
        /// The directory.
        root: PathBuf,
    },
    /// A directory on the way is a symbolic link, where none may be followed.
    #[error("a directory on the way is a symbolic link, and nothing is written through one")]
    ThroughLink,
    /// Somebody wants us to stop, and it would have taken long.
    #[error("interrupted by {signal}")]
    Interrupted {
        /// How we were told.
        signal: Signal,
    },
    /// Only the run itself will know; seen in a rehearsal only.
    #[error("{reason}")]
    Unknown {
        /// Why it is not known.
        reason: Unknown,
    },
}

impl FileError {
    /// Nothing is there, not even the directory perhaps.
    pub fn is_not_found(&self) -> bool {
        self.io_kind() == Some(io::ErrorKind::NotFound)
    }

    /// We may not.
    pub fn is_permission_denied(&self) -> bool {
        self.io_kind() == Some(io::ErrorKind::PermissionDenied)
    }

    /// Both places are on different file systems, so that one step is not enough.
    pub fn crosses_devices(&self) -> bool {
        self.io_kind() == Some(io::ErrorKind::CrossesDevices)
    }

    /// Somebody wants us to stop.
    pub fn interrupted(&self) -> bool {
        matches!(self.kind, FileErrorKind::Interrupted { .. })
    }

    /// Why it cannot be known before the run, when that is the reason.
    pub fn unknown(&self) -> Option<&Unknown> {
        match &self.kind {
            FileErrorKind::Unknown { reason } => Some(reason),
            _ => None,
        }
    }

    /// Nothing is there, perhaps because the way there ends before.
    pub fn is_nothing(&self) -> bool {
        matches!(self.io_kind(), Some(io::ErrorKind::NotFound | io::ErrorKind::NotADirectory))
            || matches!(self.kind, FileErrorKind::NotADirectory { .. })
    }

    /// Whether somebody could clear the way before it is tried again: bring what is missing, open what is closed, or put
    /// something else where a link leads in circles or no directory is.
    pub fn could_be_cleared(&self) -> bool {
        let is_loop =
            matches!(&self.kind, FileErrorKind::Io { source } if Errno::from_io_error(source) == Some(Errno::LOOP));
        let is_in_the_way = matches!(self.kind, FileErrorKind::NotAFile { .. } | FileErrorKind::IsDirectory)
            || self.io_kind() == Some(io::ErrorKind::IsADirectory);
        self.is_nothing() || self.is_permission_denied() || is_loop || is_in_the_way
    }

    fn io_kind(&self) -> Option<io::ErrorKind> {
        match &self.kind {
            FileErrorKind::Io { source } => Some(source.kind()),
            _ => None,
        }
    }
}

/// Why work on a large file ended early.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Halt {
    Failed(Errno),
    Interrupted(Signal),
}

impl From<Errno> for Halt {
    fn from(errno: Errno) -> Self {
        Self::Failed(errno)
    }
}

/// What is being tried with which path; turns reasons into errors.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attempt<'a> {
    verb: &'static str,
    path: &'a Path,
}

impl<'a> Attempt<'a> {
    pub(crate) fn new(verb: &'static str, path: &'a Path) -> Self {
        Self { verb, path }
    }

    pub(crate) fn fails(&self, kind: FileErrorKind) -> FileError {
        FileError { verb: self.verb, path: self.path.to_owned(), kind }
    }

    pub(crate) fn io(&self, source: impl Into<io::Error>) -> FileError {
        self.fails(FileErrorKind::Io { source: source.into() })
    }

    pub(crate) fn halted(&self, halt: Halt) -> FileError {
        match halt {
            Halt::Failed(errno) => self.io(errno),
            Halt::Interrupted(signal) => self.fails(FileErrorKind::Interrupted { signal }),
        }
    }

    pub(crate) fn not_a_file(&self, kind: FileKind) -> FileError {
        self.fails(FileErrorKind::NotAFile { kind })
    }

    pub(crate) fn not_a_directory(&self, at: &Path) -> FileError {
        self.fails(FileErrorKind::NotADirectory { at: at.to_owned() })
    }

    pub(crate) fn is_link(&self) -> FileError {
        self.fails(FileErrorKind::IsLink { path: self.path.to_owned() })
    }

    pub(crate) fn mount_point(&self, at: &Path) -> FileError {
        self.fails(FileErrorKind::MountPoint { at: at.to_owned() })
    }

    pub(crate) fn escapes(&self, root: &Path) -> FileError {
        self.fails(FileErrorKind::Escapes { root: root.to_owned() })
    }

    pub(crate) fn unknown(&self, reason: &Unknown) -> FileError {
        self.fails(FileErrorKind::Unknown { reason: reason.clone() })
    }

    pub(crate) fn not_found(&self) -> FileError {
        self.io(Errno::NOENT)
    }
}
