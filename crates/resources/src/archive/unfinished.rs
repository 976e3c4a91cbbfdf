//! The note that an extraction has begun: what is found of it may be a part.

use super::desired::Desired;
use crate::keep::Keep;
use serde::Serialize;
use system::ReadWorld;
use system::files::{FileError, ReadFiles, WriteFiles};

/// For people who look at it; that it is there is what counts.
#[derive(Serialize)]
struct Note {
    version: u32,
    archive: String,
    extract_parent: String,
}

/// The place of the note about one archive.
pub(super) struct Unfinished(Keep);

impl Unfinished {
    pub(super) fn of(desired: &Desired, world: &ReadWorld) -> Self {
        Self(Keep::of(world, "archive", &desired.path))
    }

    pub(super) fn is_noted(&self, files: &dyn ReadFiles) -> Result<bool, FileError> {
        self.0.is_there(files)
    }

    /// Before the first file is written. Whoever cannot note it extracts all the same: it is as sure as it was without.
    pub(super) fn note(&self, desired: &Desired, files: &dyn WriteFiles) {
        let parent = desired.extraction.as_ref().map(|extraction| extraction.parent.display().to_string());
        let archive = desired.path.display().to_string();
        let note = Note { version: 1, archive, extract_parent: parent.unwrap_or_default() };
        let _ = self.0.write(&note, files);
    }

    /// Once everything is there.
    pub(super) fn clear(&self, files: &dyn WriteFiles) -> Result<(), FileError> {
        self.0.clear(files)
    }
}
