//! What a rehearsal tries: what the run does in one go together, and one by itself only when something goes along.

use super::along::{Along, Left};
use super::change::Deed;
use super::failure::PackageFailure;
use super::guard::Guard;
use super::harm::{self, Harm};
use super::history::{self, Likeness};
use super::kept;
use super::manager::{Manager, is_touched};
use super::order::Order;
use super::packages::Packages;
use super::trial::{Answer, Trial};
use super::version::Scheme;
use engine::Neighbours;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use system::process::Command;
use system::{Disturbance, Observation, Observations, ReadWorld};

/// The orders that were tried last.
#[derive(Default)]
struct Last {
    group: Mutex<Option<Arc<Group>>>,
}

/// Orders of one manager that a run would carry out next to each other.
struct Group {
    scheme: Scheme,
    /// The one whose turn it was.
    first: Order,
    orders: Vec<Order>,
    /// What would come of them in one go, when the run does that.
    in_one_go: Option<(Along, Arc<Packages>)>,
}

impl Group {
    fn begun_by(first: &Order, trial: &Trial<'_>) -> Result<Self, PackageFailure> {
        let orders = neighbours(first, trial.manager, trial.world)?;
        let in_one_go = if orders.len() > 1 { in_one_go(&orders, trial)? } else { None };
        Ok(Self { scheme: trial.manager.scheme(), first: first.clone(), orders, in_one_go })
    }
}

impl Observation for Last {
    fn survives(&self, by: &Disturbance<'_>) -> bool {
        !is_touched(by)
    }
}

impl Last {
    fn of(observations: &Observations) -> Arc<Self> {
        match observations.get(|| Ok::<_, Infallible>(Self::default())) {
            Ok(tried) => tried,
            Err(never) => match never {},
        }
    }

