//! What is remembered of directories, so that a run asks about each of them once.

use crate::files::Customs;
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Directories by the path under which they were asked about.
#[derive(Default)]
pub(super) struct Known(Mutex<HashMap<OsString, Remembered>>);

/// One directory.
#[derive(Clone, Copy, Default)]
struct Remembered {
    /// `None` as long as nobody has asked, or when it is read-only.
    is_open: Option<bool>,
    customs: Option<Customs>,
}

impl Known {
    pub(super) fn is_open(&self, directory: &Path) -> bool {
        self.directories().get(directory.as_os_str()).is_some_and(|known| known.is_open == Some(true))
    }

    /// Whether it is known to be on a file system that can be written, whatever our rights are.
    pub(super) fn is_writable(&self, directory: &Path) -> bool {
        self.directories().get(directory.as_os_str()).is_some_and(|known| known.is_open.is_some())
    }

    pub(super) fn customs(&self, directory: &Path) -> Option<Customs> {
        self.directories().get(directory.as_os_str())?.customs
    }

    pub(super) fn put_access(&self, directory: &Path, is_open: bool) {
        self.directories().entry(directory.as_os_str().to_owned()).or_default().is_open = Some(is_open);
    }

    pub(super) fn put_customs(&self, directory: &Path, customs: Customs) {
        self.directories().entry(directory.as_os_str().to_owned()).or_default().customs = Some(customs);
    }

    /// Something was done to a path. A directory may be known under other names too, and so may what is below it.
    pub(super) fn forget_if_known(&self, path: &Path) {
        let mut directories = self.directories();
        if directories.contains_key(path.as_os_str()) {
            directories.clear();
        }
    }

    pub(super) fn forget(&self) {
        self.directories().clear();
    }

    fn directories(&self) -> MutexGuard<'_, HashMap<OsString, Remembered>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
