//! What is known, by the path without links.

use super::entry::Entry;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::ops::Bound;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// Entries, ordered by the bytes of their paths: comparing paths part by part takes longer than everything else that a
/// rehearsal does. Every path is absolute and written the one way that has no `.`, no `..` and no double slash.
#[derive(Default)]
pub(super) struct Entries(BTreeMap<OsString, Entry>);

impl Entries {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn get(&self, path: &Path) -> Option<&Entry> {
        self.0.get(path.as_os_str())
    }

    pub(super) fn insert(&mut self, path: PathBuf, entry: Entry) {
        self.0.insert(path.into_os_string(), entry);
    }

    pub(super) fn remove(&mut self, path: &Path) {
        self.0.remove(path.as_os_str());
    }

    /// The entry of the nearest directory above that has one.
    pub(super) fn nearest_above(&self, path: &Path) -> Option<&Entry> {
        above(path.as_os_str().as_bytes()).find_map(|above| self.0.get(OsStr::from_bytes(above)))
    }

    /// Forgets what is at a path and below it.
    pub(super) fn remove_tree(&mut self, path: &Path) {
        let below: Vec<_> = self.below(path).map(|(path, _)| path.as_os_str().to_owned()).collect();
        for path in below.iter().map(OsString::as_os_str).chain([path.as_os_str()]) {
            self.0.remove(path);
        }
    }

    /// What is below a directory, at any depth.
    pub(super) fn below(&self, directory: &Path) -> impl Iterator<Item = (&Path, &Entry)> {
        let mut start = directory.as_os_str().as_bytes().to_vec();
        if start.last() != Some(&b'/') {
            start.push(b'/');
        }
        let prefix = OsString::from_vec(start);
        self.0
            .range::<OsStr, _>((Bound::Excluded(prefix.as_os_str()), Bound::Unbounded))
            .take_while(move |(path, _)| path.as_bytes().starts_with(prefix.as_bytes()))
            .map(|(path, entry)| (Path::new(path), entry))
    }
}

/// The paths above a path, the nearest one first and the root last.
fn above(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = path;
    std::iter::from_fn(move || {
        let slash = rest.iter().rposition(|byte| *byte == b'/')?;
        let is_root = rest.len() == 1;
        rest = if slash == 0 { &rest[..1] } else { &rest[..slash] };
        (!is_root).then_some(rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(paths: &[&str]) -> Entries {
        let mut entries = Entries::default();
        for path in paths {
            entries.insert(PathBuf::from(path), Entry::Gone);
        }
        entries
    }

    #[test]
    fn the_way_up_ends_at_the_root() {
        let all = |path: &'static str| above(path.as_bytes()).map(|path| std::str::from_utf8(path).unwrap());
        assert_eq!(all("/a/b/c").collect::<Vec<_>>(), ["/a/b", "/a", "/"]);
        assert_eq!(all("/a").collect::<Vec<_>>(), ["/"]);
        assert_eq!(all("/").count(), 0);
    }

    #[test]
    fn names_that_begin_alike_are_not_below() {
        let mut entries = entries(&["/a", "/a!", "/a-b", "/a/b", "/a/b/c", "/a.d/x", "/ab", "/b"]);
        let below = |entries: &Entries, path: &str| {
            entries.below(Path::new(path)).map(|(path, _)| path.display().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(below(&entries, "/a"), ["/a/b", "/a/b/c"]);
        assert_eq!(below(&entries, "/").len(), 8);
        entries.remove_tree(Path::new("/a"));
        assert_eq!(below(&entries, "/"), ["/a!", "/a-b", "/a.d/x", "/ab", "/b"]);
    }

    #[test]
    fn the_nearest_one_above_counts() {
        let mut entries = entries(&["/a"]);
        entries.insert(PathBuf::from("/a/b"), Entry::Unknown(value::Unknown::new("why")));
        assert!(matches!(entries.nearest_above(Path::new("/a/b/c/d")), Some(Entry::Unknown(_))));
        assert!(matches!(entries.nearest_above(Path::new("/a/b")), Some(Entry::Gone)));
        assert!(entries.nearest_above(Path::new("/a")).is_none());
    }
}
