//! Variables with fields and indexes.

use std::borrow::Cow;

use diagnostics::suggest;
use value::Value;

use super::budget::Budget;
use super::machine::{Machine, Outcome, Slot};
use crate::cel::failure::{EvalCause, Failure};
use crate::cel::plan::{Attribute, Key, OpId, Qualifier, Root};
use crate::cel::values::{MapRef, Optional, kind_name, shown, type_name};

/// How far along a chain one comes.
enum Progress {
    Whole,
    /// To a step that is missing and may be.
    Missing,
    /// To an index that is not known.
    Unknown(Value),
}

/// A walk along a chain.
struct Walk<'v> {
    at: &'v Value,
    /// Whether a step before was optional, so that all later ones are.
    optional: bool,
}

impl<'v> Walk<'v> {
    /// Begins at a value; the value of an optional is where its fields are. `None` when it has none.
    fn begin(start: &'v Value) -> Option<Self> {
        match start.as_opaque::<Optional>() {
            Some(optional) => optional.innermost().map(|at| Self { at, optional: true }),
            None => Some(Self { at: start, optional: false }),
        }
    }

    /// Takes a step. `false` when it is missing and may be.
    fn step(&mut self, key: &KeyValue<'_>, qualifier: &Qualifier, budget: &mut Budget) -> Result<bool, Failure> {
        self.optional |= qualifier.optional;
        let found = key.find(self.at).map_err(|failure| failure.at(qualifier.place));
        if self.optional {
            match found? {
                None => return Ok(false),
                Some(value) => self.at = value,
            }
            budget.charge(1)?;
            return Ok(true);
        }
        budget.charge(1)?;
        match found? {
            Some(value) => self.at = value,
            None => return Err(key.missing(self.at).at(qualifier.place)),
        }
        Ok(true)
    }
}

/// A field or an index, looked at.
enum KeyValue<'k> {
    Field(&'k str),
    Value(&'k Value),
}

impl KeyValue<'_> {
    /// What a value has under the key. What has no fields has none under any key; what cannot be asked is a failure.
    fn find<'v>(&self, of: &'v Value) -> Result<Option<&'v Value>, Failure> {
        match (self, of) {
            (Self::Field(name), Value::Map(map)) => Ok(map.get(*name)),
            (_, Value::List(list)) => Ok(usize::try_from(self.index()?).ok().and_then(|index| list.get(index))),
            (_, Value::Unknown(_)) => Ok(Some(of)),
            (Self::Value(key), _) => Ok(MapRef::of(of).and_then(|map| map.find(key))),
            (Self::Field(name), Value::Opaque(_)) => Ok(MapRef::of(of).and_then(|map| map.find(&Value::from(*name)))),
            (Self::Field(_), _) => Ok(None),
        }
    }

    /// The key as a position in a list.
    fn index(&self) -> Result<i64, Failure> {
        let Self::Value(key) = self else { return Err(unsupported_type("string")) };
        match key.as_number() {
            Some(number) => number
                .to_i64()
                .ok_or_else(|| EvalCause::UnsupportedIndex { given: format!("value {}", shown(key)) }.into()),
            None => Err(unsupported_type(type_name(key))),
        }
    }

    fn missing(&self, of: &Value) -> Failure {
        let key = match self {
            Self::Field(name) => (*name).to_string(),
            Self::Value(key) => shown(key),
        };
        match of {
            Value::List(list) => {
                let help = format!("the list has {} item{}", list.len(), if list.len() == 1 { "" } else { "s" });
                Failure::from(EvalCause::IndexOutOfBounds { index: key }).with_help(Some(help))
            }
            Value::Map(map) => {
                let keys = map.keys().take(MAX_KEYS).filter_map(value::Key::as_str);
                let help = suggest(&key, keys).map(|similar| format!("did you mean `{similar}`?"));
                Failure::from(EvalCause::NoSuchKey { key }).with_help(help)
            }
            other => {
                let help = format!("`{}` has no fields", kind_name(other));
                Failure::from(EvalCause::NoSuchKey { key }).with_help(Some(help))
            }
        }
    }
}

/// How many keys are looked at for one that was probably meant.
const MAX_KEYS: usize = 1_000;

fn unsupported_type(name: &str) -> Failure {
    EvalCause::UnsupportedIndex { given: format!("type '{name}'") }.into()
}

