//! What a trial says would come of a command.

use super::packages::{Package, Packages};

/// What would go, and what would come.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Tried {
    /// The packages that would be removed, by the labels that the package manager has for them.
    pub(super) removed: Vec<String>,
    /// Those that would come, or stay in another version.
    pub(super) arrivals: Vec<Arrival>,
}

/// A package that would be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Arrival {
    pub(super) package: Package,
    /// Whether it comes beside others of its name: several kernels are there at a time.
    pub(super) is_beside: bool,
}

impl Tried {
    /// What would be there then.
    pub(super) fn after(&self, before: &Packages) -> Packages {
        let mut after = before.clone();
        for package in self.removed.iter().flat_map(|label| before.find(label)) {
            after.forget(&package);
        }
        for arrival in &self.arrivals {
            after.receive(arrival);
        }
        after
    }
}
