//! Places of which nobody can tell what is there after some actions.

use std::collections::BTreeSet;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use system::files::{Change, Notes};

#[derive(Default)]
pub(super) struct Lost {
    places: BTreeSet<PathBuf>,
    /// The directories that have one of them.
    above: BTreeSet<PathBuf>,
}

impl Lost {
    pub(super) fn add(&mut self, place: &Path) {
        self.above.extend(place.parent().map(Path::to_owned));
        self.places.insert(place.to_owned());
    }

    /// Whether somebody uses one of them.
    pub(super) fn is_met_by(&self, notes: &Notes) -> bool {
        let instead = || notes.changed.iter().filter(|(_, change)| **change == Change::Instead);
        notes.looked.iter().chain(notes.changed.keys()).any(|place| self.places.contains(place))
            || notes.listed.iter().any(|place| self.above.contains(place))
            || instead().any(|(place, _)| self.is_above_one(place))
    }

    fn is_above_one(&self, place: &Path) -> bool {
        let mut after = self.places.range::<Path, _>((Bound::Excluded(place), Bound::Unbounded));
        after.next().is_some_and(|path| path.starts_with(place))
    }
}
