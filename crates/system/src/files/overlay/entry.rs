//! What an overlay knows about one path.

use crate::files::{Digest, Stat};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use value::Unknown;

/// The content that a file will have.
#[derive(Debug, Clone)]
pub enum Foreseen {
    /// These bytes.
    Known(Vec<u8>),
    /// The bytes that another file has now.
    CopyOf(PathBuf),
    /// Only the run will tell.
    Unknown(Unknown),
}

/// What will be at a path.
#[derive(Clone)]
pub(super) enum Entry {
    File(Stat, Arc<Held>),
    Directory(Stat, Below),
    /// A symbolic link that has come here, and where it points.
    Link(Stat, PathBuf),
    /// A device, pipe or socket with other attributes.
    Other(Stat),
    Gone,
    /// It will be there, whatever it is.
    Something(Unknown),
    Unknown(Unknown),
}

/// What is in a directory beside what the overlay itself knows.
#[derive(Clone)]
pub(super) enum Below {
    /// What is there now.
    Lower,
    Nothing,
    /// What is there now stays, and may be replaced by others of its name; more may come.
    More(Unknown),
    Unknown(Unknown),
}

/// Content, and its digest once somebody asked for it.
pub(super) struct Held {
    pub(super) content: HeldContent,
    pub(super) digest: OnceLock<Digest>,
}

pub(super) enum HeldContent {
    Known(Vec<u8>),
    /// What a file of the lower layer has; it may be large, so it is not held.
    Lower(PathBuf),
    Unknown(Unknown),
}

impl Held {
    pub(super) fn new(content: HeldContent) -> Arc<Self> {
        Arc::new(Self { content, digest: OnceLock::new() })
    }
}
