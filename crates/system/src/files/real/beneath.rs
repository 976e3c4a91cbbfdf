//! A directory that is never left: the kernel itself refuses every way out, so no race can lead outside.

use super::content::{READING, Source};
use super::place::Place;
use super::shared::Shared;
use super::{attributes, create, directory, look, making, remove, rename, replace};
use crate::files::beneath::names_below;
use crate::files::error::Attempt;
use crate::files::making::put_if_free;
use crate::files::{
    Attributes, Content, Digest, FileError, FileErrorKind, FileKind, Links, NewFile, ReadBeneath, Removal, Stat, Take,
    WriteBeneath, WriteTree,
};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{Mode, OFlags, ResolveFlags, fstat, openat, openat2};
use rustix::io::Errno;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use value::Timestamp;

/// How often a lookup is tried again when somebody renames directories meanwhile.
const TRIES: usize = 64;

pub(super) struct RealBeneath {
    root: OwnedFd,
    path: PathBuf,
    shared: Arc<Shared>,
    /// Whether links that stay below are followed.
    follows: bool,
}

impl RealBeneath {
    pub(super) fn open(path: &Path, shared: Arc<Shared>) -> Result<Self, FileError> {
        let root = openat(rustix::fs::CWD, path, DIRECTORY, Mode::empty()).map_err(|errno| {
            let attempt = Attempt::new("open", path);
            if errno == Errno::NOTDIR { attempt.not_a_directory(path) } else { attempt.io(errno) }
        })?;
        Ok(Self { root, path: path.to_owned(), shared, follows: true })
    }

    /// The same, following no link at all.
    pub(super) fn without_links(self) -> Self {
        Self { follows: false, ..self }
    }

    /// The path as the user knows it, and the names below the root.
    fn below(&self, verb: &'static str, path: &Path) -> Result<(PathBuf, PathBuf), FileError> {
        match names_below(path) {
            Some(names) => Ok((self.path.join(&names), names)),
            None => Err(Attempt::new(verb, path).escapes(&self.path)),
        }
    }

    fn open_below(&self, names: &Path, flags: OFlags) -> Result<OwnedFd, Errno> {
        let names = if names.as_os_str().is_empty() { Path::new(".") } else { names };
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
        let resolve = if self.follows { resolve } else { resolve | ResolveFlags::NO_SYMLINKS };
        for _ in 0..TRIES {
            match openat2(&self.root, names, flags | OFlags::CLOEXEC, Mode::empty(), resolve) {
                Err(Errno::AGAIN | Errno::INTR) => {}
                Err(Errno::NOSYS | Errno::PERM) => return walk_below(self.root.as_fd(), names, flags),
                opened => return opened,
            }
        }
        Err(Errno::AGAIN)
    }

    fn fails(&self, attempt: Attempt<'_>, errno: Errno) -> FileError {
        match errno {
            Errno::XDEV if self.follows => attempt.escapes(&self.path),
            Errno::XDEV | Errno::LOOP if !self.follows => attempt.fails(FileErrorKind::ThroughLink),
            errno => attempt.io(errno),
        }
    }

    /// The open directory that the last name of a path is in.
    fn parent_of(&self, verb: &'static str, path: &Path) -> Result<(OwnedFd, OsString, PathBuf), FileError> {
        let (shown, names) = self.below(verb, path)?;
        let attempt = Attempt::new(verb, &shown);
        let (Some(parent), Some(name)) = (names.parent(), names.file_name()) else {
            return Err(attempt.fails(FileErrorKind::IsDirectory));
        };
        let parent = self.open_below(parent, DIRECTORY).map_err(|errno| self.fails(attempt, errno))?;
        Ok((parent, name.to_owned(), shown))
    }

