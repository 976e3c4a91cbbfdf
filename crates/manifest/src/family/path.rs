//! How manifests are told from each other.

use std::path::{Component, Path, PathBuf};

/// Manifests inside of each other, the outermost one included.
pub(crate) const DEEPEST: usize = 10;

/// A path without `.` and, as far as names tell, without `..`.
pub(crate) fn clean(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(clean.pop()),
            part => clean.push(part),
        }
    }
    clean
}
