//! What a rehearsal tries: the orders of the manifest in one go, and one by itself only when something goes along.

use super::along::Along;
use super::failure::PackageFailure;
use super::kept;
use super::manager::{Manager, is_touched};
use super::order::Order;
use super::version::Scheme;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use system::process::Finished;
use system::{Disturbance, Observation, Observations, ReadWorld};

/// Orders that were tried together, with whether nothing would come of them but what they ask for.
#[derive(Default)]
struct Tried {
    is_clean: Mutex<HashMap<(Scheme, Order), bool>>,
}

impl Observation for Tried {
    fn survives(&self, by: &Disturbance<'_>) -> bool {
        !is_touched(by)
    }
}

impl Tried {
    fn of(observations: &Observations) -> Arc<Self> {
        match observations.get(|| Ok::<_, Infallible>(Self::default())) {
            Ok(tried) => tried,
            Err(never) => match never {},
        }
    }

    fn is_clean(&self) -> MutexGuard<'_, HashMap<(Scheme, Order), bool>> {
        self.is_clean.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What would come of an order.
pub(super) fn trial(order: &Order, manager: &dyn Manager, world: &ReadWorld) -> Result<Along, PackageFailure> {
    let tried = Tried::of(&world.observations);
    let scheme = manager.scheme();
    let known = tried.is_clean().get(&(scheme, order.clone())).copied();
    let is_clean = if let Some(is_clean) = known {
        is_clean
    } else {
        let orders = neighbours(order, manager, world)?;
        let is_clean = orders.len() > 1 && ask(&orders, manager, world)?.is_ok_and(|along| along.is_nothing());
        tried.is_clean().extend(orders.into_iter().map(|order| ((scheme, order), is_clean)));
        is_clean
    };
    if is_clean { Ok(Along::default()) } else { alone(order, manager, world) }
}

/// The order, and those that the manifest still asks for and that one command could carry out with it.
fn neighbours(order: &Order, manager: &dyn Manager, world: &ReadWorld) -> Result<Vec<Order>, PackageFailure> {
    let mut orders = vec![order.clone()];
    for other in kept::orders(manager, world)? {
        if other.name != order.name && orders.iter().all(|one| manager.go_together(one, &other)) {
            orders.push(other);
        }
    }
    Ok(orders)
}

/// A trial without an answer is no reason to say that the order would fail, unless packages do not go together. After a
/// step that is only foreseen, it speaks of another machine.
fn alone(order: &Order, manager: &dyn Manager, world: &ReadWorld) -> Result<Along, PackageFailure> {
    let finished = match ask(std::slice::from_ref(order), manager, world)? {
        Ok(along) => return Ok(along),
        Err(finished) => finished,
    };
    let is_refused = manager.does_not_resolve(&finished) && !kept::packages(manager, world)?.is_foreseen();
    Ok(Along { refusal: is_refused.then(|| manager.reason(&finished)), ..Along::default() })
}

/// What a trial says, or how it ended without an answer.
fn ask(orders: &[Order], manager: &dyn Manager, world: &ReadWorld) -> Result<Result<Along, Finished>, PackageFailure> {
    let finished = world.processes.probe(&manager.trial(orders, world))?;
    let packages = kept::packages(manager, world)?;
    let along = |labels: Vec<String>| Along::of(orders, &labels, &packages, &world.observations);
    Ok(manager.tried(&finished).map(along).ok_or(finished))
}
