//! Trying orders with a command that changes nothing, so that what the manifest says is kept.

use super::along::Along;
use super::batch::Promise;
use super::change::Deed;
use super::failure::PackageFailure;
use super::guard::Guard;
use super::harm;
use super::kept;
use super::manager::Manager;
use super::order::Order;
use system::ReadWorld;
use system::process::{Command, Finished};

/// What came of a trial, or how the command ended that had no answer.
pub(super) type Answer<T> = Result<Result<T, Finished>, PackageFailure>;

/// Who tries, and how: a rehearsal only looks, a run may have to wait for a lock.
pub(super) struct Trial<'a> {
    pub(super) manager: &'a dyn Manager,
    pub(super) world: &'a ReadWorld,
    pub(super) ask: &'a dyn Fn(&Command) -> Result<Finished, PackageFailure>,
    /// What stands between the orders of a batch, and is as the manifest wants it.
    pub(super) between: &'a [Promise],
}

impl Trial<'_> {
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

    /// What would come of orders behind guards. One that is left out because of them is no answer.
    pub(super) fn with(&self, orders: &[Order], guards: &[Guard]) -> Answer<Along> {
        let finished = (self.ask)(&self.manager.trial(orders, guards, self.world))?;
        let Some(tried) = self.manager.tried(&finished) else { return Ok(Err(finished)) };
        let packages = kept::packages(self.manager, self.world)?;
        let after = tried.after(&packages);
        let is_unmet = |order: &&Order| order.brings_a_version() && !order.is_met_by(&after, self.manager.scheme());
        let unmet: Vec<&Order> = orders.iter().filter(is_unmet).collect();
        if !unmet.is_empty() && !guards.is_empty() {
            return Ok(Err(finished));
        }
        let along = Along::of(orders, &tried, &packages, &self.world.observations);
        let replaced_by = unmet.iter().flat_map(|order| self.manager.replaced_by(&order.name, self.world)).collect();
        let overtakes = !harm::broken(self.between, orders, &packages, &after).is_empty();
        Ok(Ok(Along { replaced_by, overtakes, ..along }))
    }
}
