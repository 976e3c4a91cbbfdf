//! apt as a package manager.

use super::{command, dpkg, lists, policy, reason};
use crate::package::change::Deed;
use crate::package::failure::PackageFailure;
use crate::package::guard::Guard;
use crate::package::manager::Manager;
use crate::package::offer::Offers;
use crate::package::order::Order;
use crate::package::packages::{Package, Packages};
use crate::package::tried::Tried;
use crate::package::version::Scheme;
use std::collections::HashMap;
use std::path::PathBuf;
use system::ReadWorld;
use system::process::{Command, Finished};

/// apt and dpkg.
pub(in crate::package) struct Apt;

impl Manager for Apt {
    fn name(&self) -> &'static str {
        "apt"
    }

    fn scheme(&self) -> Scheme {
        Scheme::Debian
    }

    fn packages(&self, world: &ReadWorld) -> Result<Packages, PackageFailure> {
        dpkg::packages(world)
    }

    fn files(&self, packages: &[Package], world: &ReadWorld) -> Result<HashMap<String, Vec<PathBuf>>, PackageFailure> {
        dpkg::files(packages, world)
    }

    fn offers(&self, names: &[String], packages: &Packages, world: &ReadWorld) -> Result<Offers, PackageFailure> {
        let by_name = policy::offers(names, packages.own_architecture(), world)?;
        let is_offered = by_name.values().flat_map(|offer| &offer.versions).any(|version| version.origin.is_some());
        Ok(Offers { by_name, lists: lists::look(is_offered, world)? })
    }

    fn foreseen_source(&self, world: &ReadWorld) -> Option<String> {
        lists::foreseen_source(world)
    }

    /// Removing is a command of its own.
    fn go_together(&self, one: &Order, other: &Order) -> bool {
        let is_install = |order: &Order| matches!(order.deed, Deed::Install | Deed::Upgrade | Deed::Downgrade);
        let is_removal = |order: &Order| order.deed == Deed::Remove;
        (is_install(one) && is_install(other)) || (is_removal(one) && is_removal(other))
    }

    fn command(&self, orders: &[Order], guards: &[Guard], _world: &ReadWorld) -> Command {
        command::of(orders, guards)
    }

    fn held_by(&self, finished: &Finished) -> Option<String> {
        reason::held_by(finished)
    }

    fn spared(&self, finished: &Finished) -> Vec<String> {
        reason::spared(finished)
    }

    fn freed(&self, command: Command) -> Command {
        command::freed(command)
    }

    fn spares_nothing(&self, orders: &[Order]) -> bool {
        orders.iter().any(|order| order.deed == Deed::Remove)
    }

    fn trial(&self, before: &[Order], orders: &[Order], guards: &[Guard], _world: &ReadWorld) -> Command {
        command::trial(before, orders, guards)
    }

    fn tried(&self, finished: &Finished) -> Option<Tried> {
        reason::tried(finished)
    }

    fn does_not_resolve(&self, finished: &Finished) -> bool {
        reason::does_not_resolve(finished)
    }

    fn first_aid(&self, finished: &Finished) -> Option<Command> {
        reason::is_unfinished(finished).then(command::finish)
    }

    fn reason(&self, finished: &Finished) -> String {
        reason::reason(finished)
    }
}