    /// Calls `act` with the place of the last name in its own open directory.
    fn in_parent<T>(
        &self,
        verb: &'static str,
        path: &Path,
        act: impl FnOnce(Place<'_>) -> Result<T, FileError>,
    ) -> Result<T, FileError> {
        let (shown, names) = self.below(verb, path)?;
        let (Some(parent), Some(name)) = (names.parent(), names.file_name()) else {
            return act(Place { directory: self.root.as_fd(), path: Path::new("."), shown: &shown });
        };
        let parent =
            self.open_below(parent, DIRECTORY).map_err(|errno| self.fails(Attempt::new(verb, &shown), errno))?;
        act(Place { directory: parent.as_fd(), path: Path::new(name), shown: &shown })
    }

    fn source(&self, names: &Path, attempt: Attempt<'_>) -> Result<Source, FileError> {
        match self.open_below(names, READING) {
            Err(errno @ (Errno::XDEV | Errno::LOOP)) => Err(self.fails(attempt, errno)),
            opened => Source::of(opened, attempt),
        }
    }

    fn stat_followed(&self, path: &Path) -> Result<Option<Stat>, FileError> {
        let (shown, names) = self.below("look at", path)?;
        let found = self.open_below(&names, OFlags::PATH).and_then(fstat);
        nothing_is_none(found.map(|raw| look::from_raw(&raw)))
            .map_err(|errno| self.fails(Attempt::new("look at", &shown), errno))
    }

    /// Asked before something that is fine with a link to a directory.
    fn refuse_link_out(&self, verb: &'static str, path: &Path) -> Result<(), FileError> {
        let (shown, names) = self.below(verb, path)?;
        match self.open_below(&names, DIRECTORY) {
            Err(errno @ (Errno::XDEV | Errno::LOOP)) => Err(self.fails(Attempt::new(verb, &shown), errno)),
            _ => Ok(()),
        }
    }

    /// Makes the directories on the way down, each in the open one above it.
    fn make_parents(&self, path: &Path, mode: Option<u32>) -> Result<(), FileError> {
        let (shown, names) = self.below("make directory", path)?;
        let attempt = Attempt::new("make directory", &shown);
        let parents: Vec<_> = names.ancestors().skip(1).filter(|path| !path.as_os_str().is_empty()).collect();
        for parent in parents.into_iter().rev() {
            match self.open_below(parent, DIRECTORY) {
                Ok(_) => {}
                Err(Errno::NOENT) => {
                    self.in_parent("make directory", parent, |place| directory::make_parent(place, mode))?;
                }
                Err(Errno::NOTDIR) => return Err(attempt.not_a_directory(&self.path.join(parent))),
                Err(errno) => return Err(self.fails(attempt, errno)),
            }
        }
        Ok(())
    }
}

const DIRECTORY: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

fn nothing_is_none<T>(found: Result<T, Errno>) -> Result<Option<T>, Errno> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(errno) if look::is_nothing(errno) => Ok(None),
        Err(errno) => Err(errno),
    }
}

/// For kernels that cannot confine a lookup: goes name by name and refuses every link.
fn walk_below(root: rustix::fd::BorrowedFd<'_>, names: &Path, flags: OFlags) -> Result<OwnedFd, Errno> {
    let mut open = openat(root, c".", DIRECTORY, Mode::empty())?;
    let mut names = names.iter().peekable();
    while let Some(name) = names.next() {
        let flags = if names.peek().is_some() { DIRECTORY } else { flags };
        open = openat(&open, name, flags | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())
            .map_err(|errno| if is_link(&open, name) { Errno::XDEV } else { errno })?;
    }
    refuse_link(open)
}

fn is_link(directory: &OwnedFd, name: &std::ffi::OsStr) -> bool {
    let place = Place { directory: directory.as_fd(), path: Path::new(name), shown: Path::new(name) };
    matches!(look::stat(place, Links::Keep), Ok(Some(stat)) if stat.kind == FileKind::Link)
}

/// A handle for looking only is given for the link itself.
fn refuse_link(open: OwnedFd) -> Result<OwnedFd, Errno> {
    if look::kind(&fstat(&open)?) == FileKind::Link { Err(Errno::XDEV) } else { Ok(open) }
}

impl ReadBeneath for RealBeneath {
    fn stat(&self, path: &Path, links: Links) -> Result<Option<Stat>, FileError> {
        match links {
            Links::Follow => self.stat_followed(path),
            Links::Keep => {
                let found = self.in_parent("look at", path, |place| look::stat(place, Links::Keep));
                found.or_else(|error| if error.is_nothing() { Ok(None) } else { Err(error) })
            }
        }
    }

    fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
        let (shown, names) = self.below("read", path)?;
        let attempt = Attempt::new("read", &shown);
        self.source(&names, attempt)?.read(limit, attempt)
    }

    fn digest(&self, path: &Path) -> Result<Digest, FileError> {
        let (shown, names) = self.below("read", path)?;
        let attempt = Attempt::new("read", &shown);
        self.source(&names, attempt)?.digest(&self.shared.interrupt, attempt)
    }

    fn pieces(&self, path: &Path, take: &mut Take<'_>) -> Result<(), FileError> {
        let (shown, names) = self.below("read", path)?;
        let attempt = Attempt::new("read", &shown);
        let take = |piece: &[u8]| Ok(take(piece).is_continue());
        self.source(&names, attempt)?.pieces(&self.shared.interrupt, take).map_err(|halt| attempt.halted(halt))
    }

    fn list(&self, path: &Path) -> Result<Vec<OsString>, FileError> {
        let (shown, names) = self.below("list", path)?;
        let attempt = Attempt::new("list", &shown);
        let open = self.open_below(&names, OFlags::RDONLY | OFlags::DIRECTORY);
        look::list(open.map_err(|errno| self.fails(attempt, errno))?, attempt)
    }

    fn read_link(&self, path: &Path) -> Result<PathBuf, FileError> {
        self.in_parent("read link", path, look::read_link)
    }
}

