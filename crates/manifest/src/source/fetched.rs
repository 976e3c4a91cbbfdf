//! A manifest that is here now.

use super::room::Room;
use diagnostics::Diagnostic;
use std::fmt;
use std::path::{Path, PathBuf};

/// A manifest, to be kept as long as it runs: its temporary directory goes away with it.
pub struct Fetched {
    /// The manifest itself.
    pub body: Body,
    /// The directory that its relative paths start from, when the source brought one. Otherwise a file has its own, and
    /// a text has the working directory.
    pub directory: Option<PathBuf>,
    /// What to call it, without credentials.
    pub shown: String,
    /// What there is to say about the way it came.
    pub warnings: Vec<Diagnostic>,
    pub(super) room: Option<Room>,
}

/// Where the text of a manifest is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// In this file.
    File(PathBuf),
    /// Here.
    Text(Vec<u8>),
}

impl Fetched {
    /// The temporary directory, when there is one.
    pub fn temporary(&self) -> Option<&Path> {
        self.room.as_ref().map(Room::path)
    }
}

impl fmt::Debug for Fetched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = match &self.body {
            Body::File(path) => path.display().to_string(),
            Body::Text(text) => format!("{} bytes", text.len()),
        };
        f.debug_struct("Fetched").field("shown", &self.shown).field("body", &body).finish_non_exhaustive()
    }
}
