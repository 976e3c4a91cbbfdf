//! dnf as a package manager.

use super::{command, lists, reason, repoquery, rpm};
use crate::package::change::Deed;
use crate::package::failure::PackageFailure;
use crate::package::guard::Guard;
use crate::package::manager::Manager;
use crate::package::offer::Offers;
use crate::package::order::Order;
use crate::package::packages::{Package, Packages};
use crate::package::tried::Tried;
use crate::package::version::Scheme;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use system::ReadWorld;
use system::process::{Command, Finished};

/// dnf and rpm.
pub(in crate::package) struct Dnf;

impl Manager for Dnf {
    fn name(&self) -> &'static str {
        "dnf"
    }

    fn scheme(&self) -> Scheme {
        Scheme::Rpm
    }

    fn packages(&self, world: &ReadWorld) -> Result<Packages, PackageFailure> {
        rpm::packages(world)
    }

    fn files(&self, packages: &[Package], world: &ReadWorld) -> Result<HashMap<String, Vec<PathBuf>>, PackageFailure> {
        rpm::files(packages, world)
    }

    fn offers(&self, names: &[String], _packages: &Packages, world: &ReadWorld) -> Result<Offers, PackageFailure> {
        let by_name = repoquery::offers(names, world)?;
        let is_offered = by_name.values().any(|offer| !offer.versions.is_empty());
        Ok(Offers { by_name, lists: lists::look(is_offered, world)? })
    }

    fn foreseen_source(&self, world: &ReadWorld) -> Option<String> {
        lists::foreseen_source(world)
    }

    /// `dnf install` upgrades as well; removing and going back are commands of their own.
    fn go_together(&self, one: &Order, other: &Order) -> bool {
        let is_install = |order: &Order| matches!(order.deed, Deed::Install | Deed::Upgrade);
        let is_removal = |order: &Order| order.deed == Deed::Remove;
        (is_install(one) && is_install(other)) || (is_removal(one) && is_removal(other))
    }

    fn command(&self, orders: &[Order], guards: &[Guard], world: &ReadWorld) -> Command {
        command::of(orders, guards, command::name(world))
    }

    fn busy(&self, world: &ReadWorld) -> Option<String> {
        reason::busy(world)
    }

    fn held_by(&self, finished: &Finished) -> Option<String> {
        reason::held_by(finished)
    }

    /// What is obsolete goes with an installation.
    fn spares_nothing(&self, _orders: &[Order]) -> bool {
        true
    }

    fn guards_losses(&self, orders: &[Order]) -> bool {
        orders.iter().all(|order| order.deed == Deed::Remove)
    }

    fn trial(&self, before: &[Order], orders: &[Order], guards: &[Guard], world: &ReadWorld) -> Command {
        command::trial(before, orders, guards, world)
    }

    fn finds_ways(&self) -> bool {
        true
    }

    fn tried(&self, finished: &Finished) -> Option<Tried> {
        reason::tried(finished)
    }

    fn does_not_resolve(&self, finished: &Finished) -> bool {
        reason::does_not_resolve(finished)
    }

    /// What obsoletes it.
    fn replaces(&self) -> bool {
        true
    }

    fn replaced_by(&self, name: &str, world: &ReadWorld) -> Vec<String> {
        let names = rpm::obsoleting(name, world).into_iter().chain(repoquery::obsoleting(name, world));
        names.filter(|other| other != name).collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn reason(&self, finished: &Finished) -> String {
        reason::reason(finished)
    }
}
