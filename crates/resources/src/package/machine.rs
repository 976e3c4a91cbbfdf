//! A machine with a package manager: what is known is kept, what is announced is done in one go.

use super::along::{self, Along};
use super::answer::as_shown;
use super::batch::{Batches, Claim, Promise};
use super::change::Deed;
use super::choose::managers;
use super::failure::PackageFailure;
use super::guard::Guard;
use super::harm;
use super::kept;
use super::manager::Manager;
use super::offer::{Lists, Offer};
use super::order::Order;
use super::packages::{Package, Packages};
use super::properties::Ensure;
use super::provider::{Reads, Verbs};
use super::state::State;
use super::trial::Trial;
use super::version::Scheme;
use super::{trials, waiting};
use std::path::PathBuf;
use std::sync::Arc;
use system::process::{Command, Finished};
use system::{ReadWorld, WriteWorld};

/// To look at.
struct Machine {
    manager: &'static dyn Manager,
    world: ReadWorld,
}

/// To change.
struct Hands {
    manager: &'static dyn Manager,
    world: WriteWorld,
}

pub(super) fn reads(manager: &'static dyn Manager, world: &ReadWorld) -> Box<dyn Reads> {
    Box::new(Machine { manager, world: world.clone() })
}

pub(super) fn verbs(manager: &'static dyn Manager, world: &WriteWorld) -> Box<dyn Verbs> {
    Box::new(Hands { manager, world: world.clone() })
}

impl Reads for Machine {
    fn name(&self) -> &'static str {
        self.manager.name()
    }

    fn is_preferred(&self) -> bool {
        managers(&self.world).preferred() == Some(self.scheme())
    }

    fn scheme(&self) -> Scheme {
        self.manager.scheme()
    }

    fn find(&self, name: &str) -> Result<Vec<Package>, PackageFailure> {
        Ok(kept::packages(self.manager, &self.world)?.find(name))
    }

    fn files(&self, names: &[String]) -> Result<Vec<PathBuf>, PackageFailure> {
        kept::files(names, self.manager, &self.world)
    }

    fn unfinished(&self) -> Result<Option<&'static str>, PackageFailure> {
        Ok(kept::packages(self.manager, &self.world)?.unfinished())
    }

    fn offer(&self, name: &str) -> Result<(Offer, Lists), PackageFailure> {
        kept::offer(name, self.manager, &self.world)
    }

    fn trial(&self, order: &Order) -> Result<Along, PackageFailure> {
        trials::trial(order, self.manager, &self.world)
    }

    fn before_batch(&self, name: &str) -> Option<State> {
        Batches::of(&self.world.observations).before(name, self.scheme())
    }

    fn after_batch(&self, name: &str) -> Option<Vec<Package>> {
        Some(Batches::of(&self.world.observations).after(name, self.scheme())?.find(name))
    }
}

impl Verbs for Hands {
    fn announce(&self, order: Order, state: &State) {
        let fits = |one: &Order, other: &Order| self.manager.go_together(one, other);
        Batches::of(&self.world.read.observations).announce(order, state, fits);
    }

    fn announce_kept(&self, name: &str, ensure: &Ensure) {
        let promise = (name.to_owned(), ensure.clone());
        Batches::of(&self.world.read.observations).announce_kept(promise, self.manager.scheme());
    }

    fn carry_out(&self, order: &Order) -> Result<Vec<String>, PackageFailure> {
        let batches = Batches::of(&self.world.read.observations);
        match batches.claim(order, self.manager.scheme()) {
            Claim::Done => return Ok(Vec::new()),
            Claim::Locked { holder, waited } => return Err(PackageFailure::Locked { holder, waited }),
            Claim::First { orders, between } => {
                if let Some(gone) = self.together(order, &orders, &between, &batches)? {
                    return Ok(gone);
                }
            }
            Claim::Overtaken if self.is_met(order)? => return Ok(Vec::new()),
            Claim::Overtaken | Claim::Alone => {}
        }
        self.alone(order)
    }
}

impl Hands {
    fn is_met(&self, order: &Order) -> Result<bool, PackageFailure> {
        Ok(order.is_met_by(&*kept::packages(self.manager, &self.world.read)?, self.manager.scheme()))
    }

