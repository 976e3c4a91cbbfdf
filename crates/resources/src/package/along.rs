//! What goes along when packages are changed, and whether the manifest wants it.

use super::failure::PackageFailure;
use super::kept;
use super::manager::Manager;
use super::order::Order;
use super::packages::{Package, Packages};
use engine::Obstacle;
use std::collections::BTreeSet;
use system::process::{Command, Finished};
use system::{Observations, ReadWorld};

/// What would come of an order besides what it asks for.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Along {
    /// The packages that would go.
    pub(super) removed: Vec<String>,
    /// Those of them that the manifest wants.
    pub(super) lost: Vec<String>,
    /// Why it would not be carried out at all.
    pub(super) refusal: Option<String>,
}

impl Along {
    /// What a trial says of orders.
    pub(super) fn of(orders: &[Order], labels: &[String], packages: &Packages, observations: &Observations) -> Self {
        let lost = among(at_stake(orders, packages, observations), labels, packages);
        Self { removed: others(orders, labels, packages), lost, refusal: None }
    }

    /// Whether nothing but what was asked for would happen.
    pub(super) fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Why the order would fail.
    pub(super) fn obstacle(&self, order: &Order) -> Option<Obstacle> {
        let (verb, name) = (order.verb(), &order.name);
        let lost = (!self.lost.is_empty()).then(|| refusal(&self.lost));
        let reason = self.refusal.clone().or(lost)?;
        Some(Obstacle::until_a_command(format!("failed to {verb} package `{name}`: {reason}")))
    }
}

/// The packages that the manifest wants and that are there now, besides those that orders are about: what could be lost.
fn at_stake(orders: &[Order], packages: &Packages, observations: &Observations) -> Vec<String> {
    let is_asked = |name: &String| orders.iter().any(|order| order.name == *name);
    let is_there = |name: &String| packages.find(name).iter().any(Package::is_there);
    kept::wanted(observations).into_iter().filter(|name| !is_asked(name) && is_there(name)).collect()
}

/// What the manifest wants and would be lost with these orders. `ask` runs a command that changes nothing, and is only
/// called when the answer counts.
pub(super) fn lost(
    orders: &[Order],
    manager: &dyn Manager,
    world: &ReadWorld,
    ask: impl Fn(&Command) -> Result<Finished, PackageFailure>,
) -> Result<Vec<String>, PackageFailure> {
    if !manager.spares_nothing(orders) {
        return Ok(Vec::new());
    }
    let packages = kept::packages(manager, world)?;
    let at_stake = at_stake(orders, &packages, &world.observations);
    if at_stake.is_empty() {
        return Ok(Vec::new());
    }
    let labels = manager.tried(&ask(&manager.trial(orders, world))?).unwrap_or_default();
    Ok(among(at_stake, &labels, &packages))
}

/// The names of which no package stays.
fn among(names: Vec<String>, labels: &[String], packages: &Packages) -> Vec<String> {
    let removed: Vec<_> = labels.iter().flat_map(|label| packages.find(label)).collect();
    let is_lost = |name: &String| {
        packages.find(name).iter().filter(|package| package.is_there()).all(|package| removed.contains(package))
    };
    names.into_iter().filter(is_lost).collect()
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

/// Why what the manifest wants keeps something from being done.
pub(super) fn refusal(lost: &[String]) -> String {
    format!("it would remove {}, and the manifest wants both; leave one out", lost.join(", "))
}

/// The packages that went with these orders, though none asked for that.
pub(super) fn gone(orders: &[Order], before: &Packages, after: &Packages) -> Vec<String> {
    let asked: Vec<_> = orders.iter().flat_map(|order| before.find(&order.name)).collect();
    let (before, after) = (before.names(), after.names());
    let is_asked = |name: &str| asked.iter().any(|package| package.name == name);
    before.difference(&after).filter(|name| !is_asked(name)).map(|name| (*name).to_owned()).collect()
}
