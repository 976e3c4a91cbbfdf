//! Actions of one phase that meet at a file: which of them comes first is open.

use super::plan::{Plan, PlannedAction};
use providers::Preview;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use value::Unknown;

/// What a phase would come to in the opposite order.
#[derive(Default)]
pub(super) struct Races {
    /// By the number of the action.
    otherwise: HashMap<usize, Preview>,
    /// Which actions would make something another, in one order or the other.
    met: HashMap<PathBuf, Vec<String>>,
    /// What is left in these places depends on the order.
    pub(super) open: BTreeMap<PathBuf, Unknown>,
    /// An action that fails in one order only, and what it is called as it is written.
    pub(super) loser: Option<(String, String)>,
}

impl Races {
    /// What an action would do in the opposite order.
    pub(super) fn add(&mut self, number: usize, planned: &PlannedAction, seen: Preview) {
        self.meet(planned, &seen);
        self.otherwise.insert(number, seen);
    }

    fn meet(&mut self, planned: &PlannedAction, seen: &Preview) {
        for path in &seen.paths {
            self.met.entry(path.clone()).or_default().push(planned.name.clone());
        }
    }

    /// What is seen in the order of the plan, and what else could be.
    pub(super) fn judge(&mut self, number: usize, planned: &PlannedAction, seen: Preview) -> Preview {
        let Some(otherwise) = self.otherwise.remove(&number) else { return seen };
        self.meet(planned, &seen);
        if (otherwise.fails, &otherwise.diff, &otherwise.paths) == (seen.fails, &seen.diff, &seen.paths) {
            return seen;
        }
        if otherwise.fails != seen.fails {
            self.loser.get_or_insert_with(|| (planned.name.clone(), planned.original.clone()));
        }
        let other = self.other(planned, [&seen, &otherwise]);
        for path in seen.paths.union(&otherwise.paths) {
            let reason = || Unknown::new(format!("depends on whether [{}] or {other} comes first", planned.name));
            self.open.entry(path.clone()).or_insert_with(reason);
        }
        let mut status = format!("unknown: {other} runs at the same time and may come first; {}", seen.status);
        if otherwise.status != seen.status {
            status.extend([", or ", &otherwise.status]);
        }
        Preview { status, diff: String::new(), fails: false, ..seen }
    }

    /// Who meets an action at something.
    fn other(&self, planned: &PlannedAction, seen: [&Preview; 2]) -> String {
        let met = seen.into_iter().flat_map(|seen| &seen.paths).filter_map(|path| self.met.get(path));
        let other = met.flatten().find(|name| **name != planned.name);
        other.map_or_else(|| "another action of the phase".to_owned(), |name| format!("[{name}]"))
    }
}

/// The actions of a phase, those together that come one after the other: elements of a loop that takes one at a time.
pub(super) fn turns(plan: &Plan, numbers: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
    let mut turns: Vec<Vec<usize>> = Vec::new();
    for number in numbers {
        let planned = &plan.actions[number];
        let is_next = |turn: &&mut Vec<usize>| plan.actions[turn[0]].original == planned.original;
        match turns.last_mut().filter(|turn| takes_turns(planned) && is_next(turn)) {
            Some(turn) => turn.push(number),
            None => turns.push(vec![number]),
        }
    }
    turns
}

/// Whether this is an element of a loop that takes one at a time.
pub(super) fn takes_turns(planned: &PlannedAction) -> bool {
    let limit = planned.action.for_each.as_ref().and_then(|each| each.concurrency.as_ref());
    limit.is_some_and(|limit| limit.value == 1)
}
