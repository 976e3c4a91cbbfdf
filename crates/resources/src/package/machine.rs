//! A machine with a package manager: what is known is kept, what is announced is done in one go.

use super::batch::{Batches, Claim};
use super::choose::managers;
use super::failure::PackageFailure;
use super::kept;
use super::manager::Manager;
use super::offer::{Lists, Offer};
use super::order::Order;
use super::packages::Package;
use super::provider::{Reads, Verbs};
use super::state::State;
use super::version::Scheme;
use super::waiting;
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

    fn unfinished(&self) -> Result<Option<&'static str>, PackageFailure> {
        Ok(kept::packages(self.manager, &self.world)?.unfinished())
    }

    fn offer(&self, name: &str) -> Result<(Offer, Lists), PackageFailure> {
        kept::offer(name, self.manager, &self.world)
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

    fn carry_out(&self, order: &Order) -> Result<(), PackageFailure> {
        let batches = Batches::of(&self.world.read.observations);
        match batches.claim(order, self.manager.scheme()) {
            Claim::Done => return Ok(()),
            Claim::Locked { holder, waited } => return Err(PackageFailure::Locked { holder, waited }),
            Claim::First(orders) => {
                if self.together(order, &orders, &batches)? {
                    return Ok(());
                }
            }
            Claim::Alone => {}
        }
        self.alone(order)
    }
}

impl Hands {
    /// Whether all were done in one go.
    fn together(&self, first: &Order, orders: &[Order], batches: &Batches) -> Result<bool, PackageFailure> {
        let scheme = self.manager.scheme();
        let tried = self.run(orders).and_then(|_| self.manager.packages(&self.world.read));
        // Whatever the command said: what counts is what is there.
        let packages = tried.inspect_err(|error| match error {
            PackageFailure::Locked { holder, waited } => batches.lock_out(&first.name, scheme, holder, *waited),
            _ => batches.settle(&first.name, scheme, None),
        })?;
        let is_done = orders.iter().all(|order| order.is_met_by(&packages, scheme));
        batches.settle(&first.name, scheme, is_done.then(|| Arc::new(packages)));
        Ok(is_done)
    }

    /// A command that failed for another package than ours has done its work all the same, and one that ended well may
    /// have done nothing: then what it said is all that explains it.
    fn alone(&self, order: &Order) -> Result<(), PackageFailure> {
        let finished = self.run(std::slice::from_ref(order))?;
        if order.is_met_by(&self.manager.packages(&self.world.read)?, self.manager.scheme()) {
            return Ok(());
        }
        Err(self.failure(order, &finished))
    }

    fn run(&self, orders: &[Order]) -> Result<Finished, PackageFailure> {
        let finished = self.sparing(self.manager.command(orders, &self.world.read));
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
        let program = self.manager.command(std::slice::from_ref(order), &self.world.read).words.swap_remove(0);
        PackageFailure::Transaction {
            verb: order.verb(),
            name: order.name.clone(),
            program,
            code: finished.code,
            reason: self.manager.reason(finished),
            output: finished.stdout.text() + &finished.stderr.text(),
        }
    }
}
