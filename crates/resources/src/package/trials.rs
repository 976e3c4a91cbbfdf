//! What a rehearsal tries: what the run does in one go together, and one by itself only when something goes along.

use super::along::Along;
use super::failure::PackageFailure;
use super::guard::Guard;
use super::harm::Harm;
use super::kept;
use super::manager::{Manager, is_touched};
use super::order::Order;
use super::properties::Ensure;
use super::trial::{Answer, Trial};
use super::version::Scheme;
use engine::Neighbours;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use system::process::Command;
use system::{Disturbance, Observation, Observations, ReadWorld};

/// Orders that were tried together, with whether nothing would come of them but what they ask for.
#[derive(Default)]
struct Together {
    is_clean: Mutex<HashMap<Key, bool>>,
}

/// An order, and what was foreseen to be gone when it was tried.
type Key = (Scheme, Order, Vec<Guard>);

impl Observation for Together {
    fn survives(&self, by: &Disturbance<'_>) -> bool {
        !is_touched(by)
    }
}

impl Together {
    fn of(observations: &Observations) -> Arc<Self> {
        match observations.get(|| Ok::<_, Infallible>(Self::default())) {
            Ok(tried) => tried,
            Err(never) => match never {},
        }
    }

    fn is_clean(&self) -> MutexGuard<'_, HashMap<Key, bool>> {
        self.is_clean.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What would come of an order.
pub(super) fn trial(order: &Order, manager: &dyn Manager, world: &ReadWorld) -> Result<Along, PackageFailure> {
    // What is only foreseen cannot be tried.
    if let Some(by) = kept::needed_by(&order.name, &world.observations) {
        return Ok(Along { harms: vec![Harm::Lost { name: by }], ..Along::default() });
    }
    let ask = |command: &Command| Ok(world.processes.probe(command)?);
    let trial = Trial { manager, world, ask: &ask, between: &[] };
    let together = Together::of(&world.observations);
    let gone_now = gone(&[], &trial)?;
    let key = |order: Order| (manager.scheme(), order, gone_now.clone());
    let known = together.is_clean().get(&key(order.clone())).copied();
    let is_clean = if let Some(is_clean) = known {
        is_clean
    } else {
        let orders = neighbours(order, manager, world)?;
        let is_clean =
            orders.len() > 1 && trial.with(&orders, &gone(&orders, &trial)?)?.is_ok_and(|along| along.is_nothing());
        together.is_clean().extend(orders.into_iter().map(|order| (key(order), is_clean)));
        is_clean
    };
    if is_clean { Ok(Along::default()) } else { alone(order, &trial) }
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

/// A trial without an answer is no reason to say that the order would fail, unless packages do not go together. After a
/// step that is only foreseen, it speaks of another machine.
fn alone(order: &Order, trial: &Trial<'_>) -> Result<Along, PackageFailure> {
    let (manager, world) = (trial.manager, trial.world);
    let orders = std::slice::from_ref(order);
    let finished = match tried(orders, trial)? {
        Ok(along) => return weighed(along, orders, trial),
        Err(finished) => finished,
    };
    let is_refused = manager.does_not_resolve(&finished) && !kept::packages(manager, world)?.is_foreseen();
    Ok(Along { refusal: is_refused.then(|| manager.reason(&finished)), ..Along::default() })
}

/// What would come of orders; what only goes without these guards brings back what is gone by then.
fn tried(orders: &[Order], trial: &Trial<'_>) -> Answer<Along> {
    let gone = gone(orders, trial)?;
    if !gone.is_empty()
        && let Ok(along) = trial.with(orders, &gone)?
        && along.objection().is_none()
    {
        return Ok(Ok(along));
    }
    let mut answer = trial.of(orders)?.map(|(along, _)| along);
    if let Ok(along) = &mut answer
        && along.objection().is_none()
    {
        for guard in gone {
            if trial.with(orders, std::slice::from_ref(&guard))?.is_err() {
                along.harms.push(Harm::Comes { name: guard.name().to_owned() });
            }
        }
    }
    Ok(answer)
}

/// What is there now, and is gone when a run comes to these orders.
fn gone(orders: &[Order], trial: &Trial<'_>) -> Result<Vec<Guard>, PackageFailure> {
    let packages = kept::packages(trial.manager, trial.world)?;
    let promises = kept::promises(&trial.world.observations).into_iter();
    let will_go = promises.filter(|(name, ensure)| *ensure == Ensure::Absent && packages.will_go(name));
    let gone = will_go.filter(|(name, _)| orders.iter().all(|order| order.name != *name));
    Ok(gone.map(|(name, _)| Guard::Absent { name }).collect())
}

/// What is brought goes again further down, or changes, unless what brings it cannot be without it.
fn weighed(mut along: Along, orders: &[Order], trial: &Trial<'_>) -> Result<Along, PackageFailure> {
    for brought in &mut along.brought {
        brought.is_needed = trial.with(orders, &[brought.guard()])?.is_err();
    }
    along.brought.retain(|brought| brought.is_needed || brought.ensure == Ensure::Absent);
    Ok(along)
}
