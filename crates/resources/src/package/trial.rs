//! Trying orders with a command that changes nothing, so that what the manifest says is kept.

use super::along::Along;
use super::batch::Promise;
use super::change::Deed;
use super::failure::PackageFailure;
use super::guard::Guard;
use super::harm;
use super::history;
use super::kept;
use super::manager::Manager;
use super::order::Order;
use super::packages::Packages;
use system::ReadWorld;
use system::process::{Command, Finished};

/// What came of a trial, or how the command ended that had no answer.
pub(super) type Answer<T> = Result<Result<T, Finished>, PackageFailure>;

/// Who tries, and how: a rehearsal only looks, a run may have to wait for a lock.
#[derive(Clone, Copy)]
pub(super) struct Trial<'a> {
    pub(super) manager: &'a dyn Manager,
    pub(super) world: &'a ReadWorld,
    pub(super) ask: &'a dyn Fn(&Command) -> Result<Finished, PackageFailure>,
    /// What stands between the orders of a batch, and is as the manifest wants it.
    pub(super) between: &'a [Promise],
    /// The orders that lead from the machine to what earlier steps of a rehearsal leave; nothing where that is the machine,
    /// or cannot be told.
    pub(super) history: Option<&'a [Order]>,
}

impl<'a> Trial<'a> {
    /// The same after what earlier steps leave.
    pub(super) fn after<'b>(self, history: Option<&'b [Order]>) -> Trial<'b>
    where
        'a: 'b,
    {
        Trial { history, ..self }
    }

    /// Whether there is anything that a command for these orders could do without being asked, and that counts.
    pub(super) fn is_called_for(&self, orders: &[Order]) -> Result<bool, PackageFailure> {
        let observations = &self.world.observations;
        let brings = orders.iter().any(|order| order.deed != Deed::Remove);
        let is_promised = !self.between.is_empty() || !kept::promises(observations).is_empty();
        if brings && (self.manager.replaces() || is_promised) {
            return Ok(true);
        }
        let packages = kept::packages(self.manager, self.world)?;
        Ok(self.manager.spares_nothing(orders) && !harm::at_stake(orders, &packages, observations).is_empty())
    }

    /// What would come of orders, with the guards that keep what the manifest says where that is possible.
    pub(super) fn of(&self, orders: &[Order]) -> Answer<(Along, Vec<Guard>)> {
        let along = match self.with(orders, &[])? {
            Ok(along) => along,
            Err(finished) => return Ok(Err(finished)),
        };
        let guards = harm::guards(&along.harms, self.manager.guards_losses(orders));
        if !guards.is_empty()
            && let Ok(guarded) = self.with(orders, &guards)?
            && guarded.objection().is_none()
        {
            return Ok(Ok((guarded, guards)));
        }
        Ok(Ok((along, Vec::new())))
    }

    /// What would come of orders behind guards. One that is left out is no answer, unless another package stands in for it.
    pub(super) fn with(&self, orders: &[Order], guards: &[Guard]) -> Answer<Along> {
        let packages = kept::packages(self.manager, self.world)?;
        let finished = match self.history {
            None => (self.ask)(&self.manager.trial(&[], orders, guards, self.world))?,
            Some(history) => {
                let (orders, away) = on_the_machine(orders, packages.now());
                let guards = [guards, &away].concat();
                (self.ask)(&self.manager.trial(history, &orders, &guards, self.world))?
            }
        };
        let Some(tried) = self.manager.tried(&finished) else { return Ok(Err(finished)) };
        let after = tried.after(if self.history.is_some() { packages.now() } else { &packages });
        let counts = |order: &&Order| order.brings_a_version() || self.history.is_some();
        let is_unmet = |order: &&Order| counts(order) && !order.is_met_by(&after, self.manager.scheme());
        let unmet: Vec<&Order> = orders.iter().filter(is_unmet).collect();
        let is_left_out = !unmet.is_empty();
        let replaced_by = unmet.into_iter().flat_map(|order| self.manager.replaced_by(&order.name, self.world));
        let replaced_by: Vec<String> = if guards.is_empty() { replaced_by.collect() } else { Vec::new() };
        if is_left_out && replaced_by.is_empty() {
            return Ok(Err(finished));
        }
        let overtakes = !harm::broken(self.between, orders, &packages, &after).is_empty();
        let along = Along::of(orders, &packages, after, &self.world.observations);
        Ok(Ok(Along { replaced_by, overtakes, ..along }))
    }
}

/// Orders as they are given on the machine as it is now. What has to go and is not there yet must not come.
fn on_the_machine(orders: &[Order], now: &Packages) -> (Vec<Order>, Vec<Guard>) {
    let is_away = |order: &&Order| order.deed == Deed::Remove && harm::there(&order.name, now).is_empty();
    let (away, here): (Vec<&Order>, Vec<&Order>) = orders.iter().partition(is_away);
    let guards = away.into_iter().map(|order| Guard::Absent { name: order.name.clone() });
    (here.into_iter().map(|order| history::rebased(order, now)).collect(), guards.collect())
}
