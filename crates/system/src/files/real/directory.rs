//! Making directories.

use super::attributes::{mode, set_attributes};
use super::look;
use super::place::Place;
use super::written::Written;
use crate::files::error::Attempt;
use crate::files::{Attributes, FileError, FileKind, Links};
use rustix::fs::mkdirat;
use rustix::io::Errno;
use std::path::Path;

/// Nobody else looks into a directory before it has its owner.
const UNFINISHED: u32 = 0o700;
/// Less the umask, which the kernel takes away.
const NEW_DIRECTORY: u32 = 0o777;

pub(super) fn make_directory(place: Place<'_>, to: Attributes, written: &Written) -> Result<(), FileError> {
    let attempt = Attempt::new("make directory", place.shown);
    if make_with_parents(place, to, attempt)? == Made::New {
        written.note_parent_of(place);
    }
    if to.is_empty() { Ok(()) } else { set_attributes(place, to, written) }
}

/// Makes a directory that is only on the way to another one.
pub(super) fn make_parent(place: Place<'_>, bits: Option<u32>) -> Result<(), FileError> {
    let attempt = Attempt::new("make directory", place.shown);
    judge(make(place, bits.unwrap_or(NEW_DIRECTORY)), place, attempt).map(|_| ())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    New,
    WasThere,
}

fn make_with_parents(place: Place<'_>, to: Attributes, attempt: Attempt<'_>) -> Result<Made, FileError> {
    match make(place, first_mode(to)) {
        Err(Errno::NOENT) => make_parents(place, to, attempt)?,
        other => return judge(other, place, attempt),
    }
    judge(make(place, first_mode(to)), place, attempt)
}

/// With a mode to come the directory is closed to others until it has its owner too.
fn first_mode(to: Attributes) -> u32 {
    if to.mode.is_some() { UNFINISHED } else { NEW_DIRECTORY }
}

fn make(place: Place<'_>, bits: u32) -> Result<(), Errno> {
    mkdirat(place.directory, place.path, mode(bits))
}

/// Goes up to the first directory that is there and then down again.
fn make_parents(place: Place<'_>, to: Attributes, attempt: Attempt<'_>) -> Result<(), FileError> {
    let bits = to.mode.unwrap_or(NEW_DIRECTORY);
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
