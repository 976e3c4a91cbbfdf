//! Actions of one phase that meet at a file: which of them comes first is open.

use super::lost::Lost;
use super::plan::{Plan, PlannedAction};
use providers::{End, NOTHING, Preview};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Bound;
use std::path::{Path, PathBuf};
use system::files::{Change, Notes};
use value::Unknown;

/// What the actions of a phase would do, each by itself and each in the order of the plan.
#[derive(Default)]
pub(super) struct Races {
    turns: Vec<Turn>,
    /// The turn of each action, by its number.
    turn_of: HashMap<usize, usize>,
    /// What each would do if it were alone; if it came last, when it fails alone. One that may wait is not looked at alone.
    alone: HashMap<usize, Preview>,
    /// Those that fail alone and in the order of the plan.
    failing: BTreeSet<usize>,
    /// Turns that may change something that is not in their notes.
    hiding: BTreeSet<usize>,
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
    /// What those of several leave of which the end is open.
    lost: Lost,
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
        let (is_free, is_failing, lost) = Default::default();
        self.turns.push(Turn { name, notes, other, is_free, is_failing, has_several, lost });
    }

    /// An action belongs to the last turn.
    pub(super) fn join(&mut self, number: usize) {
        self.turn_of.insert(number, self.turns.len() - 1);
    }

    /// What an action of the last turn would do if that were alone.
    pub(super) fn add_alone(&mut self, number: usize, seen: Preview) {
        if let Some(turn) = self.turns.last_mut() {
            turn.notes.add(&seen.notes);
        }
        self.alone.insert(number, seen);
    }

    /// What an action would do in the order of the plan.
    pub(super) fn add(&mut self, number: usize, seen: &Preview) {
        let Some(turn) = self.turn_of.get(&number) else { return };
        self.turns[*turn].notes.add(&seen.notes);
        match self.alone.get(&number) {
            Some(alone) => self.failing.extend((alone.fails() && seen.fails()).then_some(number)),
            None => self.hiding.extend(seen.unforeseen.then_some(*turn)),
        }
    }

    /// Whether it is open what an action does.
    pub(super) fn meets(&self, number: usize) -> bool {
        self.turn_of.get(&number).is_some_and(|turn| self.turns[*turn].other.is_some())
    }

    /// Those that fail alone and in the order of the plan, but not always: another changes what they look at.
    pub(super) fn in_doubt(&self) -> Vec<usize> {
        self.failing.iter().filter(|number| self.meets(**number)).copied().collect()
    }

    /// What such an action would do if it came last.
    pub(super) fn add_last(&mut self, number: usize, seen: Preview) {
        self.add(number, &seen);
        let Some(turn) = self.turn_of.get(&number).map(|turn| &mut self.turns[*turn]) else { return };
        if !seen.fails() {
            self.alone.insert(number, seen);
        } else if !turn.has_several {
            turn.is_failing = true;
            turn.other = None;
        }
    }

    /// Finds out who meets whom.
    pub(super) fn meet(&mut self) {
        for turn in 0..self.turns.len() {
            for (place, change) in self.turns[turn].notes.changed.clone() {
                self.change(turn, place, change);
            }
            if self.hiding.contains(&turn) {
                self.free(turn);
            }
        }
        self.find_others();
    }

    /// The same, with what those in doubt may do. What is decided here does not depend on the order of the turns: the more
    /// are free, the more are in doubt.
    pub(super) fn settle(&mut self) {
        self.meet();
        let mut has_news = true;
        while has_news {
            has_news = false;
            for turn in 0..self.turns.len() {
                has_news |= self.revoke(turn) | self.set_free(turn);
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

    /// A failure is one no longer when somebody may keep the turn from it whom nobody has seen doing so. Says whether that
    /// is new.
    fn revoke(&mut self, turn: usize) -> bool {
        let is_new = self.turns[turn].is_failing && self.may_end_well(turn);
        if is_new {
            self.turns[turn].is_failing = false;
            let other = self.others(turn).next();
            self.turns[turn].other = other;
        }
        is_new
    }

    /// Whether a turn that was seen before and after the one that it meets may find something else: it may come between
    /// two, or that one may do something else than it was seen doing.
    fn may_end_well(&self, turn: usize) -> bool {
        let mut others = self.others(turn);
        let Some(first) = others.next() else { return false };
        // Whoever changes several places, as a file and its directory, may have done a part of it.
        self.turns[first].notes.changed.len() > 1
            || self.turns[first].has_several
            || self.hiding.contains(&first)
            || others.any(|other| other != first)
            || self.others(first).any(|other| other != turn)
    }

    /// What a turn does is open when it meets another. Says whether that is new.
    fn set_free(&mut self, turn: usize) -> bool {
        let is_new = self.turns[turn].other.is_some() && !self.turns[turn].is_free;
        if is_new {
            self.free(turn);
        }
        is_new
    }

    /// A turn may change whatever it asks for.
    fn free(&mut self, turn: usize) {
        self.turns[turn].is_free = true;
        for place in ends(&self.turns[turn].notes.asked) {
            self.change(turn, place, Change::Other);
        }
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
        self.others_at(turn, &self.turns[turn].notes)
    }

    /// The same of a part of its notes.
    fn others_at<'n>(&'n self, turn: usize, notes: &'n Notes) -> impl Iterator<Item = usize> + 'n {
        let looked = notes.looked.iter().chain(notes.changed.keys());
        let looked = looked.flat_map(move |place| self.at(turn, place));
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

    /// What is seen in the order of the plan, and what else could be; each as it is to be shown. With it, the name of who
    /// keeps it open.
    pub(super) fn judge(
        &mut self,
        number: usize,
        planned: &PlannedAction,
        seen: Preview,
        shown: &dyn Fn(Preview) -> Preview,
    ) -> (Preview, Option<String>) {
        let seen = shown(seen);
        let Some(turn) = self.turn_of.get(&number).copied() else { return (seen, None) };
        let alone = self.alone.remove(&number).map(shown);
        let views: Vec<&Preview> = alone.iter().chain([&seen]).collect();
        let Some(other) = self.other_of(turn, &views) else {
            return (self.makes(turn, alone.as_ref(), &seen).unwrap_or(seen), None);
        };
        let other = self.turns[other].name.clone();
        self.loser.get_or_insert_with(|| (planned.name.clone(), planned.original.clone()));
        self.leave_open(turn, &planned.name, &other, &views);
        (open_which(&other, alone.as_ref(), &seen), Some(other))
    }

    /// Who keeps it open what an action of a turn does, of which there are these views. Of several it is only those that
    /// meet somebody themselves, and those that look at what these leave.
    fn other_of(&self, turn: usize, views: &[&Preview]) -> Option<usize> {
        let of_turn = self.turns[turn].other?;
        if !self.turns[turn].has_several {
            return Some(of_turn);
        }
        let own = views.iter().find_map(|view| self.others_at(turn, &view.notes).next());
        let lost = &self.turns[turn].lost;
        own.or_else(|| views.iter().any(|view| lost.is_met_by(&view.notes)).then_some(of_turn))
    }

    /// What is left where an action would be that somebody keeps open.
    fn leave_open(&mut self, turn: usize, name: &str, other: &str, views: &[&Preview]) {
        let may_fail = views.iter().any(|view| view.fails());
        for view in views {
            for (path, change) in &view.notes.changed {
                // A directory that others make too is made by whoever comes first.
                let by_others =
                    || self.changes.get(path).is_some_and(|changes| changes.made.other_than(turn).is_some());
                if *change != Change::Made || may_fail && !by_others() {
                    let reason = || Unknown::new(format!("depends on whether [{name}] or [{other}] comes first"));
                    self.open.entry(path.clone()).or_insert_with(reason);
                    self.turns[turn].lost.add(path);
                }
            }
            for path in ends(&view.notes.asked) {
                self.turns[turn].lost.add(&path);
            }
        }
    }

    /// What an action may do that nobody keeps from it, when that is open: when it makes a directory, and no more, another may have made it.
    fn makes(&self, turn: usize, alone: Option<&Preview>, seen: &Preview) -> Option<Preview> {
        let alone = alone?;
        let made_by = |place: &PathBuf| self.changes.get(place)?.made.other_than(turn);
        let others: Option<Vec<usize>> = alone.notes.changed.keys().map(made_by).collect();
        let other = *others?.last()?;
        let nothing = Preview::told(NOTHING.to_owned());
        let otherwise = if seen.status == NOTHING { alone } else { &nothing };
        Some(open_which(&self.turns[other].name, Some(otherwise), seen))
    }
}

/// Those of some paths that are not on the way to another.
pub(super) fn ends(paths: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
    let next = paths.iter().skip(1).map(Some).chain([None]);
    let is_end = |(path, next): &(&PathBuf, Option<&PathBuf>)| !next.is_some_and(|next| next.starts_with(path));
    paths.iter().zip(next).filter(is_end).map(|(path, _)| path.clone()).collect()
}

/// It would be one or the other.
fn open_which(other: &str, otherwise: Option<&Preview>, seen: &Preview) -> Preview {
    let mut status = format!("unknown: [{other}] runs at the same time and may come first; {}", seen.status);
    if let Some(otherwise) = otherwise.filter(|otherwise| otherwise.status != seen.status) {
        status.extend([", or ", &otherwise.status]);
    }
    // Steps of a manifest are told as they are seen.
    let diff = if seen.is_plan { seen.diff.clone() } else { String::new() };
    Preview { status, diff, end: End::Open, ..seen.clone() }
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
