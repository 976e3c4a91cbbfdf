//! The two layers and how a path is found in them. Entries are kept under the path without links, so that a file
//! written through a linked directory is seen under both names.

use super::entry::{Below, Entry};
use crate::Clock;
use crate::files::error::Attempt;
use crate::files::walk::{Seen, Stop, Walk};
use crate::files::{FileError, FileKind, Links, ReadFiles, Stat};
use rustix::io::Errno;
use std::collections::BTreeMap;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use value::Unknown;

/// Files as they will be. Copies show the same files.
#[derive(Clone)]
pub struct Overlay {
    layers: Arc<Layers>,
}

pub(super) struct Layers {
    pub(super) lower: Arc<dyn ReadFiles>,
    pub(super) clock: Arc<dyn Clock>,
    /// Whose new files are.
    pub(super) owner: (u32, u32),
    /// Where relative paths begin.
    directory: PathBuf,
    entries: Mutex<Entries>,
}

pub(super) type Entries = BTreeMap<PathBuf, Entry>;

/// What is at a path without links.
pub(super) enum Found {
    Entry(Entry),
    /// Whatever the lower layer has there.
    Lower,
    Nothing,
    Unknown(Unknown),
}

/// What is at the end of a walk.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) links: Links,
    /// Whether directories on the way may be missing.
    pub(super) may_be_missing: bool,
}

impl End {
    pub(super) const FOLLOW: Self = Self { links: Links::Follow, may_be_missing: false };
    pub(super) const KEEP: Self = Self { links: Links::Keep, may_be_missing: false };
    pub(super) const NEW: Self = Self { links: Links::Keep, may_be_missing: true };
}

impl Overlay {
    /// Nothing lies over `lower` yet. New files are of `owner` and from the time of `clock`; relative paths begin in
    /// `directory`.
    pub fn new(
        lower: Arc<dyn ReadFiles>,
        clock: Arc<dyn Clock>,
        owner: (u32, u32),
        directory: impl Into<PathBuf>,
    ) -> Self {
        let (directory, entries) = (directory.into(), Mutex::default());
        Self { layers: Arc::new(Layers { lower, clock, owner, directory, entries }) }
    }

    pub(super) fn layers(&self) -> &Layers {
        &self.layers
    }
}

impl Layers {
    pub(super) fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries().is_empty()
    }

    /// The path without links, in the view of both layers.
    pub(super) fn resolve(&self, path: &Path, end: End, attempt: Attempt<'_>) -> Result<PathBuf, FileError> {
        let path = self.directory.join(path);
        let walk = Walk {
            from: Path::new("/"),
            confined: false,
            follow_last: end.links == Links::Follow,
            may_be_missing: end.may_be_missing,
        };
        walk.resolve(&path, |path| self.look(path)).map_err(|stop| match stop {
            Stop::NotFound => attempt.not_found(),
            Stop::NotADirectory(at) => attempt.not_a_directory(&at),
            Stop::TooManyLinks => attempt.io(Errno::LOOP),
            Stop::Escapes => attempt.escapes(Path::new("/")),
            Stop::Failed(error) => error,
        })
    }

    fn look(&self, path: &Path) -> Result<Seen, FileError> {
        Ok(match self.find(path) {
            Found::Entry(Entry::Directory(..)) => Seen::Directory,
            Found::Entry(Entry::File(..) | Entry::Other(_)) => Seen::Leaf,
            Found::Entry(Entry::Unknown(_)) | Found::Unknown(_) => Seen::Unknown,
            Found::Entry(Entry::Gone) | Found::Nothing => Seen::Nothing,
            Found::Lower => match self.lower.stat(path, Links::Keep)?.map(|stat| stat.kind) {
                None => Seen::Nothing,
                Some(FileKind::Directory) => Seen::Directory,
                Some(FileKind::Link) => Seen::Link(self.lower.read_link(path)?),
                Some(FileKind::File | FileKind::Other) => Seen::Leaf,
            },
        })
    }

    /// What is known about a path without links: its own entry, or what the nearest directory above says.
    pub(super) fn find(&self, path: &Path) -> Found {
        let entries = self.entries();
        if let Some(entry) = entries.get(path) {
            return Found::Entry(entry.clone());
        }
        match path.ancestors().skip(1).find_map(|above| entries.get(above)) {
            None | Some(Entry::Directory(_, Below::Lower)) => Found::Lower,
            Some(Entry::Directory(_, Below::Unknown(reason)) | Entry::Unknown(reason)) => {
                Found::Unknown(reason.clone())
            }
            Some(Entry::Directory(_, Below::Nothing) | Entry::File(..) | Entry::Other(_) | Entry::Gone) => {
                Found::Nothing
            }
        }
    }

    /// What will be at a path without links.
    pub(super) fn stat(&self, path: &Path, attempt: Attempt<'_>) -> Result<Option<Stat>, FileError> {
        match self.find(path) {
            Found::Entry(Entry::File(stat, _) | Entry::Directory(stat, _) | Entry::Other(stat)) => Ok(Some(stat)),
            Found::Entry(Entry::Gone) | Found::Nothing => Ok(None),
            Found::Entry(Entry::Unknown(reason)) | Found::Unknown(reason) => Err(attempt.unknown(&reason)),
            Found::Lower => self.lower.stat(path, Links::Keep),
        }
    }
}

/// The entries at and below a path.
pub(super) fn subtree<'a>(entries: &'a Entries, path: &'a Path) -> impl Iterator<Item = (&'a PathBuf, &'a Entry)> {
    entries
        .range::<Path, _>((Bound::Included(path), Bound::Unbounded))
        .take_while(move |(below, _)| below.starts_with(path))
}
