//! What is kept of units for a whole run: which ones it is about, and what was said about them.

use super::name;
use super::unit::Unit;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use system::{Disturbance, Observation};

/// Directories whose files decide what units there are.
pub(super) const DIRECTORIES: [&str; 5] = [
    "/etc/systemd/system",
    "/run/systemd/system",
    "/usr/local/lib/systemd/system",
    "/usr/lib/systemd/system",
    "/lib/systemd/system",
];

/// Other places that units come from: scripts, generators, and links to unit files of users.
const OTHERS: [&str; 4] = ["/etc/systemd", "/usr/lib/systemd", "/etc/init.d", "/etc/fstab"];

/// The units that the resources of a run are about, and whether somebody cares that one starts with the machine.
#[derive(Default)]
pub(super) struct Expected(Mutex<BTreeMap<String, bool>>);

impl Expected {
    pub(super) fn add(&self, unit: &str, is_managed: bool) {
        *self.names().entry(unit.to_owned()).or_default() |= is_managed;
    }

    /// All of them, this one among them.
    pub(super) fn with(&self, unit: &str) -> BTreeMap<String, bool> {
        let mut all = self.names().clone();
        all.entry(unit.to_owned()).or_default();
        all
    }

    fn names(&self) -> MutexGuard<'_, BTreeMap<String, bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observation for Expected {
    fn survives(&self, _by: &Disturbance<'_>) -> bool {
        true
    }
}

/// What was said about units.
#[derive(Clone, Default)]
pub(super) struct Units(pub(super) HashMap<String, Unit>);

impl Observation for Units {
    fn survives(&self, by: &Disturbance<'_>) -> bool {
        let reached = |places: &[&str]| places.iter().any(|place| by.reaches(Path::new(place)));
        let is_read = || self.0.values().flat_map(files).any(|file| by.reaches(file));
        match by {
            Disturbance::Unit => false,
            Disturbance::Path(path) if is_unit_file(path) => false,
            Disturbance::Path(_) | Disturbance::Anything => !reached(&DIRECTORIES) && !reached(&OTHERS) && !is_read(),
        }
    }
}

/// The files that a unit was read from.
fn files(unit: &Unit) -> impl Iterator<Item = &PathBuf> {
    unit.file.iter().chain(unit.additions.iter().flatten())
}

/// Whether a file reads like one of a unit, wherever it is: units and what is added to them may be links to other places.
fn is_unit_file(path: &Path) -> bool {
    let has = |path: &Path, extension: &str| path.extension() == Some(extension.as_ref());
    let is_addition = || has(path, "conf") && path.parent().is_some_and(|above| has(above, "d"));
    path.file_name().and_then(|name| name.to_str()).is_some_and(name::has_kind) || is_addition()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_asked_again_when_something_around_them_changed() {
        let survives = |path: &str| Units::default().survives(&Disturbance::Path(Path::new(path)));
        assert!(survives("/etc/motd") && survives("/etc/nginx/nginx.conf") && survives("/usr/lib/os-release"));
        for path in [
            "/etc/systemd/system/a.service",
            "/usr/lib/systemd/system/a.service.d/x.conf",
            "/etc/init.d/a",
            "/etc",
            "/opt/app/linked.service",
            "/opt/app/linked.service.d/x.conf",
        ] {
            assert!(!survives(path), "{path}");
        }
        assert!(!Units::default().survives(&Disturbance::Unit));
        assert!(!Units::default().survives(&Disturbance::Anything));
        assert!(Expected::default().survives(&Disturbance::Anything));
    }

    #[test]
    fn a_unit_is_expected_once_and_managed_if_anybody_cares() {
        let expected = Expected::default();
        expected.add("a", false);
        expected.add("a", true);
        expected.add("a", false);
        expected.add("b", false);
        let all: Vec<_> = expected.with("c").into_iter().collect();
        assert_eq!(all, [("a".to_owned(), true), ("b".to_owned(), false), ("c".to_owned(), false)]);
    }
}
