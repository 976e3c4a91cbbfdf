//! What a command is told to leave as it is.

/// A package that stays as the manifest wants it while others are changed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Guard {
    /// It does not come.
    Absent { name: String },
    /// It stays in this version, or comes in no other.
    Version { name: String, version: String },
    /// It does not go with what is removed.
    There { name: String },
}