impl Machine<'_> {
    /// What an attribute costs beside its fields and indexes.
    pub(super) fn charge_attribute(&mut self, attribute: &Attribute) -> Result<(), Failure> {
        let free = matches!(attribute.root, Root::Operand { free: true, .. });
        self.charge(u64::from(!free))
    }

    /// The value of an attribute, without the cost of one.
    pub(super) fn attribute(&mut self, attribute: &Attribute, id: OpId) -> Outcome {
        let qualifiers = self.plan.qualifiers(attribute);
        match &attribute.root {
            Root::Variable(name) => {
                let Some(start) = self.variables.get(name) else { return Err(self.no_variable(name, id)) };
                self.follow(start, qualifiers, attribute.fixed)
            }
            Root::Slot(slot) => {
                self.settle(*slot, id)?;
                let Slot::Known(start) = &self.slots[*slot as usize] else { return Err(self.no_variable("", id)) };
                if attribute.fixed {
                    return follow_fixed(start, qualifiers, &mut self.budget);
                }
                let start = start.clone();
                self.follow(&start, qualifiers, false)
            }
            Root::Operand { op, .. } => {
                let start = self.eval(*op)?;
                self.follow(&start, qualifiers, attribute.fixed)
            }
        }
    }

    fn no_variable(&self, name: &str, id: OpId) -> Failure {
        self.label(EvalCause::NoSuchVariable { name: name.to_string() }.into(), id)
    }

    /// Computes the value of a name when it is first needed.
    fn settle(&mut self, slot: u32, id: OpId) -> Result<(), Failure> {
        let at = slot as usize;
        match &self.slots[at] {
            Slot::Known(_) => Ok(()),
            Slot::Failed(failure) => Err(failure.clone()),
            Slot::Empty => Err(self.no_variable("", id)),
            Slot::Pending(value) => match self.eval(*value) {
                Ok(value) => {
                    self.slots[at] = Slot::Known(value);
                    Ok(())
                }
                Err(failure) => {
                    self.slots[at] = Slot::Failed(failure.clone());
                    Err(failure)
                }
            },
        }
    }

    fn follow(&mut self, start: &Value, qualifiers: &[Qualifier], fixed: bool) -> Outcome {
        if fixed {
            return follow_fixed(start, qualifiers, &mut self.budget);
        }
        let Some(mut walk) = Walk::begin(start) else { return Ok(start.clone()) };
        match self.advance(&mut walk, qualifiers)? {
            Progress::Whole => Ok(finish(&walk)),
            Progress::Missing => Ok(Optional::of(None)),
            Progress::Unknown(unknown) => Ok(unknown),
        }
    }

    fn advance(&mut self, walk: &mut Walk<'_>, qualifiers: &[Qualifier]) -> Result<Progress, Failure> {
        for qualifier in qualifiers {
            let taken = match &qualifier.key {
                Key::Field(name) => walk.step(&KeyValue::Field(name), qualifier, &mut self.budget)?,
                Key::Constant(key) => walk.step(&KeyValue::Value(key), qualifier, &mut self.budget)?,
                Key::Computed(op) => {
                    let key = self.eval_free(*op)?;
                    if matches!(key, Value::Unknown(_)) {
                        return Ok(Progress::Unknown(key));
                    }
                    check_key(&key).map_err(|failure| failure.at(qualifier.place))?;
                    walk.step(&KeyValue::Value(&key), qualifier, &mut self.budget)?
                }
            };
            if !taken {
                return Ok(Progress::Missing);
            }
        }
        Ok(Progress::Whole)
    }

    /// Whether the last step of an attribute is there.
    pub(super) fn has(&mut self, attribute: &Attribute, id: OpId) -> Outcome {
        let (last, before) = self.plan.qualifiers(attribute).split_last().expect("a test has a field");
        let start = match &attribute.root {
            Root::Variable(name) => match self.variables.get(name) {
                Some(start) => Cow::Borrowed(start),
                None => return Err(self.no_variable(name, id)),
            },
            Root::Slot(slot) => {
                self.settle(*slot, id)?;
                let Slot::Known(start) = &self.slots[*slot as usize] else { return Err(self.no_variable("", id)) };
                Cow::Owned(start.clone())
            }
            Root::Operand { op, .. } => Cow::Owned(self.eval(*op)?),
        };
        let Some(mut walk) = Walk::begin(&start) else { return Ok(Value::Bool(false)) };
        match self.advance(&mut walk, before)? {
            Progress::Whole => self.has_field(&walk, last),
            Progress::Missing => Ok(Value::Bool(false)),
            Progress::Unknown(unknown) => Ok(unknown),
        }
    }

    fn has_field(&mut self, walk: &Walk<'_>, last: &Qualifier) -> Outcome {
        let Key::Field(name) = &last.key else { return Err(Failure::no_overload()) };
        let found = KeyValue::Field(name).find(walk.at).map_err(|failure| failure.at(last.place));
        if !walk.optional || matches!(found, Ok(Some(_))) {
            self.charge(1)?;
        }
        Ok(match (found?, walk.at) {
            (_, unknown @ Value::Unknown(_)) => unknown.clone(),
            // What is not known may turn out not to be there.
            (Some(found), _) if found.as_unknown().is_some() => found.clone(),
            (found, _) => Value::Bool(found.is_some()),
        })
    }
}

/// Follows a chain whose keys are all constants, by reference.
fn follow_fixed(start: &Value, qualifiers: &[Qualifier], budget: &mut Budget) -> Outcome {
    let Some(mut walk) = Walk::begin(start) else { return Ok(start.clone()) };
    for qualifier in qualifiers {
        let key = match &qualifier.key {
            Key::Field(name) => KeyValue::Field(name),
            Key::Constant(key) => KeyValue::Value(key),
            Key::Computed(_) => return Err(Failure::no_overload()),
        };
        if !walk.step(&key, qualifier, budget)? {
            return Ok(Optional::of(None));
        }
    }
    Ok(finish(&walk))
}

/// A value as a branch gives it: an optional of an optional is one optional.
pub(super) fn flattened(value: Value) -> Value {
    match value.as_opaque::<Optional>().map(|optional| (optional.get(), optional.innermost())) {
        Some((Some(outer), Some(inner))) if !std::ptr::eq(outer, inner) => Optional::of(Some(inner.clone())),
        _ => value,
    }
}

fn finish(walk: &Walk<'_>) -> Value {
    let value = walk.at.clone();
    if walk.optional && !matches!(value, Value::Unknown(_)) { Optional::of(Some(value)) } else { value }
}

/// Only text, truth values and numbers are keys.
fn check_key(key: &Value) -> Result<(), Failure> {
    match key {
        Value::String(_) | Value::Bool(_) | Value::Int(_) | Value::Uint(_) | Value::Float(_) => Ok(()),
        Value::Opaque(_) if key.as_raw_text().is_some() => Ok(()),
        _ => Err(EvalCause::InvalidQualifier { of: type_name(key).to_string() }.into()),
    }
}
