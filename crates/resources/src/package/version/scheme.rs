//! Which order versions follow.

use super::{compare_as_original, debian, rpm};
use std::cmp::Ordering;

/// The versions of a family of package managers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scheme {
    /// `[epoch:]upstream[-revision]`, all of it.
    Debian,
    /// `[epoch:]version[-release]`, of which a manifest may leave out epoch and release.
    Rpm,
}

impl Scheme {
    /// Whether a text can be the version of a package.
    pub(in crate::package) fn is_version(self, text: &str) -> bool {
        match self {
            Self::Debian => debian::is_version(text),
            Self::Rpm => rpm::is_version(text),
        }
    }

    /// Whether the package manager puts a text in order.
    pub fn is_readable(self, text: &str) -> bool {
        match self {
            Self::Debian => debian::is_readable(text),
            Self::Rpm => !text.is_empty(),
        }
    }

    /// Which of two whole versions is the later one.
    pub fn order(self, a: &str, b: &str) -> Ordering {
        match self {
            Self::Debian => debian::compare(a, b),
            Self::Rpm => rpm::order(a, b),
        }
    }

    /// Which is the later one: what is there, or what is asked for.
    pub(in crate::package) fn compare(self, there: &str, asked: &str) -> Ordering {
        match self {
            Self::Debian => debian::compare(there, asked),
            Self::Rpm => rpm::compare(there, asked),
        }
    }

    /// Whether what is there is what is asked for.
    pub(in crate::package) fn is_same(self, there: &str, asked: &str) -> bool {
        // ccm: its stability test has an order of its own, whatever the provider.
        self.is_equal(there, asked) || compare_as_original(self.short(there), asked).is_eq()
    }

    /// The same by the scheme's own order.
    pub(in crate::package) fn is_equal(self, there: &str, asked: &str) -> bool {
        self.is_version(asked) && self.compare(there, asked).is_eq()
    }

    /// A version as events show it. ccm: dnf says neither epoch nor release.
    pub(in crate::package) fn short(self, version: &str) -> &str {
        match self {
            Self::Debian => version,
            Self::Rpm => rpm::split(version).version,
        }
    }

    /// A version without its epoch, for the details of events.
    pub(in crate::package) fn without_epoch(self, version: &str) -> &str {
        match self {
            Self::Debian => version,
            Self::Rpm => version.split_once(':').map_or(version, |(_, rest)| rest),
        }
    }

    /// Epoch and release, where they are facts of their own.
    pub(in crate::package) fn details(self, version: &str) -> Option<(&str, &str)> {
        match self {
            Self::Debian => None,
            Self::Rpm => {
                let parts = rpm::split(version);
                Some((parts.epoch.unwrap_or("0"), parts.release.unwrap_or_default()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Scheme;

    #[test]
    fn an_rpm_is_asked_for_in_three_ways() {
        for asked in ["5.8", "5.8-9.el9", "1:5.8-9.el9", "1:5.8", "5.08"] {
            assert!(Scheme::Rpm.is_same("1:5.8-9.el9", asked), "{asked}");
        }
        for asked in ["5.9", "5.8-10.el9", "0:5.8-9.el9", "2:5.8", "5", "5.8-9"] {
            assert!(!Scheme::Rpm.is_same("1:5.8-9.el9", asked), "{asked}");
        }
    }

    #[test]
    fn a_debian_version_is_asked_for_whole() {
        for asked in ["1.2-3", "0:1.2-3", "1.02-3", "1.2-03"] {
            assert!(Scheme::Debian.is_same("1.2-3", asked), "{asked}");
        }
        for asked in ["1.2", "1:1.2-3", "1.2-3~", "not a version"] {
            assert!(!Scheme::Debian.is_same("1.2-3", asked), "{asked}");
        }
        assert!(Scheme::Debian.is_same("1.2A-3", "1.2a-3"));
    }
}
