//! What a run finds at its start.

use super::targets::Targets;
use crate::Failure;
use crate::failure::At;
use crate::random::Random;
use std::fs;

/// The states at the start of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// Nothing, not even the root.
    Nothing,
    /// Directories without files, but for those of others.
    Directories,
    /// Every file with its old content, mode and owner.
    Old,
    /// Each file absent, old or new.
    Mixed,
}

impl Start {
    pub(super) const ALL: [Self; 4] = [Self::Nothing, Self::Directories, Self::Old, Self::Mixed];

    pub(super) fn prepare(self, targets: &Targets, random: &mut Random) -> Result<(), Failure> {
        let root = &targets.tree.root;
        if root.exists() {
            fs::remove_dir_all(root).at(root)?;
        }
        if self == Self::Nothing {
            return Ok(());
        }
        targets.write_directories()?;
        for index in 0..targets.tree.files.len() {
            match (self, random.below(3)) {
                (Self::Old, _) | (Self::Mixed, 1) => targets.write_old(index)?,
                (Self::Mixed, 2) => targets.write_new(index)?,
                _ => {}
            }
        }
        Ok(())
    }
}
