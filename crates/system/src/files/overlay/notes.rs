//! What somebody asked of an overlay, and what became another in it: two who do that at the same time meet in these places.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Places are paths without links.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    /// What was looked at, the directories on the way included.
    pub looked: BTreeSet<PathBuf>,
    /// What was looked at for its own sake, whether the way there is there or not.
    pub asked: BTreeSet<PathBuf>,
    /// Directories whose names were asked for.
    pub listed: BTreeSet<PathBuf>,
    /// What would be another.
    pub changed: BTreeMap<PathBuf, Change>,
}

/// What becomes of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// A directory comes where nothing was.
    Made,
    /// It has other content or attributes.
    Other,
    /// Something else takes its place, and that of all below it; or nothing.
    Instead,
}

impl Notes {
    /// Notes a change; of two at one place the greater counts.
    pub(super) fn change(&mut self, place: &Path, change: Change) {
        let noted = self.changed.entry(place.to_owned()).or_insert(change);
        *noted = change.max(*noted);
    }

    /// Adds the notes of another.
    pub fn add(&mut self, other: &Self) {
        self.looked.extend(other.looked.iter().cloned());
        self.asked.extend(other.asked.iter().cloned());
        self.listed.extend(other.listed.iter().cloned());
        for (place, change) in &other.changed {
            self.change(place, *change);
        }
    }
}
