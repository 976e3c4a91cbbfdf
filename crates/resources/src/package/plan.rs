//! The decision: pure, from what is wanted and what was observed.

use super::change::{Change, Deed};
use super::desired::Desired;
use super::offer::{Available, Lists};
use super::packages::{Condition, Package};
use super::properties::Ensure;
use super::state::{Offered, State};
use super::version::Scheme;
use engine::{Obstacle, Plan};
use std::cmp::Ordering;

/// Whether a decision needs to know what can be had.
pub(super) fn asks_for_offers(ensure: &Ensure, packages: &[Package], scheme: Scheme) -> bool {
    let is_there = |wanted: &dyn Fn(&Package) -> bool| packages.iter().any(|p| p.is_there() && wanted(p));
    match ensure {
        Ensure::Absent => false,
        Ensure::Latest => true,
        Ensure::Present => !is_there(&|_| true),
        Ensure::Version(version) => !is_there(&|package| scheme.is_same(&package.version, version)),
    }
}

pub(super) fn plan(desired: &Desired, state: &State) -> Plan<Change> {
    match &desired.ensure {
        Ensure::Absent => remove(desired, state),
        Ensure::Present => match state.there() {
            Some(package) => repair(package, desired, state),
            None => install(Wish::Any, desired, state),
        },
        Ensure::Latest => match state.there() {
            Some(package) => latest(package, desired, state),
            None => install(Wish::Any, desired, state),
        },
        Ensure::Version(version) => match state.there_in(version) {
            Some(package) => repair(package, desired, state),
            None => install(Wish::Version(version), desired, state),
        },
    }
}

/// Which of the offered versions.
#[derive(Clone, Copy)]
enum Wish<'a> {
    Any,
    Version(&'a str),
}

fn change(deed: Deed, from: Option<&Package>, to: Option<&Available>, desired: &Desired, state: &State) -> Change {
    Change {
        deed,
        from: from.map(|package| package.version.clone()),
        to: to.map(|available| available.version.clone()),
        origin: to.and_then(|available| available.origin.clone()),
        requested: desired.ensure.as_str().to_owned(),
        scheme: state.scheme,
    }
}

fn remove(desired: &Desired, state: &State) -> Plan<Change> {
    match state.there() {
        Some(package) => {
            Plan::one(change(Deed::Remove, Some(package), None, desired, state)).unless(hold(package, desired))
        }
        None => Plan::empty(),
    }
}

/// A package that is there in the right version may have been left halfway.
fn repair(package: &Package, desired: &Desired, state: &State) -> Plan<Change> {
    match &package.condition {
        Condition::Broken { status, needs_unpacking } => {
            let deed = Deed::Repair { status: status.clone(), needs_unpacking: *needs_unpacking };
            Plan::one(change(deed, Some(package), None, desired, state))
        }
        Condition::Installed | Condition::Gone { .. } => Plan::empty(),
    }
}

fn latest(package: &Package, desired: &Desired, state: &State) -> Plan<Change> {
    let candidate = state.offered.as_ref().and_then(|offered| offered.offer.candidate.as_ref());
    match candidate {
        Some(candidate) if state.scheme.compare(&package.version, &candidate.version).is_lt() => {
            Plan::one(change(Deed::Upgrade, Some(package), Some(candidate), desired, state))
                .unless(hold(package, desired))
        }
        // What nobody offers in a later version is the latest.
        _ => repair(package, desired, state),
    }
}

/// Brings a version that is not there.
fn install(wish: Wish<'_>, desired: &Desired, state: &State) -> Plan<Change> {
    let there = state.there();
    if let Wish::Version(version) = wish
        && !state.scheme.is_version(version)
    {
        return Plan::blocked(Obstacle::lasting(format!(
            "`{version}` is not a version of {} packages",
            state.provider
        )));
    }
    let found = state.offered.as_ref().and_then(|offered| offered.find(wish, state.scheme));
    let deed = match (there, wish) {
        (Some(package), Wish::Version(version)) => match state.scheme.compare(&package.version, version) {
            Ordering::Greater => Deed::Downgrade,
            Ordering::Less | Ordering::Equal => Deed::Upgrade,
        },
        _ => Deed::Install,
    };
    let missing = found.is_none().then(|| not_offered(wish, desired, state));
    // Something that is gone can be held as well.
    let held = there.or(state.packages.first()).and_then(|package| hold(package, desired));
    let origin_counts = matches!(wish, Wish::Any);
    let mut change = change(deed, there, found, desired, state);
    change.origin = change.origin.filter(|_| origin_counts);
    Plan::one(change).unless(missing).unless(held)
}

impl Offered {
    fn find(&self, wish: Wish<'_>, scheme: Scheme) -> Option<&Available> {
        match wish {
            Wish::Any => self.offer.candidate.as_ref(),
            Wish::Version(version) => self.offer.versions.iter().find(|known| scheme.is_same(&known.version, version)),
        }
    }
}

fn hold(package: &Package, desired: &Desired) -> Option<Obstacle> {
    let name = desired.name();
    let message = || {
        let version = if package.is_there() { format!(" at {}", package.version) } else { String::new() };
        format!("package `{name}` is held{version}; `apt-mark unhold {name}` lets it change")
    };
    package.is_held.then(|| Obstacle::missing_without_command(message()))
}

fn not_offered(wish: Wish<'_>, desired: &Desired, state: &State) -> Obstacle {
    let name = desired.name();
    let Some(offered) = &state.offered else { return Obstacle::not_known(format!("nothing is known of `{name}`")) };
    let what = match (wish, offered.offer.versions.as_slice()) {
        (_, []) if offered.offer.is_virtual => format!("`{name}` is only provided by other packages; name one of them"),
        (_, []) => format!("no source offers a package `{name}`"),
        (Wish::Any, _) => format!("no version of `{name}` may be installed (candidate is none)"),
        (Wish::Version(version), known) => {
            let known: Vec<&str> = known.iter().take(5).map(|available| available.version.as_str()).collect();
            format!("no source offers version {version} of `{name}`, only {}", known.join(", "))
        }
    };
    let message = format!("{what}; {}", offered.lists.words());
    match offered.lists {
        Lists::Missing { .. } | Lists::Foreseen { .. } => Obstacle::not_known(message),
        Lists::Fetched { .. } => Obstacle::missing_without_command(message),
    }
}
