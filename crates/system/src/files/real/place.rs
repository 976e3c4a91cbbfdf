//! Where something is done.

use rustix::fd::BorrowedFd;
use rustix::fs::CWD;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// A path in an open directory.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) directory: BorrowedFd<'a>,
    pub(super) path: &'a Path,
    /// The path as the user knows it.
    pub(super) shown: &'a Path,
}

impl<'a> Place<'a> {
    /// A path as it was given, below our working directory when it is relative.
    pub(super) fn given(path: &'a Path) -> Self {
        Self { directory: CWD, path, shown: path }
    }

    /// The last name; a path that ends in `..` or is a root has none.
    pub(super) fn name(&self) -> Option<&'a OsStr> {
        self.path.file_name()
    }

    /// The directory in which the last name is, relative to the open one.
    pub(super) fn parent(&self) -> &'a Path {
        or_here(self.path.parent())
    }

    /// The parent directory as the user knows it.
    pub(super) fn shown_parent(&self) -> &'a Path {
        or_here(self.shown.parent())
    }

    /// A path for another name in the same directory.
    pub(super) fn sibling(&self, name: &str) -> PathBuf {
        let whole = self.path.as_os_str().as_bytes();
        let Some(before) = self.name().and_then(|own| whole.strip_suffix(own.as_bytes())) else {
            return self.path.with_file_name(name);
        };
        OsString::from_vec([before, name.as_bytes()].concat()).into()
    }
}

fn or_here(parent: Option<&Path>) -> &Path {
    match parent {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) => Path::new("."),
        None => Path::new("/"),
    }
}
