//! Making directories.

use super::attributes::{is_ours, mode, set_attributes};
use super::look;
use super::place::Place;
use super::temporary::next_name;
use super::written::Written;
use crate::files::error::Attempt;
use crate::files::{Attributes, FileError, FileKind, Links};
use rustix::fs::{AtFlags, RenameFlags, mkdirat, renameat, renameat_with, unlinkat};
use rustix::io::Errno;
use std::path::Path;

/// Nobody else looks into a directory that still changes its owner.
const UNFINISHED: u32 = 0o700;
/// Less the umask, which the kernel takes away.
const NEW_DIRECTORY: u32 = 0o777;

/// A directory that is there gets the attributes; a new one has them from the moment it has its name.
pub(super) fn make_directory(place: Place<'_>, to: Attributes, written: &Written) -> Result<Made, FileError> {
    let attempt = Attempt::new("make directory", place.shown);
    if to.is_empty() {
        return make_with_parents(place, NEW_DIRECTORY, written, attempt);
    }
    if look::stat(place, Links::Keep)?.is_none() && make_finished(place, to, written, attempt)? == Made::New {
        return Ok(Made::New);
    }
    judge(Err(Errno::EXIST), place, attempt)?;
    set_attributes(place, to, written)?;
    Ok(Made::WasThere)
}

/// A directory that is there stays as it is; new ones have the mode less the umask.
pub(super) fn make_directories(place: Place<'_>, bits: u32, written: &Written) -> Result<Made, FileError> {
    make_with_parents(place, bits, written, Attempt::new("make directory", place.shown))
}

/// Makes it under another name, gives it its owner and mode, and only then its name.
fn make_finished(place: Place<'_>, to: Attributes, written: &Written, attempt: Attempt<'_>) -> Result<Made, FileError> {
    let path = place.sibling(&next_name());
    let unfinished = Place { path: &path, ..place };
    let bits = match to.mode {
        Some(bits) if is_ours(to) && bits <= 0o777 => bits,
        Some(_) => UNFINISHED,
        None => NEW_DIRECTORY,
    };
    match make(unfinished, bits) {
        Err(Errno::NOENT) => {
            make_parents(place, to.mode.unwrap_or(NEW_DIRECTORY), attempt)?;
            judge(make(unfinished, bits), place, attempt)?;
        }
        other => drop(judge(other, place, attempt)?),
    }
    let named = set_attributes(unfinished, to, written).and_then(|_| give_name(unfinished, place, attempt));
    if !matches!(named, Ok(Made::New)) {
        // What brought us here is reported, or somebody else has made the directory; the next run sweeps what is left.
        let _ = unlinkat(place.directory, &path, AtFlags::REMOVEDIR);
    }
    named
}

fn give_name(unfinished: Place<'_>, place: Place<'_>, attempt: Attempt<'_>) -> Result<Made, FileError> {
    let (directory, from, to) = (place.directory, unfinished.path, place.path);
    let named = match renameat_with(directory, from, directory, to, RenameFlags::NOREPLACE) {
        // Some file systems only know the plain way, which replaces nothing but an empty directory.
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => renameat(directory, from, directory, to),
        other => other,
    };
    match named {
        Ok(()) => Ok(Made::New),
        Err(Errno::EXIST | Errno::NOTEMPTY) => Ok(Made::WasThere),
        Err(errno) => Err(attempt.io(errno)),
    }
}

/// Makes a directory that is only on the way to another one.
pub(super) fn make_parent(place: Place<'_>, bits: Option<u32>) -> Result<(), FileError> {
    let attempt = Attempt::new("make directory", place.shown);
    judge(make(place, bits.unwrap_or(NEW_DIRECTORY)), place, attempt).map(|_| ())
}

/// Whether a directory is new.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Made {
    New,
    WasThere,
}

fn make_with_parents(place: Place<'_>, bits: u32, written: &Written, attempt: Attempt<'_>) -> Result<Made, FileError> {
    let made = match make(place, bits) {
        Err(Errno::NOENT) => {
            make_parents(place, bits, attempt)?;
            make(place, bits)
        }
        other => other,
    };
    let made = judge(made, place, attempt)?;
    if made == Made::New {
        written.note_parent_of(place);
    }
    Ok(made)
}

fn make(place: Place<'_>, bits: u32) -> Result<(), Errno> {
    mkdirat(place.directory, place.path, mode(bits))
}

/// Goes up to the first directory that is there and then down again.
fn make_parents(place: Place<'_>, bits: u32, attempt: Attempt<'_>) -> Result<(), FileError> {
    let mut missing = Vec::new();
    for parent in place.path.ancestors().skip(1).filter(|path| !path.as_os_str().is_empty()) {
        let there = Place { path: parent, shown: parent, ..place };
        match make(there, bits) {
            Err(Errno::NOENT) => missing.push(there),
            made => {
                judge(made, there, attempt)?;
                break;
            }
        }
    }
    for parent in missing.into_iter().rev() {
        judge(make(parent, bits), parent, attempt)?;
    }
    Ok(())
}

/// Something that was there already is fine when it is a directory.
fn judge(made: Result<(), Errno>, at: Place<'_>, attempt: Attempt<'_>) -> Result<Made, FileError> {
    match made {
        Ok(()) => Ok(Made::New),
        Err(Errno::EXIST) => match look::stat(at, Links::Follow)? {
            Some(stat) if stat.kind == FileKind::Directory => Ok(Made::WasThere),
            _ => Err(attempt.not_a_directory(at.shown)),
        },
        Err(Errno::NOTDIR) => Err(attempt.not_a_directory(in_the_way(at))),
        Err(errno) => Err(attempt.io(errno)),
    }
}

/// The first part of a path that is there and no directory.
fn in_the_way(at: Place<'_>) -> &Path {
    let is_file = |path: &&Path| {
        let there = Place { path, ..at };
        matches!(look::stat(there, Links::Follow), Ok(Some(stat)) if stat.kind != FileKind::Directory)
    };
    at.path.ancestors().find(is_file).unwrap_or(at.shown)
}
