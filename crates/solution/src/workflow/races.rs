//! Actions of one phase that meet at a file: which of them comes first is open.

use super::plan::{Plan, PlannedAction};
use providers::{NOTHING, Preview};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Bound;
use std::path::{Path, PathBuf};
use system::files::{Change, Notes};
use value::Unknown;

/// What the actions of a phase would do, each by itself and each in the order of the plan.
#[derive(Default)]
pub(super) struct Races {
    turns: Vec<Turn>,
    /// By the number of the action: its turn, and what it would do if it were alone; if it came last, when it fails alone.
    alone: HashMap<usize, (usize, Preview)>,
    /// Those that fail alone and in the order of the plan.
    failing: BTreeSet<usize>,
    /// Who would change what.
    changes: BTreeMap<PathBuf, Changes>,
    /// In which directories somebody would change something.
    within: HashMap<PathBuf, Few>,
    /// What is left in these places depends on the order.
    pub(super) open: BTreeMap<PathBuf, Unknown>,
    /// The first action of which the end is open, and what it is called as it is written.
    pub(super) loser: Option<(String, String)>,
}

/// Actions that come one after the other.
struct Turn {
    /// The first of them.
    name: String,
    notes: Notes,
    other: Option<usize>,
    /// Whether what it asks for counts as changed.
    is_free: bool,
    /// Whether it fails alone, in the order of the plan, and after all others.
    is_failing: bool,
    has_several: bool,
}

/// Who would change one place.
#[derive(Default)]
struct Changes {
    /// A directory that is made is the same one, whoever makes it.
    made: Few,
    firm: Few,
}

/// The first three of some turns: whoever is one of them finds two others.
#[derive(Default, Clone, Copy)]
struct Few([Option<usize>; 3]);

impl Few {
    fn add(&mut self, turn: usize) {
        if !self.0.contains(&Some(turn))
            && let Some(free) = self.0.iter_mut().find(|one| one.is_none())
        {
            *free = Some(turn);
        }
    }

    fn others_than(self, turn: usize) -> impl Iterator<Item = usize> {
        self.0.into_iter().flatten().filter(move |other| *other != turn)
    }

    fn other_than(self, turn: usize) -> Option<usize> {
        self.others_than(turn).next()
    }
}

impl Races {
    /// A turn begins.
    pub(super) fn begin(&mut self, first: &PlannedAction, has_several: bool) {
        let (name, notes, other) = (first.name.clone(), Notes::default(), None);
        self.turns.push(Turn { name, notes, other, is_free: false, is_failing: false, has_several });
    }

    /// What an action of the last turn would do if that were alone.
    pub(super) fn add_alone(&mut self, number: usize, seen: Preview) {
        let turn = self.turns.len() - 1;
        self.turns[turn].notes.add(&seen.notes);
        self.alone.insert(number, (turn, seen));
    }

    /// What an action would do in the order of the plan.
    pub(super) fn add(&mut self, number: usize, seen: &Preview) {
        if let Some((turn, alone)) = self.alone.get(&number) {
            self.turns[*turn].notes.add(&seen.notes);
            self.failing.extend((alone.fails && seen.fails).then_some(number));
        }
    }

    /// Those that fail alone and in the order of the plan, but not always: another changes what they look at.
    pub(super) fn in_doubt(&self) -> Vec<usize> {
        let is_open = |number: &&usize| self.turns[self.alone[number].0].other.is_some();
        self.failing.iter().filter(is_open).copied().collect()
    }

    /// What such an action would do if it came last.
    pub(super) fn add_last(&mut self, number: usize, seen: Preview) {
        self.add(number, &seen);
        let Some((turn, alone)) = self.alone.get_mut(&number) else { return };
        if !seen.fails {
            *alone = seen;
            return;
        }
        let turn = *turn;
        if !self.turns[turn].has_several && !self.is_between(turn) {
            self.turns[turn].is_failing = true;
            self.turns[turn].other = None;
        }
    }

    /// Whether a turn may come between two others that it meets, and find what neither leaves in the end.
    fn is_between(&self, turn: usize) -> bool {
        let mut others = self.others(turn);
        let Some(first) = others.next() else { return false };
        self.turns[first].has_several || others.any(|other| other != first)
    }

    /// Finds out who meets whom.
    pub(super) fn meet(&mut self) {
        for turn in 0..self.turns.len() {
            for (place, change) in self.turns[turn].notes.changed.clone() {
                self.change(turn, place, change);
            }
        }
        self.find_others();
    }

    /// The same, with what those in doubt may do.
    pub(super) fn settle(&mut self) {
        self.meet();
        let mut has_news = true;
        while has_news {
            has_news = false;
            for turn in 0..self.turns.len() {
                has_news |= self.set_free(turn);
            }
            self.find_others();
        }
    }

    fn find_others(&mut self) {
        for turn in 0..self.turns.len() {
            if !self.turns[turn].is_failing {
                self.turns[turn].other = self.turns[turn].other.or_else(|| self.others(turn).next());
            }
        }
    }

