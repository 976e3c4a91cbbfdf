//! A file that is about to be written, as it is now.

use super::decide::{Decision, Strategy};
use crate::Fault;
use crate::files::{Spot, settled};
use std::path::{Path, PathBuf};
use system::files::{FileErrorKind, FileKind, Links, ReadBeneath, Stat};

/// Where content goes, and what is there.
pub(super) struct Target {
    pub(super) spot: Spot,
    /// The spot itself, or what a link there leads to: the link stays.
    pub(super) at: PathBuf,
    pub(super) stat: Option<Stat>,
}

impl Target {
    /// Looks at a spot. What is neither a file nor nothing cannot be written.
    pub(super) fn examine(files: &dyn ReadBeneath, spot: Spot, root: &Path) -> Result<Self, Fault> {
        let look = |at: &Path| files.stat(at, Links::Keep).map_err(|error| spot.fault("failed to write file", &error));
        let (mut at, mut stat) = (spot.at.clone(), look(&spot.at)?);
        if kind(stat.as_ref()) == Some(FileKind::Link) {
            at = settled(files, &at, root).map_err(|error| spot.fault("failed to write file", &error))?;
            stat = look(&at)?;
        }
        match kind(stat.as_ref()) {
            Some(FileKind::Directory) => {
                Err(Fault::new(format!("path is a directory, not a file: {}", spot.shown.display())))
            }
            Some(FileKind::Link | FileKind::Other) => {
                Err(Fault::new(format!("path is not a regular file: {}", spot.shown.display())))
            }
            Some(FileKind::File) | None => Ok(Self { spot, at, stat }),
        }
    }

    /// A spot in a directory that is not there.
    pub(super) fn absent(spot: Spot) -> Self {
        Self { at: spot.at.clone(), spot, stat: None }
    }

    /// What to do with it.
    pub(super) fn decide(
        &self,
        files: &dyn ReadBeneath,
        strategy: Strategy,
        content: &[u8],
    ) -> Result<Decision, Fault> {
        strategy.decide(self.stat.is_some(), content, || self.holds(files, content))
    }

    /// Whether it has this content.
    fn holds(&self, files: &dyn ReadBeneath, content: &[u8]) -> Result<bool, Fault> {
        let length = content.len() as u64;
        // Content that a rehearsal does not know has no size; reading it says so.
        if self.stat.as_ref().is_none_or(|stat| stat.size != length && stat.size != 0) {
            return Ok(false);
        }
        match files.read(&self.at, length) {
            Ok(found) => Ok(found == content),
            Err(error) if matches!(error.kind, FileErrorKind::TooLarge { .. }) => Ok(false),
            Err(error) => Err(self.spot.fault("failed to read file", &error)),
        }
    }
}

fn kind(stat: Option<&Stat>) -> Option<FileKind> {
    stat.map(|stat| stat.kind)
}