    /// What went along when all were done in one go; nothing when they were not.
    fn together(
        &self,
        first: &Order,
        orders: &[Order],
        between: &[Promise],
        batches: &Batches,
    ) -> Result<Option<Vec<String>>, PackageFailure> {
        let scheme = self.manager.scheme();
        let before = kept::packages(self.manager, &self.world.read)?;
        let (along, guards) = self.tried(orders, between)?;
        if !along.goes_in_one(&guards) {
            batches.set_aside(&first.name, scheme);
            return Ok(None);
        }
        let tried = self.run(orders, &guards).and_then(|_| self.manager.packages(&self.world.read));
        // Whatever the command said: what counts is what is there.
        let packages = tried.inspect_err(|error| match error {
            PackageFailure::Locked { holder, waited } => batches.lock_out(&first.name, scheme, holder, *waited),
            _ => batches.failed(&first.name, scheme, None),
        })?;
        let is_done = orders.iter().all(|order| order.is_met_by(&packages, scheme));
        let packages = Arc::new(packages);
        if !is_done {
            batches.failed(&first.name, scheme, Some(packages));
            return Ok(None);
        }
        batches.done(&first.name, scheme, Arc::clone(&packages));
        self.gone(first, orders, &before, &packages).map(Some)
    }

    /// A command that failed for another package than ours has done its work all the same, and one that ended well may
    /// have done nothing: then what it said is all that explains it.
    fn alone(&self, order: &Order) -> Result<Vec<String>, PackageFailure> {
        let orders = std::slice::from_ref(order);
        let before = kept::packages(self.manager, &self.world.read)?;
        let (along, guards) = self.tried(orders, &[])?;
        if let Some(reason) = along.objection() {
            return Err(PackageFailure::Refused { verb: order.verb(), name: order.name.clone(), reason });
        }
        let finished = self.run(orders, &guards)?;
        let after = self.manager.packages(&self.world.read)?;
        if order.is_met_by(&after, self.manager.scheme()) {
            return self.gone(order, orders, &before, &after);
        }
        Err(self.failure(order, &finished))
    }

    /// What would come of orders, and what keeps the manifest as it is while they are carried out.
    fn tried(&self, orders: &[Order], between: &[Promise]) -> Result<(Along, Vec<Guard>), PackageFailure> {
        let ask = |trial: &Command| waiting::run(trial, self.manager, &self.world);
        let trial = Trial { manager: self.manager, world: &self.world.read, ask: &ask, between, history: None };
        if !trial.is_called_for(orders)? {
            return Ok((Along::default(), Vec::new()));
        }
        // Without an answer, the command itself says what is wrong.
        Ok(trial.of(orders)?.unwrap_or_default())
    }

    /// What went with orders that were carried out. A command may have done what its trial did not say.
    fn gone(
        &self,
        first: &Order,
        orders: &[Order],
        before: &Packages,
        after: &Packages,
    ) -> Result<Vec<String>, PackageFailure> {
        match harm::of(orders, before, after, &self.world.read.observations) {
            harms if harms.is_empty() => Ok(along::gone(orders, before, after)),
            harms => Err(PackageFailure::Harmful { verb: first.verb(), name: first.name.clone(), harms }),
        }
    }

    fn run(&self, orders: &[Order], guards: &[Guard]) -> Result<Finished, PackageFailure> {
        Batches::of(&self.world.read.observations).overtake();
        let finished = self.sparing(self.manager.command(orders, guards, &self.world.read));
        // Packages bring accounts and directories.
        self.world.read.users.forget();
        self.world.read.files.forget();
        finished
    }

    /// What is in the way of a package is removed, as in the original, unless the manifest wants it to be there.
    fn sparing(&self, command: Command) -> Result<Finished, PackageFailure> {
        let finished = waiting::run(&command, self.manager, &self.world)?;
        let spared = self.manager.spared(&finished);
        let is_wanted = |name: &String| kept::is_wanted(name, &self.world.read.observations);
        if spared.is_empty() || spared.iter().any(is_wanted) {
            return Ok(finished);
        }
        waiting::run(&self.manager.freed(command), self.manager, &self.world)
    }

    fn failure(&self, order: &Order, finished: &Finished) -> PackageFailure {
        let command = self.manager.command(std::slice::from_ref(order), &[], &self.world.read);
        let program = command.words[0].clone();
        PackageFailure::Transaction {
            verb: order.verb(),
            name: order.name.clone(),
            program,
            code: finished.code,
            reason: self.reason(order, finished),
            output: as_shown(&finished.stdout.text()) + &as_shown(&finished.stderr.text()),
        }
    }

    /// A command that ended well says nothing about why it did something else.
    fn reason(&self, order: &Order, finished: &Finished) -> String {
        let said = self.manager.reason(finished);
        if !finished.is_success() || order.deed == Deed::Remove {
            return said;
        }
        match self.manager.replaced_by(&order.name, &self.world.read).as_slice() {
            [] => format!("{said}; afterwards it is not there as it should be"),
            names => format!("afterwards it is not there: {}", along::obsolete(names)),
        }
    }
}
