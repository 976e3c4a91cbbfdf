//! Removing a directory with all that is below it. Works on open directories, so links are never followed; keeps one
//! directory open however deep the tree is; stops at mount points.

use super::content::go_on;
use super::look;
use super::remove::gone;
use crate::Interrupt;
use crate::files::error::{Attempt, Halt};
use crate::files::{FileError, FileErrorKind};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, ResolveFlags, Stat, fstat, openat, openat2, statat, unlinkat};
use rustix::io::Errno;
use std::ffi::{CStr, CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// How often a directory that others keep filling is emptied again.
const ROUNDS: u32 = 8;

pub(super) fn remove(parent: &OwnedFd, name: &OsStr, shown: &Path, interrupt: &Interrupt) -> Result<(), FileError> {
    let removal = TreeRemoval { shown, interrupt, levels: Vec::new() };
    let name = CString::new(name.as_bytes()).map_err(|_| removal.attempt().io(Errno::INVAL))?;
    removal.run(parent, &name)
}

struct TreeRemoval<'a> {
    shown: &'a Path,
    /// What is left of a large tree is left when somebody wants us to stop.
    interrupt: &'a Interrupt,
    /// From the top of the tree down to the directory that is open.
    levels: Vec<Level>,
}

/// A directory that is being emptied.
struct Level {
    name: CString,
    /// What it is, so that the way back up is known to be the right one.
    identity: (u64, u64),
    /// Directories in it that are left.
    directories: Vec<Pending>,
    rounds: u32,
}

struct Pending {
    name: CString,
    rounds: u32,
}

impl TreeRemoval<'_> {
    fn attempt(&self) -> Attempt<'_> {
        Attempt::new("remove", self.shown)
    }

    fn run(mut self, parent: &OwnedFd, name: &CStr) -> Result<(), FileError> {
        let Some(mut open) = self.enter(parent, Pending { name: name.to_owned(), rounds: 0 })? else { return Ok(()) };
        while let Some(level) = self.levels.last_mut() {
            match level.directories.pop() {
                Some(pending) => open = self.enter(&open, pending)?.unwrap_or(open),
                None => match self.leave(&open)? {
                    Some(above) => open = above,
                    None => break,
                },
            }
        }
        gone(unlinkat(parent, name, AtFlags::REMOVEDIR), self.shown, self.attempt())
    }

    /// Removes what can be removed at once, and goes down when directories are left. A directory without any below is
    /// removed right here.
    fn enter(&mut self, above: &OwnedFd, pending: Pending) -> Result<Option<OwnedFd>, FileError> {
        let Pending { name, rounds } = pending;
        let open = match open_within(above, &name) {
            Ok(open) => open,
            Err(errno) => return self.not_entered(above, &name, errno).map(|()| None),
        };
        let raw = fstat(&open).map_err(|errno| self.fails_at(&name, errno))?;
        self.check(&raw)?;
        let directories = empty(&open, self.interrupt).map_err(|halt| match halt {
            Halt::Failed(errno) => self.fails_at(&name, errno),
            Halt::Interrupted(_) => self.attempt().halted(halt),
        })?;
        let is_leaf = directories.is_empty() && !self.levels.is_empty();
        self.levels.push(Level { name, identity: identity(&raw), directories, rounds });
        if is_leaf { self.rise(above).map(|()| None) } else { Ok(Some(open)) }
    }

    fn check(&self, raw: &Stat) -> Result<(), FileError> {
        let is_root = self.levels.is_empty()
            && statat(CWD, c"/", AtFlags::empty()).is_ok_and(|root| identity(&root) == identity(raw));
        if is_root { Err(self.attempt().fails(FileErrorKind::IsRoot)) } else { Ok(()) }
    }

    /// What is no directory any more is removed as what it is now.
    fn not_entered(&self, above: &OwnedFd, name: &CStr, errno: Errno) -> Result<(), FileError> {
        let removed = match errno {
            Errno::NOENT => Ok(()),
            Errno::XDEV => return Err(self.attempt().mount_point(&self.path_of(name))),
            Errno::NOTDIR | Errno::LOOP => unlinkat(above, name, AtFlags::empty()),
            // A directory that we may not read may still be empty.
            Errno::ACCESS => unlinkat(above, name, AtFlags::REMOVEDIR).map_err(|_| errno),
            errno => Err(errno),
        };
        self.gone(name, removed)
    }

    /// The path of something deep down is long, so it is only made when there is something to say about it.
    fn gone(&self, name: &CStr, removed: Result<(), Errno>) -> Result<(), FileError> {
        if removed.is_ok() {
            return Ok(());
        }
        let path = self.path_of(name);
        gone(removed, &path, Attempt::new("remove", &path))
    }

    /// Goes back up from a directory that was emptied and removes it. `None` at the top of the tree.
    fn leave(&mut self, open: &OwnedFd) -> Result<Option<OwnedFd>, FileError> {
        let [.., parent, _] = self.levels.as_slice() else { return Ok(None) };
        let above = openat(open, c"..", READING, Mode::empty()).map_err(|errno| self.attempt().io(errno))?;
        let raw = fstat(&above).map_err(|errno| self.attempt().io(errno))?;
        if identity(&raw) != parent.identity {
            return Err(self.attempt().io(std::io::Error::other("a directory in it was moved meanwhile")));
        }
        self.rise(&above)?;
        Ok(Some(above))
    }

    /// Removes the lowest directory from the one above it.
    fn rise(&mut self, above: &OwnedFd) -> Result<(), FileError> {
        let Some(Level { name, rounds, .. }) = self.levels.pop() else { return Ok(()) };
        match unlinkat(above, &name, AtFlags::REMOVEDIR) {
            Err(Errno::NOTEMPTY | Errno::EXIST) if rounds < ROUNDS => {
                let again = Pending { name, rounds: rounds + 1 };
                self.levels.last_mut().expect("the top of the tree is never removed here").directories.push(again);
                Ok(())
            }
            removed => self.gone(&name, removed),
        }
    }

    fn fails_at(&self, name: &CStr, errno: Errno) -> FileError {
        Attempt::new("remove", &self.path_of(name)).io(errno)
    }

    fn path_of(&self, name: &CStr) -> PathBuf {
        let Some((_, below)) = self.levels.split_first() else { return self.shown.to_owned() };
        let names = below.iter().map(|level| level.name.as_c_str()).chain([name]);
        self.shown.join(names.map(|name| OsStr::from_bytes(name.to_bytes())).collect::<PathBuf>())
    }
}

