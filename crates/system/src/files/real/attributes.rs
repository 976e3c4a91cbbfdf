//! Owner, group and mode of what is there already.

use super::look;
use super::place::Place;
use super::written::Written;
use crate::files::error::Attempt;
use crate::files::{Attributes, FileError, FileKind};
use crate::{Capability, Rights};
use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, Gid, Mode, OFlags, Stat, Uid, chmodat, chownat, fchmod, fstat, openat};
use rustix::io::Errno;

/// Says what it was.
pub(super) fn set_attributes(place: Place<'_>, to: Attributes, written: &Written) -> Result<FileKind, FileError> {
    let attempt = Attempt::new("set attributes of", place.shown);
    let file = open_itself(place).map_err(|errno| attempt.io(errno))?;
    let raw = fstat(&file).map_err(|errno| attempt.io(errno))?;
    let kind = look::kind(&raw);
    if kind == FileKind::Link {
        return Err(attempt.is_link());
    }
    written.note(raw.st_dev, place);
    let itself = Itself { file: file.as_fd(), raw: &raw, place };
    itself.set(to).map_err(|errno| attempt.io(errno))?;
    Ok(kind)
}

/// What is there, open, and as it was found.
#[derive(Clone, Copy)]
struct Itself<'a> {
    file: BorrowedFd<'a>,
    raw: &'a Stat,
    place: Place<'a>,
}

impl Itself<'_> {
    fn set(self, to: Attributes) -> Result<(), Errno> {
        if !is_given_away(to) {
            self.set_owner(to)?;
            return self.set_mode(to.mode);
        }
        self.set_owner(Attributes { uid: None, ..to })?;
        self.set_mode(to.mode)?;
        self.set_owner(Attributes { gid: None, ..to })?;
        self.set_mode(to.mode.filter(|bits| loses_bits(*bits)))
    }

    fn set_owner(self, to: Attributes) -> Result<(), Errno> {
        let raw = self.raw;
        if to.uid.is_none_or(|uid| uid == raw.st_uid) && to.gid.is_none_or(|gid| gid == raw.st_gid) {
            return Ok(());
        }
        chownat(self.file, c"", uid(to)?, gid(to)?, AtFlags::EMPTY_PATH)
    }

    fn set_mode(self, to: Option<u32>) -> Result<(), Errno> {
        let Some(bits) = to.map(|bits| bits & 0o7777) else { return Ok(()) };
        if bits == self.raw.st_mode & 0o7777 && !loses_bits(bits) {
            return Ok(());
        }
        let mode = mode(bits);
        // The kernel does not change modes through this kind of handle, but through its name in /proc it does.
        match chmodat(CWD, format!("/proc/self/fd/{}", self.file.as_raw_fd()), mode, AtFlags::empty()) {
            Err(errno) if look::is_nothing(errno) => set_mode_without_proc(self.raw, self.place, mode),
            done => done,
        }
    }
}

/// Whether the mode is out of our hands once the owner is set: then it comes before the owner, and after the group, so
/// that nobody who may not read it then may read it now.
pub(super) fn is_given_away(to: Attributes) -> bool {
    let we = Rights::own();
    to.uid.is_some_and(|uid| uid != we.uid) && we.has(Capability::Chown) && !we.has(Capability::Fowner)
}

/// Whether the kernel takes some of these bits away when the owner changes.
pub(super) fn loses_bits(bits: u32) -> bool {
    bits & 0o6000 != 0
}

/// Opens what is at the place, a link included, without the right to read it and without any effect on it. What is
/// done with it then cannot hit something that was put in its place meanwhile.
fn open_itself(place: Place<'_>) -> Result<OwnedFd, Errno> {
    openat(place.directory, place.path, OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())
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

/// Whether what we make has these owners by itself, in most directories.
pub(super) fn is_ours(all: Attributes) -> bool {
    let we = Rights::own();
    all.uid.is_none_or(|wanted| wanted == we.uid) && all.gid.is_none_or(|wanted| wanted == we.gid)
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
