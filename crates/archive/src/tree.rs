//! What an archive has named so far, so that a file and a directory do not take the same place.

use crate::error::shown;
use crate::meter::Meter;
use crate::{ArchiveError, Entry, EntryKind};
use std::collections::HashMap;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The names and what they are. A name that comes again is fine: the last one counts.
#[derive(Default)]
pub(crate) struct Tree {
    known: HashMap<PathBuf, Place>,
}

/// What takes a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    File,
    Directory,
    Link,
}

impl From<&EntryKind> for Place {
    fn from(kind: &EntryKind) -> Self {
        match kind {
            EntryKind::File | EntryKind::HardLink(_) => Self::File,
            EntryKind::Directory => Self::Directory,
            EntryKind::Link(_) => Self::Link,
        }
    }
}

impl Tree {
    /// Takes an entry in and gives the directories that it implies, from the root down. Those count as entries too: a
    /// few long names must not make thousands of directories.
    pub(crate) fn add(&mut self, entry: &Entry, meter: &Meter<'_>) -> Result<Vec<PathBuf>, ArchiveError> {
        let implied = self.missing_parents(&entry.path)?;
        for parent in &implied {
            meter.entry()?;
            self.known.insert(parent.clone(), Place::Directory);
        }
        let place = Place::from(&entry.kind);
        match self.known.insert(entry.path.clone(), place) {
            // Of a file and a link the last one counts, as of two files.
            Some(known) if (known == Place::Directory) != (place == Place::Directory) => Err(conflict(&entry.path)),
            _ => Ok(implied),
        }
    }

    fn missing_parents(&self, path: &Path) -> Result<Vec<PathBuf>, ArchiveError> {
        let mut missing = Vec::new();
        for parent in path.ancestors().skip(1).filter(|parent| !parent.as_os_str().is_empty()) {
            match self.known.get(parent) {
                // Whose parents are known as well.
                Some(Place::Directory) => break,
                Some(Place::File) => return Err(conflict(parent)),
                Some(Place::Link) => return Err(ArchiveError::ThroughLink { name: shown_path(parent) }),
                None => missing.push(parent.to_owned()),
            }
        }
        missing.reverse();
        Ok(missing)
    }
}

fn conflict(path: &Path) -> ArchiveError {
    ArchiveError::Conflict { name: shown_path(path) }
}

fn shown_path(path: &Path) -> String {
    shown(path.as_os_str().as_bytes())
}
