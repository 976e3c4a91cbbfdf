//! What goes along when packages are changed, and whether the manifest wants it.

use super::guard::Guard;
use super::harm::{self, Harm, Tense};
use super::kept;
use super::order::Order;
use super::packages::{Package, Packages};
use super::properties::Ensure;
use engine::Obstacle;
use std::sync::Arc;
use system::Observations;

/// What would come of an order besides what it asks for.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Along {
    /// The packages that would go.
    pub(super) removed: Vec<String>,
    /// All packages that would go, or come in another version.
    pub(super) changed: Vec<String>,
    /// What the manifest says and would be so no longer.
    pub(super) harms: Vec<Harm>,
    /// What would come in the place of what is asked for.
    pub(super) replaced_by: Vec<String>,
    /// What would come and is not as the manifest wants it further down.
    pub(super) brought: Vec<Brought>,
    /// What would be there then.
    pub(super) left: Left,
    /// Whether it would undo what stands between the orders of a batch: then their order counts.
    pub(super) overtakes: bool,
    /// Why it would not be carried out at all.
    pub(super) refusal: Option<String>,
}

/// What an order leaves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum Left {
    /// What it asks for, as far as anybody can tell without a trial.
    #[default]
    Guessed,
    /// Whether it would be carried out is not known.
    Unknown,
    /// All packages.
    All(Arc<Packages>),
    /// The one that the order is about, among those that a command for several leaves.
    Own(Arc<Packages>),
}

/// A package that would come along, by the name that the manifest has for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Brought {
    pub(super) name: String,
    /// What the manifest wants of it.
    pub(super) ensure: Ensure,
}

impl Brought {
    /// What keeps it as the manifest wants it.
    pub(super) fn guard(&self) -> Option<Guard> {
        let name = self.name.clone();
        match &self.ensure {
            Ensure::Version(version) => Some(Guard::Version { name, version: version.clone() }),
            Ensure::Absent => Some(Guard::Absent { name }),
            Ensure::Present | Ensure::Latest => None,
        }
    }
}

impl Along {
    /// What a trial says of orders.
    pub(super) fn of(orders: &[Order], before: &Packages, after: Packages, observations: &Observations) -> Self {
        Self {
            removed: gone(orders, before, &after),
            changed: before.changed_in(&after),
            harms: harm::of(orders, before, &after, observations),
            brought: brought(orders, before, &after, observations),
            left: Left::All(Arc::new(after)),
            ..Self::default()
        }
    }

    /// Whether a run carries these orders out in one go, behind these guards. One that leaves more than it would singly
    /// does not count as the same.
    pub(super) fn goes_in_one(&self, guards: &[Guard]) -> bool {
        let leaves_more = guards.iter().any(|guard| matches!(guard, Guard::There { .. }));
        self.objection().is_none() && !self.overtakes && !leaves_more
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
        let came = harm::there(&name, after).into_iter().find(|package| !before.find(&name).contains(package))?;
        let is_wrong = is_wrong(&name, &ensure, &came, before);
        let is_unasked = is_wrong && is_ahead(&name) && !harm::is_asked(&name, orders, before, after);
        is_unasked.then_some(Brought { name, ensure })
    };
    kept::expected(observations).into_iter().filter_map(brought).collect()
}

/// Whether something that comes is not as the manifest wants it, as far as that can be told without asking for offers.
fn is_wrong(name: &str, ensure: &Ensure, came: &Package, before: &Packages) -> bool {
    let scheme = before.scheme();
    let is_later = |was: &Package| scheme.order(&was.version, &came.version).is_gt();
    match ensure {
        Ensure::Absent => true,
        Ensure::Version(version) => !scheme.is_same(&came.version, version),
        Ensure::Latest => harm::there(name, before).iter().any(is_later),
        Ensure::Present => false,
    }
}

/// The packages that went with these orders, though none asked for that.
pub(super) fn gone(orders: &[Order], before: &Packages, after: &Packages) -> Vec<String> {
    let asked: Vec<_> = orders.iter().flat_map(|order| before.find(&order.name)).collect();
    let (before, after) = (before.names(), after.names());
    let is_asked = |name: &str| asked.iter().any(|package| package.name == name);
    before.difference(&after).filter(|name| !is_asked(name)).map(|name| (*name).to_owned()).collect()
}