    /// What a turn does is open when it meets another, so it may change whatever it asks for. Says whether that is new.
    fn set_free(&mut self, turn: usize) -> bool {
        let is_new = self.turns[turn].other.is_some() && !self.turns[turn].is_free;
        if is_new {
            self.turns[turn].is_free = true;
            for place in ends(&self.turns[turn].notes.asked) {
                self.change(turn, place, Change::Other);
            }
        }
        is_new
    }

    fn change(&mut self, turn: usize, place: PathBuf, change: Change) {
        let above = place.parent().unwrap_or(&place).to_owned();
        self.within.entry(above).or_default().add(turn);
        let changes = self.changes.entry(place).or_default();
        let turns = if change == Change::Made { &mut changes.made } else { &mut changes.firm };
        turns.add(turn);
    }

    /// Those who change what a turn looks at, so that it matters who comes first; one may be named often, not all are.
    fn others(&self, turn: usize) -> impl Iterator<Item = usize> {
        let notes = &self.turns[turn].notes;
        let looked = notes.looked.iter().chain(notes.changed.keys()).flat_map(move |place| self.at(turn, place));
        let listed = notes.listed.iter().filter_map(|place| self.within.get(place));
        let instead = notes.changed.iter().filter(|(_, change)| **change == Change::Instead);
        let below = instead.flat_map(move |(place, _)| self.below(turn, place));
        looked.chain(listed.flat_map(move |few| few.others_than(turn))).chain(below)
    }

    fn at(&self, turn: usize, place: &Path) -> impl Iterator<Item = usize> {
        let notes = &self.turns[turn].notes;
        let makes_it = notes.changed.get(place) == Some(&Change::Made) && !notes.asked.contains(place);
        let changes = self.changes.get(place);
        changes.into_iter().flat_map(move |changes| {
            let made = changes.made.others_than(turn).filter(move |_| !makes_it);
            changes.firm.others_than(turn).chain(made)
        })
    }

    /// Those who change something in what a turn takes away.
    fn below(&self, turn: usize, place: &Path) -> impl Iterator<Item = usize> {
        let after = self.changes.range::<Path, _>((Bound::Excluded(place), Bound::Unbounded));
        let below = after.take_while(move |(path, _)| path.starts_with(place));
        below.flat_map(move |(_, changes)| changes.firm.others_than(turn).chain(changes.made.others_than(turn)))
    }

    /// What is seen in the order of the plan, and what else could be; each as it is to be shown.
    pub(super) fn judge(
        &mut self,
        number: usize,
        planned: &PlannedAction,
        seen: Preview,
        shown: &dyn Fn(Preview) -> Preview,
    ) -> Preview {
        let seen = shown(seen);
        let Some((turn, alone)) = self.alone.remove(&number) else { return seen };
        let alone = shown(alone);
        let Some(other) = self.turns[turn].other else { return self.makes(turn, alone, seen) };
        let other = format!("[{}]", self.turns[other].name);
        self.loser.get_or_insert_with(|| (planned.name.clone(), planned.original.clone()));
        let may_fail = alone.fails || seen.fails;
        for (path, change) in alone.notes.changed.iter().chain(&seen.notes.changed) {
            // A directory that others make too is made by whoever comes first.
            let by_others = || self.changes.get(path).is_some_and(|changes| changes.made.other_than(turn).is_some());
            if *change != Change::Made || may_fail && !by_others() {
                let reason = || Unknown::new(format!("depends on whether [{}] or {other} comes first", planned.name));
                self.open.entry(path.clone()).or_insert_with(reason);
            }
        }
        open_which(&other, &alone, seen)
    }

    /// What an action would do that nobody keeps from it: when it makes a directory, and no more, another may have made it.
    fn makes(&self, turn: usize, alone: Preview, seen: Preview) -> Preview {
        let made_by = |place: &PathBuf| self.changes.get(place)?.made.other_than(turn);
        let others: Option<Vec<usize>> = alone.notes.changed.keys().map(made_by).collect();
        let Some(other) = others.and_then(|others| others.last().copied()) else { return seen };
        let otherwise = if seen.status == NOTHING { alone } else { Preview::told(NOTHING.to_owned()) };
        open_which(&format!("[{}]", self.turns[other].name), &otherwise, seen)
    }
}

/// Those of some paths that are not on the way to another.
pub(super) fn ends(paths: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
    let next = paths.iter().skip(1).map(Some).chain([None]);
    let is_end = |(path, next): &(&PathBuf, Option<&PathBuf>)| !next.is_some_and(|next| next.starts_with(path));
    paths.iter().zip(next).filter(is_end).map(|(path, _)| path.clone()).collect()
}

/// It would be one or the other.
fn open_which(other: &str, otherwise: &Preview, seen: Preview) -> Preview {
    let mut status = format!("unknown: {other} runs at the same time and may come first; {}", seen.status);
    if otherwise.status != seen.status {
        status.extend([", or ", &otherwise.status]);
    }
    Preview { status, diff: String::new(), fails: false, ..seen }
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