fn identity(raw: &Stat) -> (u64, u64) {
    (raw.st_dev, raw.st_ino)
}

const READING: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Opens a directory in another one, neither through a link nor on the other side of a mount.
fn open_within(above: &OwnedFd, name: &CStr) -> Result<OwnedFd, Errno> {
    let resolve = ResolveFlags::NO_XDEV | ResolveFlags::NO_SYMLINKS | ResolveFlags::BENEATH;
    match openat2(above, name, READING, Mode::empty(), resolve) {
        Err(Errno::NOSYS | Errno::PERM) => open_on_same_device(above, name),
        opened => opened,
    }
}

fn open_on_same_device(above: &OwnedFd, name: &CStr) -> Result<OwnedFd, Errno> {
    let open = openat(above, name, READING, Mode::empty())?;
    if fstat(&open)?.st_dev == fstat(above)?.st_dev { Ok(open) } else { Err(Errno::XDEV) }
}

/// Removes everything but directories, and says which directories there are.
fn empty(directory: &OwnedFd, interrupt: &Interrupt) -> Result<Vec<Pending>, Halt> {
    let mut directories = Vec::new();
    look::each_entry(directory.as_fd(), |name, kind| {
        go_on(interrupt)?;
        let is_directory = kind == FileType::Directory
            || match unlinkat(directory, name, AtFlags::empty()) {
                Ok(()) | Err(Errno::NOENT) => false,
                Err(Errno::ISDIR) => true,
                Err(errno) => return Err(Halt::from(errno)),
            };
        if is_directory {
            directories.push(Pending { name: name.to_owned(), rounds: 0 });
        }
        Ok(())
    })?;
    Ok(directories)
}
