//! What a package manager is asked to do.

use super::change::{Change, Deed};
use super::packages::{Condition, Packages};
use super::version::Scheme;

/// One thing to do to one package.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Order {
    pub(super) name: String,
    pub(super) deed: Deed,
    /// The version that should be there then; `None` for any.
    pub(super) version: Option<String>,
}

impl Order {
    /// What a change of a package asks for.
    pub(super) fn new(name: &str, change: &Change) -> Self {
        let version = match change.deed {
            Deed::Remove => None,
            Deed::Repair { .. } => change.from.clone(),
            // ccm: who asks for any version gets the one that the manager chooses.
            Deed::Install if change.requested == "present" => None,
            Deed::Install | Deed::Upgrade | Deed::Downgrade => change.to.clone().or(Some(change.requested.clone())),
        };
        Self { name: name.to_owned(), deed: change.deed.clone(), version }
    }

    /// Whether a machine with these packages has what was asked for.
    pub(super) fn is_met_by(&self, packages: &Packages, scheme: Scheme) -> bool {
        let found = packages.find(&self.name);
        if self.deed == Deed::Remove {
            return !found.iter().any(super::packages::Package::is_there);
        }
        let is_right = |version: &str| self.version.as_ref().is_none_or(|asked| scheme.is_same(version, asked));
        found.iter().any(|package| package.condition == Condition::Installed && is_right(&package.version))
    }

    /// Whether a version is to be there that was not.
    pub(super) fn brings_a_version(&self) -> bool {
        matches!(self.deed, Deed::Install | Deed::Upgrade | Deed::Downgrade)
    }

    /// In words, for errors: `install`.
    pub(super) fn verb(&self) -> &'static str {
        match self.deed {
            Deed::Install => "install",
            Deed::Upgrade => "upgrade",
            Deed::Downgrade => "downgrade",
            Deed::Repair { .. } => "repair",
            Deed::Remove => "remove",
        }
    }
}
