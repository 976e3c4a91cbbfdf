//! Owner, group and mode of what is there already.

use super::look;
use super::place::Place;
use super::written::Written;
use crate::files::error::Attempt;
use crate::files::{Attributes, FileError, FileKind};
use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, Gid, Mode, OFlags, Stat, Uid, chmodat, chownat, fchmod, fstat, openat};
use rustix::io::Errno;

pub(super) fn set_attributes(place: Place<'_>, to: Attributes, written: &Written) -> Result<(), FileError> {
    let attempt = Attempt::new("set attributes of", place.shown);
    let file = open_itself(place).map_err(|errno| attempt.io(errno))?;
    let raw = fstat(&file).map_err(|errno| attempt.io(errno))?;
    if look::kind(&raw) == FileKind::Link {
        return Err(attempt.is_link());
    }
    written.note(raw.st_dev, place.shown_parent());
    set_owner(file.as_fd(), to)
        .and_then(|()| set_mode(file.as_fd(), &raw, place, to))
        .map_err(|errno| attempt.io(errno))
}

/// Opens what is at the place, a link included, without the right to read it and without any effect on it. What is
/// done with it then cannot hit something that was put in its place meanwhile.
fn open_itself(place: Place<'_>) -> Result<OwnedFd, Errno> {
    openat(place.directory, place.path, OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())
}

fn set_owner(file: BorrowedFd<'_>, to: Attributes) -> Result<(), Errno> {
    if to.uid.is_none() && to.gid.is_none() {
        return Ok(());
    }
    chownat(file, c"", uid(to)?, gid(to)?, AtFlags::EMPTY_PATH)
}

fn set_mode(file: BorrowedFd<'_>, raw: &Stat, place: Place<'_>, to: Attributes) -> Result<(), Errno> {
    let Some(mode) = to.mode.map(mode) else { return Ok(()) };
    // The kernel does not change modes through this kind of handle, but through its name in /proc it does.
    match chmodat(CWD, format!("/proc/self/fd/{}", file.as_raw_fd()), mode, AtFlags::empty()) {
        Err(errno) if look::is_nothing(errno) => set_mode_without_proc(raw, place, mode),
        done => done,
    }
}

/// Opens the same thing once more, this time for reading.
fn set_mode_without_proc(raw: &Stat, place: Place<'_>, mode: Mode) -> Result<(), Errno> {
    if !matches!(look::kind(raw), FileKind::File | FileKind::Directory) {
        return Err(Errno::OPNOTSUPP);
    }
    let flags = super::content::READING | OFlags::NOFOLLOW;
    let file = openat(place.directory, place.path, flags, Mode::empty())?;
    let again = fstat(&file)?;
    if (again.st_dev, again.st_ino) == (raw.st_dev, raw.st_ino) { fchmod(file, mode) } else { Err(Errno::AGAIN) }
}

/// The largest number means "nobody" to the kernel, so nobody can have it.
fn id(raw: Option<u32>) -> Result<Option<u32>, Errno> {
    if raw == Some(u32::MAX) { Err(Errno::INVAL) } else { Ok(raw) }
}

pub(super) fn uid(attributes: Attributes) -> Result<Option<Uid>, Errno> {
    Ok(id(attributes.uid)?.map(Uid::from_raw))
}

pub(super) fn gid(attributes: Attributes) -> Result<Option<Gid>, Errno> {
    Ok(id(attributes.gid)?.map(Gid::from_raw))
}

pub(super) fn mode(bits: u32) -> Mode {
    Mode::from_raw_mode(bits & 0o7777)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn without_proc_the_mode_is_set_all_the_same() {
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("file"), directory.path().join("link"));
        std::fs::write(&file, "").unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        let bits = || std::fs::metadata(&file).unwrap().permissions().mode() & 0o7777;
        let raw = fstat(open_itself(Place::given(&file)).unwrap()).unwrap();
        set_mode_without_proc(&raw, Place::given(&file), mode(0o640)).unwrap();
        assert_eq!(bits(), 0o640);
        set_mode_without_proc(&raw, Place::given(&link), mode(0o777)).unwrap_err();
        std::fs::rename(&file, directory.path().join("old")).unwrap();
        std::fs::write(&file, "").unwrap();
        let before = bits();
        assert_eq!(set_mode_without_proc(&raw, Place::given(&file), mode(0o777)), Err(Errno::AGAIN));
        assert_eq!(bits(), before);
        let pipe = directory.path().join("pipe");
        rustix::fs::mknodat(CWD, &pipe, rustix::fs::FileType::Fifo, mode(0o600), 0).unwrap();
        let raw = fstat(open_itself(Place::given(&pipe)).unwrap()).unwrap();
        assert_eq!(set_mode_without_proc(&raw, Place::given(&pipe), mode(0o777)), Err(Errno::OPNOTSUPP));
    }
}
