//! The note that an extraction has begun: what is found of it may be a part. And the note that an archive is no good.

use super::desired::Desired;
use crate::keep::Keep;
use serde::{Deserialize, Serialize};
use std::path::Path;
use system::files::{FileError, Stat};
use system::{ReadWorld, WriteWorld};

/// The names are for people who look at it; that it is there is what counts.
#[derive(Serialize, Deserialize)]
struct Note {
    archive: String,
    extract_parent: String,
    /// The archive that could not be extracted, whoever tries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bad: Option<Bad>,
}

/// A file as it was when it turned out to be no good; one that was put in its place is another.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Bad {
    size: u64,
    modified: String,
}

impl Bad {
    fn of(stat: &Stat) -> Self {
        Self { size: stat.size, modified: stat.modified.to_rfc3339() }
    }
}

/// The place of the note about one archive and where it goes.
pub(super) struct Unfinished(Keep);

impl Unfinished {
    /// One archive may be extracted to several places: the note is about one of them.
    pub(super) fn of(desired: &Desired, world: &ReadWorld) -> Self {
        let parent = desired.extraction.as_ref().map(|extraction| extraction.parent.as_os_str()).unwrap_or_default();
        let both = [desired.path.as_os_str(), parent].join("\n".as_ref());
        Self(Keep::of(world, "archive", Path::new(&both)))
    }

    /// A note that nobody can read is one all the same.
    pub(super) fn is_noted(&self, world: &ReadWorld) -> Result<bool, FileError> {
        let is_there = self.0.is_there(world)?;
        if is_there {
            self.read(world);
        }
        Ok(is_there)
    }

    /// Whether this is the archive that could not be extracted.
    pub(super) fn is_bad(&self, archive: &Stat, world: &ReadWorld) -> bool {
        self.read(world).and_then(|note| note.bad).is_some_and(|bad| bad == Bad::of(archive))
    }

    fn read(&self, world: &ReadWorld) -> Option<Note> {
        self.0.read(world, "the archive is taken as one whose extraction was not finished")
    }

    /// Before the first file is written. Whoever cannot note it extracts all the same: it is as sure as it was without.
    pub(super) fn note(&self, desired: &Desired, world: &WriteWorld) {
        if let Err(error) = self.write(desired, None, world) {
            let name = desired.path.display();
            world.read.notices.say(&format!("if this run dies, nobody knows that {name} was not extracted: {error}"));
        }
    }

    /// Once it is known that the archive cannot be extracted.
    pub(super) fn note_bad(&self, desired: &Desired, archive: &Stat, world: &WriteWorld) -> Result<(), FileError> {
        self.write(desired, Some(Bad::of(archive)), world)
    }

    fn write(&self, desired: &Desired, bad: Option<Bad>, world: &WriteWorld) -> Result<(), FileError> {
        let parent = desired.extraction.as_ref().map(|extraction| extraction.parent.display().to_string());
        let archive = desired.path.display().to_string();
        self.0.write(&Note { archive, extract_parent: parent.unwrap_or_default(), bad }, world)
    }

    /// A note that nobody can read makes place for one that says the same.
    pub(super) fn mend(&self, desired: &Desired, world: &WriteWorld) {
        if self.0.is_damaged() {
            self.note(desired, world);
        }
    }

    /// Once everything is there.
    pub(super) fn clear(&self, world: &WriteWorld) -> Result<(), FileError> {
        self.0.clear(world)
    }
}
