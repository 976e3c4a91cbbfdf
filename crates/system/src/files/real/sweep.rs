//! Temporary files that a dead process of ours left behind.

use super::look;
use super::place::Place;
use super::temporary;
use crate::files::FileError;
use crate::files::error::Attempt;
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, FileType, statat, unlinkat};
use rustix::io::Errno;
use std::ffi::{CStr, CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

pub(super) fn leftovers(directory: &Path) -> Result<Vec<PathBuf>, FileError> {
    let attempt = Attempt::new("look for leftovers in", directory);
    let found = find(directory).map_err(|errno| attempt.io(errno))?;
    Ok(found.map_or_else(Vec::new, |(_, names)| names.iter().map(|name| full_path(directory, name)).collect()))
}

pub(super) fn sweep(directory: &Path) -> Result<Vec<PathBuf>, FileError> {
    let attempt = Attempt::new("sweep", directory);
    let Some((open, names)) = find(directory).map_err(|errno| attempt.io(errno))? else { return Ok(Vec::new()) };
    let mut removed = Vec::with_capacity(names.len());
    for name in names {
        // A directory that was never finished is empty; one with something in it is somebody's by now.
        let gone = match unlinkat(&open, &name, AtFlags::empty()) {
            Err(Errno::ISDIR | Errno::PERM) => unlinkat(&open, &name, AtFlags::REMOVEDIR),
            other => other,
        };
        match gone {
            Ok(()) => removed.push(full_path(directory, &name)),
            Err(Errno::NOENT | Errno::NOTEMPTY) => {}
            Err(errno) => return Err(Attempt::new("remove", &full_path(directory, &name)).io(errno)),
        }
    }
    Ok(removed)
}

/// Reads the directory once; only names that are ours cost more than the listing.
fn find(directory: &Path) -> Result<Option<(OwnedFd, Vec<CString>)>, Errno> {
    let open = match look::open_directory(Place::given(directory)) {
        Ok(open) => open,
        Err(errno) if look::is_nothing(errno) => return Ok(None),
        Err(errno) => return Err(errno),
    };
    let mut names = Vec::new();
    look::each_entry(&open, |name, kind| {
        if is_leftover(&open, name, kind) {
            names.push(name.to_owned());
        }
        Ok(())
    })?;
    names.sort_unstable();
    Ok(Some((open, names)))
}

fn is_leftover(directory: &OwnedFd, name: &CStr, kind: FileType) -> bool {
    temporary::owner(name.to_bytes()).is_some_and(|owner| owner.is_dead()) && is_ours(directory, name, kind)
}

/// We make files and directories. Not every file system says the kind in its listing.
fn is_ours(directory: &OwnedFd, name: &CStr, kind: FileType) -> bool {
    let fits = |kind: FileType| kind.is_file() || kind.is_dir();
    match kind {
        FileType::Unknown => statat(directory, name, AtFlags::SYMLINK_NOFOLLOW)
            .is_ok_and(|raw| fits(FileType::from_raw_mode(raw.st_mode))),
        kind => fits(kind),
    }
}

fn full_path(directory: &Path, name: &CStr) -> PathBuf {
    directory.join(OsStr::from_bytes(name.to_bytes()))
}
