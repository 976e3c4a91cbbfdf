//! The view below one directory, for files that are not the kernel's: every step is looked at.

use super::beneath::names_below;
use super::error::Attempt;
use super::verbs::Verbs;
use super::walk::{Missing, Seen, Stop, Walk};
use super::{
    Attributes, Content, Digest, FileError, FileErrorKind, FileKind, Links, NewFile, ReadBeneath, ReadFiles, Removal,
    Stat, Take, WriteBeneath,
};
use rustix::io::Errno;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub(super) struct Jail<F> {
    files: F,
    root: PathBuf,
    /// Whether new files may be begun in directories that are reached by links.
    follows: bool,
}

impl<F: ReadFiles> Jail<F> {
    pub(super) fn new(files: F, root: &Path) -> Result<Self, FileError> {
        let attempt = Attempt::new("open", root);
        match files.stat(root, Links::Follow)? {
            Some(stat) if stat.kind == FileKind::Directory => Ok(Self { files, root: root.to_owned(), follows: true }),
            Some(_) => Err(attempt.not_a_directory(root)),
            None => Err(attempt.not_found()),
        }
    }

    /// The same, where nothing is begun through a link.
    pub(super) fn without_links(self) -> Self {
        Self { follows: false, ..self }
    }

    pub(super) fn files(&self) -> &F {
        &self.files
    }

    /// Where something new would be; a link at its end is replaced.
    pub(super) fn place(&self, verb: &'static str, path: &Path) -> Result<PathBuf, FileError> {
        self.resolve(verb, path, How::Keep)
    }

    /// The path, when no directory on the way is a link.
    pub(super) fn plain(&self, verb: &'static str, path: &Path) -> Result<PathBuf, FileError> {
        let place = self.resolve(verb, path, How::Keep)?;
        let names = names_below(path).unwrap_or_default();
        let is_plain = place == self.root.join(names);
        if is_plain { Ok(place) } else { Err(Attempt::new(verb, path).fails(FileErrorKind::ThroughLink)) }
    }

    /// The path without any link below the root.
    fn resolve(&self, verb: &'static str, path: &Path, how: How) -> Result<PathBuf, FileError> {
        let names = names_below(path).ok_or_else(|| Attempt::new(verb, path).escapes(&self.root))?;
        let shown = self.root.join(&names);
        let walk = Walk {
            from: &self.root,
            confined: true,
            follow_last: how == How::Follow,
            missing: if how == How::Make { Missing::Made } else { Missing::Ends },
        };
        walk.resolve(&names, |path| self.look(path)).map_err(|stop| self.stopped(Attempt::new(verb, &shown), stop))
    }

    /// The path of a directory that is to be there; a link at its end must not lead out.
    fn resolve_new(&self, path: &Path) -> Result<PathBuf, FileError> {
        let place = self.resolve("make directory", path, How::Make)?;
        if !matches!(self.look(&place)?, Seen::Link(_)) {
            return Ok(place);
        }
        match self.resolve("make directory", path, How::Follow) {
            // Whoever makes directories says that the link leads nowhere.
            Err(error) if !error.is_nothing() => Err(error),
            _ => Ok(place),
        }
    }

    fn look(&self, path: &Path) -> Result<Seen, FileError> {
        Ok(match self.files.stat(path, Links::Keep) {
            Err(error) if error.unknown().is_some() => Seen::Unknown,
            Err(error) => return Err(error),
            Ok(None) => Seen::Nothing,
            Ok(Some(stat)) => match stat.kind {
                FileKind::Directory => Seen::Directory,
                FileKind::Link => Seen::Link(self.files.read_link(path)?),
                FileKind::File | FileKind::Other => Seen::Leaf,
            },
        })
    }

    fn stopped(&self, attempt: Attempt<'_>, stop: Stop<FileError>) -> FileError {
        match stop {
            Stop::NotFound => attempt.not_found(),
            Stop::NotADirectory(at) => attempt.not_a_directory(&at),
            Stop::TooManyLinks => attempt.io(Errno::LOOP),
            Stop::Escapes => attempt.escapes(&self.root),
            Stop::Failed(error) => error,
        }
    }
}

/// What is done with the last name, and with missing ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Follow,
    Keep,
    Make,
}

impl<F: ReadFiles> ReadBeneath for Jail<F> {
    fn stat(&self, path: &Path, links: Links) -> Result<Option<Stat>, FileError> {
        let how = if links == Links::Follow { How::Follow } else { How::Keep };
        match self.resolve("look at", path, how) {
            Ok(path) => self.files.stat(&path, Links::Keep),
            Err(error) if error.is_nothing() => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
        self.files.read(&self.resolve("read", path, How::Follow)?, limit)
    }

    fn digest(&self, path: &Path) -> Result<Digest, FileError> {
        self.files.digest(&self.resolve("read", path, How::Follow)?)
    }

    fn pieces(&self, path: &Path, take: &mut Take<'_>) -> Result<(), FileError> {
        self.files.pieces(&self.resolve("read", path, How::Follow)?, take)
    }

    fn list(&self, path: &Path) -> Result<Vec<OsString>, FileError> {
        self.files.list(&self.resolve("list", path, How::Follow)?)
    }

    fn read_link(&self, path: &Path) -> Result<PathBuf, FileError> {
        self.files.read_link(&self.resolve("read link", path, How::Keep)?)
    }
}

impl<F: Verbs> WriteBeneath for Jail<F> {
    fn replace(&self, path: &Path, content: Content<'_>, attributes: Attributes) -> Result<(), FileError> {
        self.files.replace(&self.resolve("write", path, How::Keep)?, content, attributes)
    }

    fn begin(&self, path: &Path, attributes: Attributes) -> Result<Box<dyn NewFile>, FileError> {
        let place = if self.follows { self.resolve("write", path, How::Keep) } else { self.plain("write", path) };
        self.files.begin(&place?, attributes)
    }

    fn set_attributes(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        self.files.set_attributes(&self.resolve("set attributes of", path, How::Keep)?, attributes)
    }

    fn make_directory(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        self.files.make_directory(&self.resolve_new(path)?, attributes)
    }

    fn make_directories(&self, path: &Path, mode: u32) -> Result<(), FileError> {
        self.files.make_directories(&self.resolve_new(path)?, mode)
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        let (from, to) = (self.resolve("move", from, How::Keep)?, self.resolve("replace", to, How::Keep)?);
        match [("move", &from), ("replace", &to)].into_iter().find(|(_, place)| **place == self.root) {
            Some((verb, root)) => Err(Attempt::new(verb, root).fails(FileErrorKind::IsRoot)),
            None => self.files.rename(&from, &to),
        }
    }

    fn remove(&self, path: &Path, removal: Removal) -> Result<(), FileError> {
        match self.resolve("remove", path, How::Keep) {
            Ok(place) if place == self.root => Err(Attempt::new("remove", &place).fails(FileErrorKind::IsRoot)),
            Ok(place) => self.files.remove(&place, removal),
            Err(error) if error.is_nothing() => Ok(()),
            Err(error) => Err(error),
        }
    }
}
