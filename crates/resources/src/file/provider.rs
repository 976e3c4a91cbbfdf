//! What the type asks of a platform.

use super::account::Account;
use crate::refusal::We;
use std::path::Path;
use std::sync::Arc;
use system::files::{Access, Attributes, Content, Customs, Digest, FileError, Fixed, Placed, Removal, Stat};

/// Looking.
pub(super) trait Reads {
    /// What is at a path, a link itself included.
    fn stat(&self, path: &Path) -> Result<Option<Stat>, FileError>;
    /// What a path leads to.
    fn follow(&self, path: &Path) -> Result<Option<Stat>, FileError>;
    /// Whether things can be made, replaced and removed in a directory.
    fn access(&self, directory: &Path) -> Result<Access, FileError>;
    /// Whether an earlier step takes a path away for sure.
    fn is_taken_away(&self, path: &Path) -> bool;
    /// Whether a directory is on a file system that cannot be written.
    fn is_read_only(&self, directory: &Path) -> Result<bool, FileError>;
    /// What goes for owners, groups and modes at a path.
    fn customs(&self, path: &Path) -> Result<Option<Customs>, FileError>;
    /// What keeps the thing at a path as it is, whoever we are.
    fn fixed(&self, path: &Path) -> Option<Fixed>;
    /// Who we are.
    fn we(&self) -> We;
    /// The digest of a file's content; the file was just seen to have this size.
    fn digest(&self, path: &Path, size: u64) -> Result<Digest, FileError>;
    /// The content of a file, when it is not longer than that.
    fn content(&self, path: &Path, limit: u64) -> Result<Vec<u8>, FileError>;
    /// Whether a directory holds nothing.
    fn is_empty(&self, directory: &Path) -> Result<bool, FileError>;
    /// The number of a user.
    fn user(&self, account: &Account) -> Option<u32>;
    /// The number of a group.
    fn group(&self, account: &Account) -> Option<u32>;
    /// The name of a user, or its number as text.
    fn user_name(&self, id: u32) -> Arc<str>;
    /// The name of a group, or its number as text.
    fn group_name(&self, id: u32) -> Arc<str>;
}

/// Changing.
pub(super) trait Verbs {
    /// Puts a file in place in one step.
    fn store(&self, path: &Path, content: Content<'_>, attributes: Attributes) -> Result<Placed, FileError>;
    /// The same where nothing was seen to be.
    fn create(&self, path: &Path, content: Content<'_>, attributes: Attributes) -> Result<Placed, FileError>;
    /// Sets owner, group and mode of what is there.
    fn set_attributes(&self, path: &Path, attributes: Attributes) -> Result<(), FileError>;
    /// Makes a directory and its parents.
    fn make_directory(&self, path: &Path, attributes: Attributes) -> Result<(), FileError>;
    /// Removes what is there.
    fn remove(&self, path: &Path, removal: Removal) -> Result<(), FileError>;
}
