//! What goes along when packages are changed, and whether the manifest wants it.

use super::failure::PackageFailure;
use super::kept;
use super::manager::Manager;
use super::order::Order;
use super::packages::Packages;
use system::process::{Command, Finished};
use system::{Observations, ReadWorld};

/// The packages that the manifest wants and that are there now: what a removal could take away.
pub(super) fn at_stake(packages: &Packages, observations: &Observations) -> Vec<String> {
    let is_there = |name: &String| packages.find(name).iter().any(super::packages::Package::is_there);
    kept::wanted(observations).into_iter().filter(is_there).collect()
}

/// Those of them that would be lost with these orders. `ask` runs a command that changes nothing, and is only called when
/// the answer counts.
pub(super) fn lost(
    orders: &[Order],
    manager: &dyn Manager,
    world: &ReadWorld,
    ask: impl Fn(&Command) -> Result<Finished, PackageFailure>,
) -> Result<Vec<String>, PackageFailure> {
    let Some(trial) = manager.trial(orders, world) else { return Ok(Vec::new()) };
    let packages = kept::packages(manager, world)?;
    let at_stake = at_stake(&packages, &world.observations);
    if at_stake.is_empty() {
        return Ok(Vec::new());
    }
    let removed = manager.tried(&ask(&trial)?);
    Ok(among(at_stake, &removed, &packages))
}

/// The names of which no package stays.
fn among(names: Vec<String>, removed: &[String], packages: &Packages) -> Vec<String> {
    let removed: Vec<_> = removed.iter().flat_map(|name| packages.find(name)).collect();
    let is_lost = |name: &String| {
        packages.find(name).iter().filter(|package| package.is_there()).all(|package| removed.contains(package))
    };
    names.into_iter().filter(is_lost).collect()
}

/// Why a removal is refused.
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
