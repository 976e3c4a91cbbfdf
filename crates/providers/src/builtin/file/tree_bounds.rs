//! What a tree of files must not leave, and how large the report on it may grow.

use super::request::{Entry, Tree};
use super::target::Target;
use crate::files::{Spot, settled};
use crate::{Context, Fault};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use system::files::{FileError, ReadBeneath};
use value::quote;

/// What a file of the report takes when it is written out, beside its path: it is named twice.
const FIXED: usize = 40;

/// The directory that links must not lead out of. With an output directory that one is the bound, and it is kept by
/// whoever opens files.
pub(super) struct Bounds<'a> {
    base: &'a Spot,
    /// Without links; nothing when somebody else keeps the bounds.
    root: Option<PathBuf>,
    files: &'a dyn ReadBeneath,
    /// Directories that were looked at.
    inside: HashSet<PathBuf>,
}

impl<'a> Bounds<'a> {
    pub(super) fn of(base: &'a Spot, files: &'a dyn ReadBeneath, context: &Context<'_>) -> Result<Self, Fault> {
        let follow = || follow(files, &base.at).map_err(|error| base.fault("failed to write file", &error));
        let root = if context.confined().is_some() { None } else { Some(follow()?) };
        Ok(Self { base, root, files, inside: HashSet::new() })
    }

    /// An error when a link on the way to a file, or in its place, leads out.
    pub(super) fn check(&mut self, target: &Target, entry: &Entry) -> Result<(), Fault> {
        let Some(root) = &self.root else { return Ok(()) };
        // A link in its place has been followed already.
        let leads_out = target.at != target.spot.at && !target.at.starts_with(root);
        if leads_out || !self.holds(&target.spot)? {
            let (index, base) = (entry.index, self.base.shown.to_string_lossy());
            let (path, base) = (quote(&target.spot.given), quote(&base));
            let text =
                format!("path traversal detected: entries[{index}] path {path} resolves outside basePath {base}");
            return Err(Fault::new(text).help("a symbolic link leads there".to_owned()));
        }
        Ok(())
    }

    /// Whether the directory of a file is below the base. Each is followed once.
    fn holds(&mut self, spot: &Spot) -> Result<bool, Fault> {
        let Some((root, above)) = self.root.as_deref().zip(spot.at.parent()) else { return Ok(true) };
        if above == self.base.at || self.inside.contains(above) {
            return Ok(true);
        }
        let there = follow(self.files, above).map_err(|error| spot.fault("failed to write file", &error))?;
        if !there.starts_with(root) {
            return Ok(false);
        }
        self.inside.insert(above.to_owned());
        Ok(true)
    }
}

fn follow(files: &dyn ReadBeneath, path: &Path) -> Result<PathBuf, FileError> {
    settled(files, path, Path::new("/"))
}

/// The report names every file. One that would be too large is refused before anything is written.
pub(super) fn check_size(tree: &Tree, context: &Context<'_>) -> Result<(), Fault> {
    let limit = context.run.settings.max_value_size;
    let size = tree.entries.iter().map(|entry| 2 * entry.path.len() + FIXED).sum::<usize>() as u64;
    if limit == 0 || size <= limit {
        return Ok(());
    }
    let count = tree.entries.len();
    let text = format!("the report on {count} entries would be larger than the {limit} bytes that a value may have");
    Err(Fault::new(text)
        .help("write them in several steps; `resolver.maxValueSize` of the configuration sets the limit".to_owned()))
}