    fn group(&self) -> MutexGuard<'_, Option<Arc<Group>>> {
        self.group.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What would come of an order.
pub(super) fn trial(order: &Order, manager: &dyn Manager, world: &ReadWorld) -> Result<Along, PackageFailure> {
    if let Some(by) = kept::needed_by(&order.name, &world.observations) {
        return Ok(Along { harms: vec![Harm::Lost { name: by }], ..Along::default() });
    }
    let ask = |command: &Command| Ok(world.processes.probe(command)?);
    let trial = Trial { manager, world, ask: &ask, between: &[], history: None };
    let last = Last::of(&world.observations);
    let is_it = |group: &Arc<Group>| group.scheme == manager.scheme() && group.orders.contains(order);
    let known = last.group().clone().filter(is_it);
    let group = known.map_or_else(|| Group::begun_by(order, &trial).map(Arc::new), Ok)?;
    *last.group() = Some(Arc::clone(&group));
    match &group.in_one_go {
        Some((along, left)) if *order == group.first => {
            let others = group.orders.iter().filter(|other| *other != order).map(|other| other.name.as_str());
            let left = Packages::clone(left).adopting(others, &*kept::packages(manager, world)?);
            Ok(Along { left: Left::All(Arc::new(left)), ..along.clone() })
        }
        Some((_, left)) => Ok(Along { left: Left::Own(Arc::clone(left)), ..Along::default() }),
        None => alone(order, &trial),
    }
}

/// What comes of orders that the run carries out in one go; nothing when it does not. Where something comes along that is
/// wrong further down, each one is tried by itself: then it is known which one brings it.
fn in_one_go(orders: &[Order], trial: &Trial<'_>) -> Result<Option<(Along, Arc<Packages>)>, PackageFailure> {
    let Ok(Attempt { along, guards, .. }) = tried(orders, trial)? else { return Ok(None) };
    let goes = along.goes_in_one(&guards) && along.brought.is_empty();
    Ok(match &along.left {
        Left::All(left) if goes => Some((along.clone(), Arc::clone(left))),
        _ => None,
    })
}

/// The order, and those that the manifest still asks for and that the run carries out with it in one command.
fn neighbours(order: &Order, manager: &dyn Manager, world: &ReadWorld) -> Result<Vec<Order>, PackageFailure> {
    let mut asked: HashMap<String, Order> =
        kept::orders(manager, world)?.into_iter().map(|order| (order.name.clone(), order)).collect();
    asked.insert(order.name.clone(), order.clone());
    let group = world.observations.peek::<Neighbours>().unwrap_or_default();
    let mut together: Vec<Order> = Vec::new();
    for next in group.names.iter().filter_map(|name| asked.remove(name)) {
        if !together.iter().all(|one| manager.go_together(one, &next)) {
            if together.contains(order) {
                break;
            }
            together.clear();
        }
        together.push(next);
    }
    Ok(if together.contains(order) { together } else { vec![order.clone()] })
}

/// A trial without an answer is no reason to say that the order would fail, unless packages do not go together. Where it
/// is not sure what earlier steps leave, it may speak of another machine.
fn alone(order: &Order, trial: &Trial<'_>) -> Result<Along, PackageFailure> {
    let (manager, world) = (trial.manager, trial.world);
    let orders = std::slice::from_ref(order);
    let finished = match tried(orders, trial)? {
        Ok(Attempt { along, history, .. }) => return weighed(along, orders, &trial.after(history.as_deref())),
        Err(finished) => finished,
    };
    if !manager.does_not_resolve(&finished) {
        return Ok(Along::default());
    }
    if !kept::packages(manager, world)?.is_guessed() {
        return Ok(Along { refusal: Some(manager.reason(&finished)), ..Along::default() });
    }
    Ok(trial.of(orders)?.map(|(along, _)| along).unwrap_or_default())
}

/// A trial that had an answer.
struct Attempt {
    along: Along,
    guards: Vec<Guard>,
    /// What it was told of earlier steps.
    history: Option<Vec<Order>>,
}

impl Attempt {
    fn of_now((along, guards): (Along, Vec<Guard>)) -> Self {
        Self { along, guards, history: None }
    }
}

/// What would come of orders after earlier steps. What these leave is first taken as it is, and then for what the package
/// manager would find there and may change again.
fn tried(orders: &[Order], trial: &Trial<'_>) -> Answer<Attempt> {
    let packages = kept::packages(trial.manager, trial.world)?;
    if !packages.is_foreseen() {
        return Ok(trial.of(orders)?.map(Attempt::of_now));
    }
    let (mut refused, mut unanswered) = (None, None);
    for likeness in [Likeness::Exact, Likeness::Named] {
        let history = history::of(&packages, orders, likeness);
        match trial.after(Some(&history)).of(orders)? {
            Ok((along, _)) if takes_back(&along, orders, &packages, trial) => {}
            Ok((along, guards)) => {
                let is_refused = along.objection().is_some();
                let attempt = Attempt { along, guards, history: Some(history) };
                if !is_refused {
                    return Ok(Ok(removed_alone(orders, trial)?.unwrap_or(attempt)));
                }
                refused.get_or_insert(attempt);
            }
            Err(finished) => drop(unanswered.get_or_insert(finished)),
        }
    }
    if refused.is_none() {
        let history = history::of(&packages, orders, Likeness::Came);
        if let Ok(along) = trial.after(Some(&history)).with(orders, &[])?
            && !takes_back(&along, orders, &packages, trial)
        {
            refused = Some(Attempt { along, guards: Vec::new(), history: Some(history) });
        }
    }
    Ok(match (refused, unanswered) {
        (Some(attempt), _) => Ok(attempt),
        (None, Some(finished)) => Err(finished),
        (None, None) => trial.of(orders)?.map(Attempt::of_now),
    })
}

/// A removal by itself, where the package manager may have gone around it for the sake of others.
fn removed_alone(orders: &[Order], trial: &Trial<'_>) -> Result<Option<Attempt>, PackageFailure> {
    if !trial.manager.finds_ways() || !is_removal(orders) {
        return Ok(None);
    }
    let alone = trial.of(orders)?.ok().filter(|(along, _)| along.objection().is_none());
    Ok(alone.map(Attempt::of_now))
}

fn is_removal(orders: &[Order]) -> bool {
    orders.iter().all(|order| order.deed == Deed::Remove)
}

/// Whether something would be older afterwards that nobody asked for, though the package manager does not do that.
fn takes_back(along: &Along, orders: &[Order], before: &Packages, trial: &Trial<'_>) -> bool {
    let Left::All(left) = &along.left else { return false };
    let may_go_back = trial.manager.finds_ways() && !is_removal(orders);
    !may_go_back && harm::is_taken_back(orders, before, left)
}

/// What is brought and wrong goes again further down, or changes, unless what brings it cannot be without it.
fn weighed(mut along: Along, orders: &[Order], trial: &Trial<'_>) -> Result<Along, PackageFailure> {
    let mut needed = Vec::new();
    for brought in along.brought {
        if let Some(guard) = brought.guard()
            && trial.with(orders, &[guard])?.is_err()
        {
            needed.push(brought);
        }
    }
    along.brought = needed;
    Ok(along)
}
