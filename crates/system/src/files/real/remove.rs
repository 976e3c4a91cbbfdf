//! Removing one thing.

use super::look::is_nothing;
use super::place::Place;
use super::shared::Shared;
use super::{staging, tree};
use crate::Interrupt;
use crate::files::error::Attempt;
use crate::files::{FileError, FileErrorKind, Removal};
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, Mode, OFlags, openat, unlinkat};
use rustix::io::Errno;
use std::path::Path;

/// Says whether it was a directory.
pub(super) fn remove(place: Place<'_>, removal: Removal, shared: &Shared) -> Result<bool, FileError> {
    let attempt = Attempt::new("remove", place.shown);
    let Some(name) = place.name() else { return Err(attempt.fails(FileErrorKind::IsRoot)) };
    let parent = match open_parent(place) {
        Ok(parent) => parent,
        Err(errno) if is_nothing(errno) => return Ok(false),
        Err(errno) => return Err(attempt.io(errno)),
    };
    shared.written.note_parent_of(place);
    match unlinkat(&parent, name, AtFlags::empty()) {
        Err(Errno::ISDIR) => match removal {
            Removal::One => gone(unlinkat(&parent, name, AtFlags::REMOVEDIR), place.shown, attempt),
            // What is ours goes away also when somebody wants us to stop.
            Removal::Tree if staging::is_stage(name) => tree::remove(&parent, name, place.shown, &Interrupt::never()),
            Removal::Tree => tree::remove(&parent, name, place.shown, &shared.interrupt),
        }
        .map(|()| true),
        removed => gone(removed, place.shown, attempt).map(|()| false),
    }
}

/// Everything below happens in this one directory, whatever is done to the path meanwhile.
fn open_parent(place: Place<'_>) -> Result<OwnedFd, Errno> {
    openat(place.directory, place.parent(), OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())
}

/// What was not there need not be removed.
pub(super) fn gone(removed: Result<(), Errno>, at: &Path, attempt: Attempt<'_>) -> Result<(), FileError> {
    match removed {
        Ok(()) => Ok(()),
        Err(errno) if is_nothing(errno) => Ok(()),
        Err(Errno::NOTEMPTY | Errno::EXIST) => Err(attempt.fails(FileErrorKind::NotEmpty)),
        Err(Errno::BUSY) => Err(attempt.mount_point(at)),
        Err(errno) => Err(attempt.io(errno)),
    }
}
