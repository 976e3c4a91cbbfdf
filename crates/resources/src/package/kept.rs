//! What is asked once for all packages of a run, and kept until somebody acts.

use super::desired::{Desired, Wanted};
use super::failure::PackageFailure;
use super::manager::{Manager, is_touched};
use super::offer::{Lists, Offer, Offers};
use super::order::Order;
use super::packages::Package;
use super::packages::Packages;
use super::plan::{self, asks_for_offers};
use super::properties::Ensure;
use super::state::{Offered, State};
use super::version::Scheme;
use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use system::{Disturbance, Observation, Observations, ReadWorld};

/// The packages of the machine, by the manager that knows them.
#[derive(Clone, Default)]
struct Known {
    by_scheme: BTreeMap<Scheme, Arc<Packages>>,
}

impl Observation for Known {
    fn survives(&self, by: &Disturbance<'_>) -> bool {
        !is_touched(by)
    }
}

/// What can be had, so far as it was asked.
#[derive(Default)]
struct Asked {
    by_scheme: Mutex<HashMap<Scheme, Offers>>,
}

impl Observation for Asked {
    fn survives(&self, by: &Disturbance<'_>) -> bool {
        !is_touched(by)
    }
}

/// The files of packages by their names, so far as they were asked for.
#[derive(Default)]
struct Filed {
    by_name: Mutex<HashMap<String, Vec<PathBuf>>>,
}

impl Observation for Filed {
    fn survives(&self, by: &Disturbance<'_>) -> bool {
        !is_touched(by)
    }
}

/// The packages of the manifest.
#[derive(Default)]
struct Expected {
    by_name: Mutex<BTreeMap<String, Ensure>>,
}

impl Observation for Expected {
    fn survives(&self, _by: &Disturbance<'_>) -> bool {
        true
    }
}

/// The packages that are not there, or there in a certain version, because the manifest wants it: what comes later
/// keeps them so.
#[derive(Clone, Default)]
struct Promises {
    all: Vec<Arc<(String, Ensure)>>,
}

impl Observation for Promises {
    fn survives(&self, _by: &Disturbance<'_>) -> bool {
        true
    }
}

/// The packages that would come along in a rehearsal, with those that cannot be without them.
#[derive(Clone, Default)]
struct Needed {
    by: BTreeMap<String, String>,
}

