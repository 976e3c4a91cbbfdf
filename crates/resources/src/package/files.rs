//! What becomes of the files of packages that go or change, as a rehearsal foresees it.

use engine::Ahead;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use system::files::{FileKind, Links, Stat};

/// Where units are: services know by themselves that a package may bring another one.
const UNITS: &[&str] = &["/lib/systemd", "/usr/lib/systemd", "/etc/systemd"];

/// Where configuration is: an edited one stays when its package changes.
const CONFIGURATION: &str = "/etc";

/// Files of packages that are there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Owned {
    /// Of packages that go. Those that somebody edited may stay.
    pub(super) gone: Vec<PathBuf>,
    /// Of packages that come in another version.
    pub(super) changed: Vec<PathBuf>,
}

impl Owned {
    /// Tells the rehearsal: what is in them is not known by then, and those that go may be gone, with directories that
    /// nothing else is in. Which files the other version has is not known; most are the same.
    pub(super) fn foresee(&self, ahead: &Ahead<'_>) {
        for path in self.changed.iter().filter(|path| !path.starts_with(CONFIGURATION) && is_file(path, ahead)) {
            drop(ahead.files().put_something(path, ahead.unknown()));
        }
        for path in self.emptied(ahead) {
            drop(ahead.files().put_unknown(path, ahead.unknown()));
        }
    }

    /// What goes, with the directories in which nothing else is.
    fn emptied(&self, ahead: &Ahead<'_>) -> HashSet<&Path> {
        let mut gone: HashSet<&Path> = HashSet::new();
        let mut paths: Vec<&Path> = self.gone.iter().map(PathBuf::as_path).collect();
        // What is in a directory goes before it.
        paths.sort_unstable_by(|one, other| other.cmp(one));
        for path in paths {
            if is_file(path, ahead) || is_emptied(path, &gone, ahead) {
                gone.insert(path);
            }
        }
        gone
    }
}

/// Links to directories count as these: packages that bring `/lib/a` list `/lib` as their directory.
fn is_file(path: &Path, ahead: &Ahead<'_>) -> bool {
    if UNITS.iter().any(|units| path.starts_with(units)) {
        return false;
    }
    let stat = ahead.read().files.stat(path, Links::Follow);
    matches!(stat, Ok(Some(Stat { kind, .. })) if kind != FileKind::Directory)
}

fn is_emptied(path: &Path, gone: &HashSet<&Path>, ahead: &Ahead<'_>) -> bool {
    let names = ahead.read().files.list(path);
    names.is_ok_and(|names| names.iter().all(|name| gone.contains(path.join(name).as_path())))
}
