//! Which file systems were written to, so that a run can bring them to the disk at its end.

use super::look;
use super::place::Place;
use crate::files::FileError;
use crate::files::error::Attempt;
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, fstat, statat, syncfs};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// For each device a directory on it. Paths, not open directories: those would keep a file system from being unmounted.
#[derive(Default)]
pub(super) struct Written(Mutex<BTreeMap<u64, PathBuf>>);

impl Written {
    /// Something on this device was written at this place.
    pub(super) fn note(&self, device: u64, place: Place<'_>) {
        self.devices().entry(device).or_insert_with(|| place.shown_parent().to_owned());
    }

    /// For verbs that change a directory and do not learn its device on the way.
    pub(super) fn note_parent_of(&self, place: Place<'_>) {
        // A directory that cannot be looked at any more cannot be opened for a sync either.
        if let Ok(raw) = statat(place.directory, place.parent(), AtFlags::empty()) {
            self.note(raw.st_dev, place);
        }
    }

    pub(super) fn sync(&self) -> Result<(), FileError> {
        let devices = std::mem::take(&mut *self.devices());
        devices.iter().try_for_each(|(device, directory)| sync_device(*device, directory))
    }

    fn devices(&self) -> MutexGuard<'_, BTreeMap<u64, PathBuf>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn sync_device(device: u64, directory: &Path) -> Result<(), FileError> {
    match open_on(device, directory) {
        Some(open) => syncfs(open).map_err(|errno| Attempt::new("sync", directory).io(errno)),
        // Nothing of it can be reached any more: it was unmounted, and that has brought it to the disk.
        None => Ok(()),
    }
}

/// Opens the directory, or the nearest one above it that is still there, when it is on the device.
fn open_on(device: u64, directory: &Path) -> Option<OwnedFd> {
    directory.ancestors().map(here_if_empty).find_map(|ancestor| {
        let open = look::open_directory(Place::given(ancestor)).ok()?;
        (fstat(&open).ok()?.st_dev == device).then_some(open)
    })
}

fn here_if_empty(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}
