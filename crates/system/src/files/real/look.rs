//! Looking: what is there, what a directory holds, where a link points.

use super::place::Place;
use crate::files::error::Attempt;
use crate::files::{FileError, FileIdentity, FileKind, Links, Special, Stat};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, RawDir, openat, readlinkat, statat};
use rustix::io::Errno;
use std::ffi::{CStr, OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use value::Timestamp;

/// Big enough that one call reads most directories whole.
const LISTING: usize = 32 * 1024;

pub(super) fn stat(place: Place<'_>, links: Links) -> Result<Option<Stat>, FileError> {
    let flags = match links {
        Links::Follow => AtFlags::empty(),
        Links::Keep => AtFlags::SYMLINK_NOFOLLOW,
    };
    match statat(place.directory, place.path, flags) {
        Ok(raw) => Ok(Some(from_raw(&raw))),
        Err(errno) if is_nothing(errno) => Ok(None),
        Err(errno) => Err(Attempt::new("look at", place.shown).io(errno)),
    }
}

pub(super) fn special(place: Place<'_>) -> Result<Option<Special>, FileError> {
    match statat(place.directory, place.path, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(raw) => Ok(match FileType::from_raw_mode(raw.st_mode) {
            FileType::CharacterDevice => Some(Special::CharacterDevice),
            FileType::BlockDevice => Some(Special::BlockDevice),
            FileType::Fifo => Some(Special::Pipe),
            FileType::Socket => Some(Special::Socket),
            _ => None,
        }),
        Err(errno) if is_nothing(errno) => Ok(None),
        Err(errno) => Err(Attempt::new("look at", place.shown).io(errno)),
    }
}

/// Below something that is no directory there is nothing either.
pub(super) fn is_nothing(errno: Errno) -> bool {
    matches!(errno, Errno::NOENT | Errno::NOTDIR)
}

pub(super) fn from_raw(raw: &rustix::fs::Stat) -> Stat {
    Stat {
        kind: kind(raw),
        mode: raw.st_mode & 0o7777,
        uid: raw.st_uid,
        gid: raw.st_gid,
        size: u64::try_from(raw.st_size).unwrap_or(0),
        modified: modified(raw),
        identity: FileIdentity { device: raw.st_dev, inode: raw.st_ino },
    }
}

pub(super) fn kind(raw: &rustix::fs::Stat) -> FileKind {
    match FileType::from_raw_mode(raw.st_mode) {
        FileType::RegularFile => FileKind::File,
        FileType::Directory => FileKind::Directory,
        FileType::Symlink => FileKind::Link,
        _ => FileKind::Other,
    }
}

fn modified(raw: &rustix::fs::Stat) -> Timestamp {
    // The kernel keeps the nanoseconds below a second; the types of these fields differ between machines.
    let nanos = u32::try_from(raw.st_mtime_nsec).unwrap_or(0);
    // A file may claim to be from the year 20000; that is shown as no time at all.
    Timestamp::from_parts(raw.st_mtime, nanos, 0).unwrap_or(Timestamp::UNIX_EPOCH)
}

pub(super) fn read_link(place: Place<'_>) -> Result<PathBuf, FileError> {
    match readlinkat(place.directory, place.path, Vec::new()) {
        Ok(target) => Ok(OsString::from_vec(target.into_bytes()).into()),
        Err(errno) => Err(Attempt::new("read link", place.shown).io(errno)),
    }
}

/// Opens a directory for listing.
pub(super) fn open_directory(place: Place<'_>) -> Result<OwnedFd, Errno> {
    openat(place.directory, place.path, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())
}

pub(super) fn list(directory: OwnedFd, attempt: Attempt<'_>) -> Result<Vec<OsString>, FileError> {
    let mut names = Vec::new();
    each_entry(directory, |name, _| {
        names.push(OsStr::from_bytes(name.to_bytes()).to_owned());
        Ok(())
    })
    .map_err(|errno: Errno| attempt.io(errno))?;
    names.sort_unstable();
    Ok(names)
}

/// Calls `visit` with every name but `.` and `..`, in the order of the file system.
pub(super) fn each_entry<Fd: AsFd, E: From<Errno>>(
    directory: Fd,
    mut visit: impl FnMut(&CStr, FileType) -> Result<(), E>,
) -> Result<(), E> {
    let mut buffer = Vec::with_capacity(LISTING);
    let mut entries = RawDir::new(directory, buffer.spare_capacity_mut());
    while let Some(entry) = entries.next() {
        let entry = match entry {
            // This is what a directory says that was removed meanwhile: nothing is in it.
            Err(Errno::NOENT) => return Ok(()),
            entry => entry?,
        };
        if !matches!(entry.file_name().to_bytes(), b"." | b"..") {
            visit(entry.file_name(), entry.file_type())?;
        }
    }
    Ok(())
}
