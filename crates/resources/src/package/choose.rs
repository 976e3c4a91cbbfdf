//! Which package manager a machine has.

use super::dnf::program_of;
use super::version::Scheme;
use crate::program::is_there;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use system::{Disturbance, Observation, ReadWorld};
use value::Unknown;

/// The managers that can be used here, with how much each is preferred: the lowest number wins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Managers {
    apt: Result<Option<u32>, Unknown>,
    dnf: Result<Option<u32>, Unknown>,
}

/// What apt needs.
const APT: &[&str] = &["apt-get", "apt-cache", "apt-mark", "dpkg-query"];
/// What tells one family of systems from the next.
const RELEASE: &str = "/etc/os-release";
/// It has a few lines.
const RELEASE_LIMIT: u64 = 64 * 1024;

/// The managers, and where was looked for them.
struct Looked {
    managers: Managers,
    places: Vec<PathBuf>,
}

impl Observation for Looked {
    fn survives(&self, by: &Disturbance<'_>) -> bool {
        !by.reaches(Path::new(RELEASE)) && !self.places.iter().any(|place| by.reaches(place))
    }
}

impl Managers {
    /// The one that is used when nobody names one.
    pub(super) fn preferred(&self) -> Option<Scheme> {
        let known = [Scheme::Debian, Scheme::Rpm].map(|scheme| (self.suits(scheme), scheme));
        known.into_iter().filter_map(|(suits, scheme)| Some((suits.ok()??, scheme))).min().map(|(_, scheme)| scheme)
    }

    /// How much the manager of these packages is preferred, when it is there.
    pub(super) fn suits(&self, scheme: Scheme) -> Result<Option<u32>, Unknown> {
        match scheme {
            Scheme::Debian => self.apt.clone(),
            Scheme::Rpm => self.dnf.clone(),
        }
    }
}

/// Looked at once.
pub(super) fn managers(world: &ReadWorld) -> Managers {
    let look = || Looked { managers: look(world), places: world.environment.search_path() };
    match world.observations.get(|| Ok::<_, Infallible>(look())) {
        Ok(looked) => looked.managers.clone(),
        Err(never) => match never {},
    }
}

/// Where both are there, the one that the system is made of is preferred.
fn look(world: &ReadWorld) -> Managers {
    let has_apt = APT.iter().try_fold(true, |all, name| Ok(all && is_there(name, world)?));
    let has_dnf = program_of(world).and_then(|program| Ok(program.is_some() && is_there("rpm", world)?));
    let release = world.files.read(Path::new(RELEASE), RELEASE_LIMIT).unwrap_or_default();
    let is_rpm_based = is_rpm_based(&String::from_utf8_lossy(&release));
    Managers {
        apt: has_apt.map(|has_apt| has_apt.then_some(if is_rpm_based { 2 } else { 1 })),
        dnf: has_dnf.map(|has_dnf| has_dnf.then_some(if is_rpm_based { 1 } else { 2 })),
    }
}

fn is_rpm_based(release: &str) -> bool {
    let values = release.lines().filter_map(|line| line.strip_prefix("ID=").or_else(|| line.strip_prefix("ID_LIKE=")));
    let mut words = values.flat_map(|value| value.trim_matches(['"', '\'']).split_whitespace());
    words.any(|word| matches!(word, "rhel" | "fedora" | "centos" | "suse" | "amzn" | "mageia"))
}

#[cfg(test)]
mod tests {
    use super::{Managers, Scheme, is_rpm_based};

    #[test]
    fn the_lowest_number_is_preferred() {
        for (apt, dnf, expected) in [
            (Some(1), Some(2), Some(Scheme::Debian)),
            (Some(2), Some(1), Some(Scheme::Rpm)),
            (None, Some(2), Some(Scheme::Rpm)),
            (None, None, None),
        ] {
            assert_eq!(Managers { apt: Ok(apt), dnf: Ok(dnf) }.preferred(), expected, "{apt:?} {dnf:?}");
        }
    }

    #[test]
    fn families_are_told_apart() {
        for (release, expected) in [
            ("ID=debian\n", false),
            ("NAME=x\nID=ubuntu\nID_LIKE=debian\n", false),
            ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", true),
            ("ID=fedora\n", true),
            ("", false),
        ] {
            assert_eq!(is_rpm_based(release), expected, "{release}");
        }
    }
}
