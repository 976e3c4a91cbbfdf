//! The note that an extraction has begun: what is found of it may be a part.

use super::desired::Desired;
use crate::keep::Keep;
use serde::{Deserialize, Serialize};
use std::path::Path;
use system::files::FileError;
use system::{ReadWorld, WriteWorld};

/// For people who look at it; that it is there is what counts.
#[derive(Serialize, Deserialize)]
struct Note {
    archive: String,
    extract_parent: String,
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
            self.0.read::<Note>(world, "the archive is taken as one whose extraction was not finished");
        }
        Ok(is_there)
    }

    /// Before the first file is written. Whoever cannot note it extracts all the same: it is as sure as it was without.
    pub(super) fn note(&self, desired: &Desired, world: &WriteWorld) {
        let parent = desired.extraction.as_ref().map(|extraction| extraction.parent.display().to_string());
        let archive = desired.path.display().to_string();
        let note = Note { archive, extract_parent: parent.unwrap_or_default() };
        if let Err(error) = self.0.write(&note, world) {
            let name = desired.path.display();
            world.read.notices.say(&format!("if this run dies, nobody knows that {name} was not extracted: {error}"));
        }
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
