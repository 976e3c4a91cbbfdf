//! What can be done in a directory, and what goes for whatever is made in it.

use crate::{GroupId, UserId};

/// Whether things can be made, replaced and removed in a directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Nothing is known to stand in the way.
    Open,
    /// We have no right to write and search there.
    Denied {
        /// Whose directory it is.
        owner: UserId,
    },
    /// The file system cannot be written, whoever we are.
    ReadOnly,
    /// There is no directory.
    NoDirectory,
}

/// What keeps a thing as it is, whoever we are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fixed {
    /// Something is mounted there: it can be neither replaced nor removed, but its owner and mode can be set.
    MountPoint,
    /// It is marked to stay as it is: `chattr +i`.
    Immutable,
    /// It is marked to be appended to only: `chattr +a`.
    AppendOnly,
}

/// What goes for owners, groups and modes at a path. It is only asked when something seems to be forbidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Customs {
    /// Whether whoever makes something owns it, and only its owner changes its mode. Network file systems, those of
    /// other programs and those without owners have customs of their own; nothing can be said about them.
    pub usual: bool,
    /// Whether the file system cannot be written.
    pub read_only: bool,
    /// The owner of a directory in which nobody but that one, and whoever owns a thing, may replace or remove it.
    pub sticky: Option<UserId>,
    /// The group that new things get from their directory, when they do not get it from whoever makes them.
    pub group: Option<GroupId>,
}

impl Customs {
    /// Nothing can be said about them.
    pub const FOREIGN: Self = Self { usual: false, read_only: false, sticky: None, group: None };
}
