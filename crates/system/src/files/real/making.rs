//! Files that are written piece by piece, links, and times.

use super::attributes::{gid, uid};
use super::content::{Source, write_all};
use super::look;
use super::place::Place;
use super::replace::{Wanted, no_new_file, not_put_in_place};
use super::shared::Shared;
use super::temporary::{self, Temporary};
use crate::files::error::Attempt;
use crate::files::{Attributes, FileError, FileErrorKind, FileKind, NewFile, OpenFile, Placed};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{
    AtFlags, CWD, RenameFlags, SeekFrom, Stat, Timespec, Timestamps, UTIME_OMIT, chownat, fstat, ftruncate, futimens,
    linkat, renameat, renameat_with, seek, statat, symlinkat, unlinkat, utimensat,
};
use rustix::io::Errno;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use value::Timestamp;

/// A file of this machine that has no place yet.
pub(super) struct RealNewFile {
    /// None stands for the working directory.
    directory: Option<OwnedFd>,
    path: PathBuf,
    shown: PathBuf,
    temporary: PathBuf,
    file: OwnedFd,
    wanted: Wanted,
    shared: Arc<Shared>,
    placed: bool,
}

/// Begins a file in an open directory, or at a path as it was given.
pub(super) fn begin(
    directory: Option<OwnedFd>,
    path: &Path,
    shown: &Path,
    to: Attributes,
    shared: &Arc<Shared>,
) -> Result<RealNewFile, FileError> {
    let place = Place { directory: directory.as_ref().map_or(CWD, AsFd::as_fd), path, shown };
    let attempt = Attempt::new("write", shown);
    if place.name().is_none() {
        return Err(attempt.fails(FileErrorKind::IsDirectory));
    }
    let wanted = Wanted::new(place, to)?;
    let temporary = Temporary::beside(place, wanted.first_mode());
    let (temporary, file) = temporary.map_err(|errno| no_new_file(place, attempt, errno))?.into_parts();
    let (path, shown, shared) = (path.to_owned(), shown.to_owned(), Arc::clone(shared));
    Ok(RealNewFile { directory, path, shown, temporary, file, wanted, shared, placed: false })
}

impl RealNewFile {
    fn at(&self) -> Place<'_> {
        let directory = self.directory.as_ref().map_or(CWD, AsFd::as_fd);
        Place { directory, path: &self.path, shown: &self.shown }
    }

    fn attempt(&self) -> Attempt<'_> {
        Attempt::new("write", &self.shown)
    }

    fn give_attributes(&self) -> Result<Stat, FileError> {
        self.wanted.give(self.file.as_fd()).map_err(|errno| self.attempt().io(errno))
    }
}

impl NewFile for RealNewFile {
    fn write(&mut self, piece: &[u8]) -> Result<(), FileError> {
        write_all(self.file.as_fd(), piece).map_err(|errno| self.attempt().io(errno))
    }

    fn restart(&mut self) -> Result<(), FileError> {
        let emptied = ftruncate(&self.file, 0).and_then(|()| seek(&self.file, SeekFrom::Start(0)));
        emptied.map(drop).map_err(|errno| self.attempt().io(errno))
    }

    fn place(mut self: Box<Self>, modified: Option<Timestamp>) -> Result<Placed, FileError> {
        self.give_attributes()?;
        if let Some(modified) = modified {
            futimens(&self.file, &times(modified)).map_err(|errno| self.attempt().io(errno))?;
        }
        let raw = fstat(&self.file).map_err(|errno| self.attempt().io(errno))?;
        let place = self.at();
        renameat(place.directory, &self.temporary, place.directory, place.path)
            .map_err(|errno| not_put_in_place(place, self.attempt(), errno))?;
        self.shared.written.note(raw.st_dev, place);
        self.placed = true;
        Ok(Placed::new(&look::from_raw(&raw)))
    }