impl Observation for Needed {
    fn survives(&self, _by: &Disturbance<'_>) -> bool {
        true
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn kept<O: Observation + Default>(observations: &Observations) -> Arc<O> {
    match observations.get(|| Ok::<O, Infallible>(O::default())) {
        Ok(kept) => kept,
        Err(never) => match never {},
    }
}

/// Notes a package of the manifest.
pub(super) fn expect(desired: &Desired, observations: &Observations) {
    let expected = kept::<Expected>(observations);
    lock(&expected.by_name).insert(desired.name().to_owned(), desired.ensure.clone());
}

/// Whether the manifest wants a package to be there; with an architecture behind its name it is the same one.
pub(super) fn is_wanted(name: &str, observations: &Observations) -> bool {
    let expected = kept::<Expected>(observations);
    let by_name = lock(&expected.by_name);
    let bare = name.split_once(':').map_or(name, |(bare, _)| bare);
    [name, bare].iter().any(|name| by_name.get(*name).is_some_and(|ensure| *ensure != Ensure::Absent))
}

/// The names that the manifest wants to be there.
pub(super) fn wanted(observations: &Observations) -> Vec<String> {
    let expected = kept::<Expected>(observations);
    let by_name = lock(&expected.by_name);
    by_name.iter().filter(|(_, ensure)| **ensure != Ensure::Absent).map(|(name, _)| name.clone()).collect()
}

/// What the manifest wants, by name.
pub(super) fn expected(observations: &Observations) -> BTreeMap<String, Ensure> {
    lock(&kept::<Expected>(observations).by_name).clone()
}

/// Notes that a package is as the manifest wants it, or would be.
pub(super) fn promise(desired: &Desired, observations: &Observations) {
    let name = desired.name();
    let is_kept = desired.ensure.is_promise();
    let known = kept::<Promises>(observations);
    if is_kept || known.all.iter().any(|promise| promise.0 == name) {
        let mut all = known.all.clone();
        all.retain(|promise| promise.0 != name);
        all.extend(is_kept.then(|| Arc::new((name.to_owned(), desired.ensure.clone()))));
        observations.put(Promises { all });
    }
}

/// What was noted so, by name.
pub(super) fn promises(observations: &Observations) -> Vec<(String, Ensure)> {
    kept::<Promises>(observations).all.iter().map(|promise| (**promise).clone()).collect()
}

/// From here on, in a rehearsal, a package is there because another one cannot be without it.
pub(super) fn need(name: &str, by: &str, observations: &Observations) {
    let mut needed = Needed::clone(&kept(observations));
    needed.by.insert(name.to_owned(), by.to_owned());
    observations.put(needed);
}

/// The package that cannot be without this one, which it would bring.
pub(super) fn needed_by(name: &str, observations: &Observations) -> Option<String> {
    kept::<Needed>(observations).by.get(name).cloned()
}

/// The packages of the machine.
pub(super) fn packages(manager: &dyn Manager, world: &ReadWorld) -> Result<Arc<Packages>, PackageFailure> {
    let mut known = Known::clone(&kept(&world.observations));
    if let Some(packages) = known.by_scheme.get(&manager.scheme()) {
        return Ok(Arc::clone(packages));
    }
    let packages = Arc::new(manager.packages(world)?);
    known.by_scheme.insert(manager.scheme(), Arc::clone(&packages));
    world.observations.put(known);
    Ok(packages)
}

/// From here on, in a rehearsal, packages are what an order makes of them.
pub(super) fn foresee(scheme: Scheme, observations: &Observations, change: impl FnOnce(&mut Packages)) {
    observations.change(|known: &mut Known| {
        if let Some(packages) = known.by_scheme.get_mut(&scheme) {
            change(Arc::make_mut(packages));
        }
    });
}

/// The files of packages that are there on the machine; asked in one go for all of the manifest that will change.
pub(super) fn files(
    names: &[String],
    manager: &dyn Manager,
    world: &ReadWorld,
) -> Result<Vec<PathBuf>, PackageFailure> {
    let packages = packages(manager, world)?;
    let there = |name: &String| packages.now().find(name).into_iter().filter(Package::is_there);
    let wanted: Vec<Package> = names.iter().flat_map(there).collect();
    let filed = kept::<Filed>(&world.observations);
    let mut by_name = lock(&filed.by_name);
    if wanted.iter().any(|package| !by_name.contains_key(&package.name)) {
        let ordered = orders(manager, world)?.into_iter().map(|order| order.name);
        let ordered: Vec<Package> = ordered.flat_map(|name| there(&name).collect::<Vec<_>>()).collect();
        let all = [wanted.as_slice(), &ordered].concat();
        by_name.extend(manager.files(&all, world)?);
        for package in all {
            by_name.entry(package.name).or_default();
        }
    }
    Ok(wanted.iter().flat_map(|package| by_name[&package.name].clone()).collect())
}

/// What can be had of a package, and what is known of the lists that say so. What was asked before a step of a rehearsal
/// that would write a source says nothing of that.
pub(super) fn offer(name: &str, manager: &dyn Manager, world: &ReadWorld) -> Result<(Offer, Lists), PackageFailure> {
    let (offer, lists) = asked(name, manager, world)?;
    let foreseen = manager.foreseen_source(world).map(|path| Lists::Foreseen { path });
    Ok((offer, foreseen.unwrap_or(lists)))
}

/// What is offered; asked in one go for all of the manifest that need the answer too.
fn asked(name: &str, manager: &dyn Manager, world: &ReadWorld) -> Result<(Offer, Lists), PackageFailure> {
    let asked = kept::<Asked>(&world.observations);
    let mut by_scheme = lock(&asked.by_scheme);
    let known = by_scheme.get(&manager.scheme());
    if let Some((offer, lists)) = known.and_then(|offers| Some((offers.by_name.get(name)?, &offers.lists))) {
        return Ok((offer.clone(), lists.clone()));
    }
    let packages = packages(manager, world)?;
    let names = names(name, &packages, manager.scheme(), &world.observations);
    let mut offers = manager.offers(&names, &packages, world)?;
    for name in names {
        offers.by_name.entry(name).or_default();
    }
    let offer = offers.by_name.get(name).cloned().unwrap_or_default();
    let lists = offers.lists.clone();
    match by_scheme.get_mut(&manager.scheme()) {
        Some(known) => known.by_name.extend(offers.by_name),
        None => drop(by_scheme.insert(manager.scheme(), offers)),
    }
    Ok((offer, lists))
}

/// The one that is asked for, and those of the manifest whose turn comes.
fn names(name: &str, packages: &Packages, scheme: Scheme, observations: &Observations) -> Vec<String> {
    let expected = kept::<Expected>(observations);
    let expected = lock(&expected.by_name);
    let others = expected
        .iter()
        .filter(|(other, ensure)| other.as_str() != name && asks_for_offers(ensure, &packages.find(other), scheme));
    [name.to_owned()].into_iter().chain(others.map(|(name, _)| name.clone())).collect()
}

/// What the manifest still asks of the packages of a machine, so far as nothing stands in the way.
pub(super) fn orders(manager: &dyn Manager, world: &ReadWorld) -> Result<Vec<Order>, PackageFailure> {
    let by_name = expected(&world.observations);
    let packages = packages(manager, world)?;
    let mut orders = Vec::new();
    for (name, ensure) in &by_name {
        let found: Vec<Package> = packages.find(name);
        let is_asked = asks_for_offers(ensure, &found, manager.scheme());
        let offered = is_asked.then(|| offer(name, manager, world)).transpose()?;
        let state = State {
            provider: manager.name(),
            scheme: manager.scheme(),
            packages: found,
            unfinished: packages.unfinished(),
            offered: offered.map(|(offer, lists)| Offered { offer, lists }),
            gone: Vec::new(),
        };
        let plan = plan::plan(Wanted { name, ensure }, &state);
        if let ([change], []) = (plan.changes.as_slice(), plan.obstacles.as_slice()) {
            orders.push(Order::new(name, change));
        }
    }
    Ok(orders)
}
