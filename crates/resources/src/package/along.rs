//! What goes along when packages are changed, and whether the manifest wants it.

use super::guard::Guard;
use super::harm::{self, Harm, Tense};
use super::kept;
use super::order::Order;
use super::packages::{Package, Packages};
use super::properties::Ensure;
use super::tried::Tried;
use engine::Obstacle;
use std::collections::BTreeSet;
use system::Observations;

/// What would come of an order besides what it asks for.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Along {
    /// The packages that would go.
    pub(super) removed: Vec<String>,
    /// What the manifest says and would be so no longer.
    pub(super) harms: Vec<Harm>,
    /// What would come in the place of what is asked for.
    pub(super) replaced_by: Vec<String>,
    /// What would come and is not as the manifest wants it further down.
    pub(super) brought: Vec<Brought>,
    /// Whether it would undo what stands between the orders of a batch: then their order counts.
    pub(super) overtakes: bool,
    /// Why it would not be carried out at all.
    pub(super) refusal: Option<String>,
}

/// A package that would come along, by the name that the manifest has for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Brought {
    pub(super) name: String,
    /// What the manifest wants of it.
    pub(super) ensure: Ensure,
    pub(super) version: String,
    /// Whether what brings it cannot be without it.
    pub(super) is_needed: bool,
}

impl Brought {
    /// What keeps it as the manifest wants it.
    pub(super) fn guard(&self) -> Guard {
        let name = self.name.clone();
        match &self.ensure {
            Ensure::Version(version) => Guard::Version { name, version: version.clone() },
            Ensure::Absent | Ensure::Present | Ensure::Latest => Guard::Absent { name },
        }
    }
}

impl Along {
    /// What a trial says of orders.
    pub(super) fn of(orders: &[Order], tried: &Tried, packages: &Packages, observations: &Observations) -> Self {
        let after = tried.after(packages);
        Self {
            removed: others(orders, &tried.removed, packages),
            harms: harm::of(orders, packages, &after, observations),
            brought: brought(orders, packages, &after, observations),
            ..Self::default()
        }
    }

    /// Whether nothing but what was asked for would happen.
    pub(super) fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Why the order would fail, or must not be carried out.
    pub(super) fn objection(&self) -> Option<String> {
        let replaced = || (!self.replaced_by.is_empty()).then(|| obsolete(&self.replaced_by));
        let harmful = || (!self.harms.is_empty()).then(|| harm::words(&self.harms, Tense::Ahead));
        self.refusal.clone().or_else(replaced).or_else(harmful)
    }

    /// The same for a rehearsal.
    pub(super) fn obstacle(&self, order: &Order) -> Option<Obstacle> {
        let (verb, name) = (order.verb(), &order.name);
        let reason = self.objection()?;
        Some(Obstacle::until_a_command(format!("failed to {verb} package `{name}`: {reason}")))
    }
}

/// Why a package cannot be there, and what to do.
pub(super) fn obsolete(replaced_by: &[String]) -> String {
    format!("it is obsoleted by {}; name that instead", replaced_by.join(", "))
}

/// What comes along and is not as the manifest wants it, though nobody has come to it yet.
fn brought(orders: &[Order], before: &Packages, after: &Packages, observations: &Observations) -> Vec<Brought> {
    let promises = kept::promises(observations);
    let is_ahead = |name: &str| !promises.iter().any(|(promised, _)| promised == name);
    let brought = |(name, ensure): (String, Ensure)| {
        let is_wrong = |package: &Package| match &ensure {
            Ensure::Absent => true,
            Ensure::Version(version) => !after.scheme().is_same(&package.version, version),
            Ensure::Present | Ensure::Latest => false,
        };
        let came = harm::there(&name, after).into_iter().find(|package| !before.find(&name).contains(package))?;
        let is_unasked = is_ahead(&name) && is_wrong(&came) && !harm::is_asked(&name, orders, before, after);
        is_unasked.then_some(Brought { name, ensure, version: came.version, is_needed: false })
    };
    kept::expected(observations).into_iter().filter_map(brought).collect()
}

/// The packages of which nothing stays, besides those that orders are about. What an earlier step of a rehearsal removes
/// is gone by then.
fn others(orders: &[Order], labels: &[String], packages: &Packages) -> Vec<String> {
    let removed: Vec<Package> = labels.iter().flat_map(|label| packages.find(label)).collect();
    let asked: Vec<Package> = orders.iter().flat_map(|order| packages.find(&order.name)).collect();
    let is_asked = |name: &str| asked.iter().any(|package| package.name == name);
    let is_there = |name: &str| packages.find(name).iter().any(Package::is_there);
    let names: BTreeSet<&str> = removed.iter().map(|package| package.name.as_str()).collect();
    let goes = |name: &&str| !is_asked(name) && is_there(name) && packages.go_with(name, &removed);
    names.into_iter().filter(goes).map(str::to_owned).collect()
}

/// The packages that went with these orders, though none asked for that.
pub(super) fn gone(orders: &[Order], before: &Packages, after: &Packages) -> Vec<String> {
    let asked: Vec<_> = orders.iter().flat_map(|order| before.find(&order.name)).collect();
    let (before, after) = (before.names(), after.names());
    let is_asked = |name: &str| asked.iter().any(|package| package.name == name);
    before.difference(&after).filter(|name| !is_asked(name)).map(|name| (*name).to_owned()).collect()
}
