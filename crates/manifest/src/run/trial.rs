//! Children that are rehearsed because their step says so, in a run and in a rehearsal of it alike: what they would change
//! counts for nobody after their end.

use super::refresh::names;
use engine::{Reference, Resource};
use std::collections::HashSet;

/// The trials of a run.
#[derive(Default)]
pub(super) struct Trials {
    /// How many stand inside of each other now.
    depth: usize,
    /// What was met in those that have not ended.
    met: Vec<Reference>,
    /// What was met last in one that has ended.
    over: HashSet<Reference>,
}

impl Trials {
    /// A trial begins; what is returned is needed for its end.
    pub(super) fn begin(&mut self) -> usize {
        self.depth += 1;
        self.met.len()
    }

    /// The trial that began last ends.
    pub(super) fn end(&mut self, began: usize) {
        self.depth -= 1;
        self.over.extend(self.met.drain(began..));
    }

    /// A step ended; `is_trial` when it was one.
    pub(super) fn saw(&mut self, resource: &dyn Resource, is_trial: bool) {
        if is_trial {
            self.over.extend(names(resource));
        } else if self.depth > 0 || !self.over.is_empty() {
            for name in names(resource) {
                self.over.remove(&name);
                self.met.extend((self.depth > 0).then_some(name));
            }
        }
    }

    /// Whether what became of a name last is over with a trial.
    pub(super) fn is_over(&self, name: &Reference) -> bool {
        self.over.contains(name)
    }
}