    fn place_if_free(mut self: Box<Self>) -> Result<bool, FileError> {
        let raw = self.give_attributes()?;
        let place = self.at();
        let (directory, path) = (place.directory, place.path);
        match renameat_with(directory, &self.temporary, directory, path, RenameFlags::NOREPLACE) {
            Ok(()) => self.placed = true,
            Err(Errno::EXIST) => return Ok(false),
            // Some file systems only know second names; the first one goes when this is dropped.
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
                match linkat(directory, &self.temporary, directory, path, AtFlags::empty()) {
                    Err(Errno::EXIST) => return Ok(false),
                    linked => linked.map_err(|errno| not_put_in_place(place, self.attempt(), errno))?,
                }
            }
            Err(errno) => return Err(not_put_in_place(place, self.attempt(), errno)),
        }
        self.shared.written.note(raw.st_dev, self.at());
        Ok(true)
    }
}

impl Drop for RealNewFile {
    fn drop(&mut self) {
        if !self.placed {
            // What brought us here is reported; the next run sweeps what could not be removed.
            let _ = unlinkat(self.at().directory, &self.temporary, AtFlags::empty());
        }
    }
}

fn times(modified: Timestamp) -> Timestamps {
    let (seconds, nanos) = (modified.unix_seconds(), modified.nanos());
    Timestamps {
        last_access: Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT },
        last_modification: Timespec { tv_sec: seconds, tv_nsec: i64::from(nanos) },
    }
}

/// Puts a symbolic link in place.
pub(super) fn link(place: Place<'_>, target: &Path, to: Attributes, shared: &Shared) -> Result<(), FileError> {
    let attempt = Attempt::new("link", place.shown);
    let made = put(place, attempt, |temporary| {
        symlinkat(target, place.directory, temporary)?;
        if to.uid.is_some() || to.gid.is_some() {
            chownat(place.directory, temporary, uid(to)?, gid(to)?, AtFlags::SYMLINK_NOFOLLOW)?;
        }
        Ok(())
    });
    shared.written.note_parent_of(place);
    made
}

/// Puts a second name for a file in place.
pub(super) fn hard_link(existing: Place<'_>, place: Place<'_>, shared: &Shared) -> Result<(), FileError> {
    let attempt = Attempt::new("link", place.shown);
    let of = Attempt::new("link", existing.shown);
    let raw = statat(existing.directory, existing.path, AtFlags::SYMLINK_NOFOLLOW).map_err(|errno| of.io(errno))?;
    if look::kind(&raw) == FileKind::Directory {
        return Err(of.not_a_file(FileKind::Directory));
    }
    let made = put(place, attempt, |temporary| {
        linkat(existing.directory, existing.path, place.directory, temporary, AtFlags::empty())
    });
    shared.written.note_parent_of(place);
    made
}

/// Makes something beside its place, and moves it there.
fn put(place: Place<'_>, attempt: Attempt<'_>, make: impl Fn(&Path) -> Result<(), Errno>) -> Result<(), FileError> {
    if place.name().is_none() {
        return Err(attempt.fails(FileErrorKind::IsDirectory));
    }
    let temporary = loop {
        let temporary = place.sibling(&temporary::next_name());
        match make(&temporary) {
            Ok(()) => break temporary,
            // Someone took the name: the numbers of this process never come twice, so the next one is free.
            Err(Errno::EXIST | Errno::INTR) => {}
            Err(errno) => {
                let _ = unlinkat(place.directory, &temporary, AtFlags::empty());
                return Err(no_new_file(place, attempt, errno));
            }
        }
    };
    let moved = renameat(place.directory, &temporary, place.directory, place.path);
    // The kernel moves nothing when both are names of one file.
    let _ = unlinkat(place.directory, &temporary, AtFlags::empty());
    moved.map_err(|errno| not_put_in_place(place, attempt, errno))
}

/// Sets when something says it was changed last.
pub(super) fn set_modified(place: Place<'_>, modified: Timestamp) -> Result<(), FileError> {
    let set = utimensat(place.directory, place.path, &times(modified), AtFlags::SYMLINK_NOFOLLOW);
    set.map_err(|errno| Attempt::new("set the time of", place.shown).io(errno))
}

/// Opens a regular file for reading.
pub(super) fn open(path: &Path) -> Result<Box<dyn OpenFile>, FileError> {
    let attempt = Attempt::new("read", path);
    let source = Source::open(Place::given(path), attempt)?;
    Ok(Box::new(std::fs::File::from(source.into_file())))
}
