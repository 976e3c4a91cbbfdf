//! Putting a file where nothing is: it has no name until it is complete, so that nothing is left of one that was not.

use super::content::{Source, write_all};
use super::look;
use super::place::Place;
use super::replace::{Wanted, fill, open_source, replace};
use super::shared::Shared;
use crate::files::error::Attempt;
use crate::files::{Attributes, Content, FileError, Placed};
use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, OFlags, Stat, linkat, openat};
use rustix::io::Errno;
use std::sync::atomic::Ordering;

/// Puts a file at a place that was seen to be empty. Whatever comes in the way, from somebody who was faster to a file
/// system that has only files with names, is left to [`replace`], which has the words for it.
pub(super) fn create(
    place: Place<'_>,
    content: Content<'_>,
    to: Attributes,
    shared: &Shared,
) -> Result<Placed, FileError> {
    let wanted = Wanted::of_new(to);
    if let Some(file) = nameless(place, &wanted, shared) {
        let source = open_source(content)?;
        let placed = complete(place, &file, content, source.as_ref(), &wanted, shared)?;
        if let Some(raw) = placed {
            shared.written.note(raw.st_dev, place);
            return Ok(Placed::new(&look::from_raw(&raw)));
        }
    }
    replace(place, content, to, shared)
}

/// Puts a file at a place if nothing is there, and says whether it did; nothing when this file system, or something else,
/// does not let it be done like that.
pub(super) fn create_new(
    place: Place<'_>,
    content: &[u8],
    to: Attributes,
    shared: &Shared,
) -> Result<Option<bool>, FileError> {
    let wanted = Wanted::of_new(to);
    let Some(file) = nameless(place, &wanted, shared) else { return Ok(None) };
    let attempt = Attempt::new("write", place.shown);
    write_all(file.as_fd(), content).map_err(|errno| attempt.io(errno))?;
    let raw = wanted.give(file.as_fd()).map_err(|errno| attempt.io(errno))?;
    match give_name(file.as_fd(), place) {
        Ok(()) => {
            shared.written.note(raw.st_dev, place);
            Ok(Some(true))
        }
        Err(Errno::EXIST) => Ok(Some(false)),
        Err(_) => Ok(None),
    }
}

/// A file without a name in the directory of a place.
fn nameless(place: Place<'_>, wanted: &Wanted, shared: &Shared) -> Option<OwnedFd> {
    if place.name().is_none() || shared.has_names_only.load(Ordering::Relaxed) {
        return None;
    }
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    match openat(place.directory, place.parent(), flags, wanted.first_mode()) {
        Ok(file) => Some(file),
        Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => {
            shared.has_names_only.store(true, Ordering::Relaxed);
            None
        }
        Err(_) => None,
    }
}

/// Fills the file and gives it its attributes and its name; `None` when it did not get the name.
fn complete(
    place: Place<'_>,
    file: &OwnedFd,
    content: Content<'_>,
    source: Option<&Source>,
    wanted: &Wanted,
    shared: &Shared,
) -> Result<Option<Stat>, FileError> {
    let attempt = Attempt::new("write", place.shown);
    fill(file.as_fd(), content, source, &shared.interrupt).map_err(|halt| attempt.halted(halt))?;
    let raw = wanted.give(file.as_fd()).map_err(|errno| attempt.io(errno))?;
    Ok(give_name(file.as_fd(), place).is_ok().then_some(raw))
}

/// Only some may name a file by its handle alone; the others go through `/proc`.
fn give_name(file: BorrowedFd<'_>, place: Place<'_>) -> Result<(), Errno> {
    match linkat(file, "", place.directory, place.path, AtFlags::EMPTY_PATH) {
        Err(Errno::NOENT | Errno::PERM) => {
            let path = format!("/proc/self/fd/{}", file.as_raw_fd());
            linkat(CWD, path, place.directory, place.path, AtFlags::SYMLINK_FOLLOW)
        }
        linked => linked,
    }
}
