//! Loops over lists and the keys of maps, and names for values. The costs are those of the expressions that cel-go makes
//! of them.

use value::{List, Value};

use super::machine::{Machine, Outcome, Slot};
use crate::cel::failure::{EvalCause, Failure};
use crate::cel::plan::{Loop, LoopKind, OpId};
use crate::cel::values::{MapRef, type_name};

/// A list that is made.
const LIST_COST: u64 = 10;

/// Looking up the result so far, making a list of one item, adding both.
const APPEND_COST: u64 = 12;

impl Machine<'_> {
    pub(super) fn each(&mut self, each: &Loop, id: OpId) -> Outcome {
        let range = self.eval(each.range)?;
        let items = match range {
            Value::List(list) => list,
            Value::Unknown(_) => return Ok(range),
            _ => {
                let keys = MapRef::of(&range).map(MapRef::keys);
                let wrong = || EvalCause::NotIterable { of: type_name(&range).to_string() }.into();
                List::from(keys.ok_or_else(|| self.label(wrong(), id))?)
            }
        };
        let outcome = match &each.kind {
            LoopKind::All(predicate) => self.quantify(&items, each.slot, *predicate, false),
            LoopKind::Exists(predicate) => self.quantify(&items, each.slot, *predicate, true),
            LoopKind::ExistsOne(predicate) => self.count(&items, each.slot, *predicate),
            LoopKind::Filter(predicate) => self.collect(&items, each.slot, Some(*predicate), None),
            LoopKind::Map { filter, transform } => self.collect(&items, each.slot, *filter, Some(*transform)),
        };
        self.slots[each.slot as usize] = Slot::Empty;
        outcome
    }

    /// `all` and `exists`: an item for which the predicate is `decisive` decides, whatever failed before.
    fn quantify(&mut self, items: &List, slot: u32, predicate: OpId, decisive: bool) -> Outcome {
        let condition = if decisive { 3 } else { 2 };
        let mut so_far: Outcome = Ok(Value::Bool(!decisive));
        for item in items {
            self.charge(condition)?;
            if matches!(so_far, Ok(Value::Bool(value)) if value == decisive) {
                break;
            }
            self.slots[slot as usize] = Slot::Known(item.clone());
            self.charge(1)?;
            so_far = match (self.eval(predicate), so_far) {
                (Ok(Value::Bool(value)), _) if value == decisive => Ok(Value::Bool(decisive)),
                (Ok(Value::Bool(_)), so_far) => so_far,
                (Err(failure), _) if failure.is_final() => return Err(failure),
                (Ok(Value::Unknown(_)), Ok(so_far @ Value::Unknown(_))) => Ok(so_far),
                (Ok(unknown @ Value::Unknown(_)), _) => Ok(unknown),
                (_, Ok(so_far @ Value::Unknown(_))) => Ok(so_far),
                (_, Err(failure)) | (Err(failure), _) => Err(failure),
                (Ok(given), Ok(_)) => Err(self.not_bool(&given, predicate)),
            };
        }
        self.charge(1)?;
        so_far
    }

    /// Whether the predicate of an item holds.
    fn holds(&mut self, predicate: OpId) -> Result<Held, Failure> {
        match self.eval(predicate) {
            Ok(Value::Bool(true)) => Ok(Held::Yes),
            Ok(Value::Bool(false)) => Ok(Held::No),
            Ok(unknown @ Value::Unknown(_)) => Ok(Held::Otherwise(Ok(unknown))),
            Ok(given) => Ok(Held::Otherwise(Err(self.not_bool(&given, predicate)))),
            Err(failure) if failure.is_final() => Err(failure),
            Err(failure) => Ok(Held::Otherwise(Err(failure))),
        }
    }

    /// `exists_one`: whether the predicate holds for exactly one item.
    fn count(&mut self, items: &List, slot: u32, predicate: OpId) -> Outcome {
        let mut otherwise: Option<Outcome> = None;
        let mut count = 0_usize;
        for item in items {
            self.slots[slot as usize] = Slot::Known(item.clone());
            match self.holds(predicate)? {
                Held::Yes => {
                    self.charge(2)?;
                    count += 1;
                }
                Held::No => {}
                Held::Otherwise(outcome) => otherwise = Some(outcome),
            }
        }
        self.charge(2)?;
        otherwise.unwrap_or(Ok(Value::Bool(count == 1)))
    }

    /// `map` and `filter`: a list of what is made of the items, or of the items, for which the filter holds. What fails in
    /// a filter takes the place of what failed before; what fails in a transformation does not.
    fn collect(&mut self, items: &List, slot: u32, filter: Option<OpId>, transform: Option<OpId>) -> Outcome {
        let mut otherwise: Option<Outcome> = None;
        // The list is made when it is first needed: not at all when the first filter fails.
        let mut is_made = false;
        let mut list = Vec::with_capacity(if filter.is_none() { items.len().min(1 << 16) } else { 0 });
        for item in items {
            self.slots[slot as usize] = Slot::Known(item.clone());
            if let Some(filter) = filter {
                let held = self.holds(filter)?;
                if let Held::Otherwise(outcome) = held {
                    otherwise = Some(outcome);
                    is_made = true;
                    continue;
                }
                self.make_list(&mut is_made)?;
                if matches!(held, Held::No) {
                    continue;
                }
            }
            self.make_list(&mut is_made)?;
            self.budget.allocate_items(1)?;
            self.charge(APPEND_COST)?;
            match self.transformed(transform, item) {
                Ok(unknown @ Value::Unknown(_)) => drop(otherwise.get_or_insert(Ok(unknown))),
                Ok(value) => list.push(value),
                Err(failure) if failure.is_final() => return Err(failure),
                Err(failure) => drop(otherwise.get_or_insert(Err(failure))),
            }
        }
        self.make_list(&mut is_made)?;
        self.charge(1)?;
        otherwise.unwrap_or(Ok(list.into()))
    }

    fn make_list(&mut self, is_made: &mut bool) -> Result<(), Failure> {
        if std::mem::replace(is_made, true) { Ok(()) } else { self.charge(LIST_COST) }
    }

    fn transformed(&mut self, transform: Option<OpId>, item: &Value) -> Outcome {
        let Some(transform) = transform else {
            self.charge(1)?;
            return Ok(item.clone());
        };
        self.eval(transform)
    }

    /// Gives a name to a value, which is computed when it is first needed.
    pub(super) fn bind(&mut self, slot: u32, value: OpId, body: OpId) -> Outcome {
        self.charge(LIST_COST)?;
        self.slots[slot as usize] = Slot::Pending(value);
        let outcome = self.eval(body);
        self.slots[slot as usize] = Slot::Empty;
        outcome
    }
}

/// What came of a predicate.
enum Held {
    Yes,
    No,
    /// It failed, or it is not known.
    Otherwise(Outcome),
}