impl WriteBeneath for RealBeneath {
    fn replace(&self, path: &Path, content: Content<'_>, to: Attributes) -> Result<(), FileError> {
        self.in_parent("write", path, |place| replace::replace(place, content, to, &self.shared).map(|_| ()))
    }

    fn begin(&self, path: &Path, to: Attributes) -> Result<Box<dyn NewFile>, FileError> {
        let (parent, name, shown) = self.parent_of("write", path)?;
        Ok(Box::new(making::begin(Some(parent), Path::new(&name), &shown, to, &self.shared)?))
    }

    fn create_new(&self, path: &Path, content: &[u8], to: Attributes) -> Result<bool, FileError> {
        if let Some(done) =
            self.in_parent("write", path, |place| create::create_new(place, content, to, &self.shared))?
        {
            return Ok(done);
        }
        put_if_free(self.begin(path, to)?, content)
    }

    fn set_attributes(&self, path: &Path, to: Attributes) -> Result<(), FileError> {
        self.shared.known.forget();
        self.in_parent("set attributes of", path, |place| {
            attributes::set_attributes(place, to, &self.shared.written).map(|_| ())
        })
    }

    fn make_directory(&self, path: &Path, to: Attributes) -> Result<(), FileError> {
        self.make_parents(path, to.mode)?;
        self.refuse_link_out("make directory", path)?;
        self.shared.known.forget();
        self.in_parent("make directory", path, |place| {
            directory::make_directory(place, to, &self.shared.written).map(|_| ())
        })
    }

    fn make_directories(&self, path: &Path, mode: u32) -> Result<(), FileError> {
        self.make_parents(path, Some(mode))?;
        self.refuse_link_out("make directory", path)?;
        self.in_parent("make directory", path, |place| {
            directory::make_directories(place, mode, &self.shared.written).map(|_| ())
        })
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        self.in_parent("move", from, |from| self.in_parent("replace", to, |to| rename::rename(from, to, &self.shared)))
    }

    fn remove(&self, path: &Path, removal: Removal) -> Result<(), FileError> {
        self.shared.known.forget();
        let removed = self.in_parent("remove", path, |place| match place.name() {
            Some(_) => remove::remove(place, removal, &self.shared).map(|_| ()),
            None => Err(Attempt::new("remove", place.shown).fails(FileErrorKind::IsRoot)),
        });
        removed.or_else(|error| if error.is_nothing() { Ok(()) } else { Err(error) })
    }
}

impl WriteTree for RealBeneath {
    fn link(&self, path: &Path, target: &Path, to: Attributes) -> Result<(), FileError> {
        self.shared.known.forget();
        self.in_parent("link", path, |place| making::link(place, target, to, &self.shared))
    }

    fn hard_link(&self, existing: &Path, path: &Path) -> Result<(), FileError> {
        let (directory, name, shown) = self.parent_of("link", existing)?;
        let existing = Place { directory: directory.as_fd(), path: Path::new(&name), shown: &shown };
        self.in_parent("link", path, |place| making::hard_link(existing, place, &self.shared))
    }

    fn set_modified(&self, path: &Path, modified: Timestamp) -> Result<(), FileError> {
        self.in_parent("set the time of", path, |place| making::set_modified(place, modified))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::fs::CWD;
    use std::fs;

    #[test]
    fn without_help_of_the_kernel_every_link_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        fs::create_dir_all(path("root/a/b")).unwrap();
        fs::write(path("root/a/b/file"), "x").unwrap();
        std::os::unix::fs::symlink("a", path("root/link")).unwrap();
        std::os::unix::fs::symlink("file", path("root/a/b/link")).unwrap();
        let root = openat(CWD, path("root"), DIRECTORY, Mode::empty()).unwrap();
        let walk = |names: &str, flags| walk_below(root.as_fd(), Path::new(names), flags).map(drop);
        assert_eq!(walk("a/b/file", READING), Ok(()));
        assert_eq!(walk("a/b", DIRECTORY), Ok(()));
        assert_eq!(walk(".", DIRECTORY), Ok(()));
        assert_eq!(walk("a/none", READING), Err(Errno::NOENT));
        assert_eq!(walk("a/b/file/x", READING), Err(Errno::NOTDIR));
        for link in ["link", "link/b", "a/b/link"] {
            for flags in [READING, DIRECTORY, OFlags::PATH] {
                assert_eq!(walk(link, flags), Err(Errno::XDEV), "{link}");
            }
        }
    }
}
