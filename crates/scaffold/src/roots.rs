//! Which directories the source and the target are, whatever their names: one may be inside the other.

use crate::problem::{Problem, ProblemKind};
use std::path::Path;
use system::files::{FileIdentity, Links, ReadFiles};

/// The directory with the templates, as far as it is there.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Roots {
    source: Option<FileIdentity>,
}

impl Roots {
    /// Looks at both. They cannot be the same: the outputs would replace their own templates.
    pub(crate) fn of(files: &dyn ReadFiles, source: &Path, target: &Path) -> Result<Self, Problem> {
        let source = identity(files, source);
        if source.is_some() && source == identity(files, target) {
            return Err(Problem::new(target, ProblemKind::OwnSource));
        }
        Ok(Self { source })
    }

    /// Templates that are kept below the target are not beside the tree: purging leaves them alone.
    pub(crate) fn is_source(self, directory: FileIdentity) -> bool {
        self.source == Some(directory)
    }
}

/// What cannot be looked at is reported by those who need it; what is only foreseen has no identity.
fn identity(files: &dyn ReadFiles, path: &Path) -> Option<FileIdentity> {
    let stat = files.stat(path, Links::Follow).ok().flatten()?;
    Some(stat.identity).filter(|identity| *identity != FileIdentity::default())
}
