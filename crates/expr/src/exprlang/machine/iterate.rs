//! What loops do with the results of their predicates.

use value::{GoType, Key, List, Map, Value};

use super::run::Machine;
use super::scope::{Items, Scope};
use super::slot::Slot;
use crate::exprlang::Place;
use crate::exprlang::builtin::Loop;
use crate::exprlang::code::{Counting, Looping};
use crate::exprlang::fault::{Fault, Result, word};
use crate::exprlang::opaque::{AnyMap, GROUPS};
use crate::exprlang::operate::{self, Order};
use crate::exprlang::sort;

impl<'a> Machine<'a> {
    /// Begins a loop; whether there is an item.
    pub(super) fn begin(&mut self, looping: Looping, place: Place) -> Result<bool> {
        let items = Items::of(self.pop())?;
        let extra = looping.extra.then(|| self.pop());
        let mut scope = Scope::new(looping, items, place);
        match looping.kind {
            Loop::Sum => scope.accumulator = Value::Int(0).into(),
            Loop::Reduce => {
                scope.accumulator = match extra {
                    Some(initial) => initial,
                    None => first_item(&mut scope)?,
                };
            }
            Loop::SortBy => scope.descending = extra.map(|order| is_descending(&order)).transpose()?.unwrap_or(false),
            _ => {}
        }
        let begun = scope.left > 0;
        self.scopes.push(scope);
        Ok(begun)
    }

    /// Takes the result of a predicate; whether the result of the loop is known.
    pub(super) fn collect(&mut self, value: Slot<'a>) -> Result<bool> {
        let scope = self.scopes.last_mut().expect("loops end after their predicates");
        match scope.looping.kind {
            Loop::All => Ok(settle(scope, truth(&value)?, false)),
            Loop::Any => Ok(settle(scope, truth(&value)?, true)),
            Loop::None => Ok(settle(scope, !truth(&value)?, false)),
            Loop::One | Loop::Count => {
                scope.count += i64::from(truth(&value)?);
                Ok(scope.looping.counting == Counting::To(scope.count))
            }
            Loop::Filter | Loop::Map => {
                self.usage.items(1)?;
                scope.out.push(value.into_value());
                Ok(false)
            }
            Loop::Sum => {
                scope.accumulator = operate::add(&mut self.usage, &value, &scope.accumulator)?.into();
                Ok(false)
            }
            Loop::Find | Loop::FindLast => {
                scope.accumulator = value;
                scope.count = 1;
                Ok(true)
            }
            Loop::FindIndex | Loop::FindLastIndex => {
                scope.count = i64::from(truth(&value)?);
                Ok(scope.count == 1)
            }
            Loop::GroupBy | Loop::SortBy => {
                self.usage.steps(1)?;
                scope.keys.push(value.into_value());
                scope.out.push(scope.item()?.into_value());
                Ok(false)
            }
            Loop::Reduce => {
                scope.accumulator = value;
                Ok(false)
            }
        }
    }

    /// The result of the loop that ends.
    pub(super) fn finish(&mut self) -> Result<Slot<'a>> {
        let scope = self.scopes.pop().expect("a loop ends that has begun");
        let index = i64::try_from(scope.index).unwrap_or(i64::MAX);
        match scope.looping.kind {
            Loop::All | Loop::None => Ok((scope.count == 0).into()),
            Loop::Any => Ok((scope.count != 0).into()),
            Loop::One => Ok((scope.count == 1).into()),
            Loop::Count => Ok(Value::Int(scope.count).into()),
            Loop::Filter | Loop::Map => Ok(Value::from(scope.out).into()),
            Loop::Find | Loop::FindLast if scope.count == 0 && scope.looping.throws => {
                Err(Fault::IndexRange { index: if index == 0 { 0 } else { -1 }, length: 0 })
            }
            Loop::Sum | Loop::Find | Loop::FindLast | Loop::Reduce => Ok(scope.accumulator),
            Loop::FindIndex | Loop::FindLastIndex if scope.count == 1 => Ok(Value::Int(index).into()),
            Loop::FindIndex | Loop::FindLastIndex => Ok(Value::Null.into()),
            Loop::GroupBy => groups(self, scope.keys, scope.out).map(Slot::Owned),
            Loop::SortBy => {
                self.usage.items(scope.length)?;
                let order = if scope.descending { Order::Greater } else { Order::Less };
                let sorted = sort::by_keys(&mut self.usage, scope.out, &scope.keys, order)?;
                Ok(Value::from(sorted).into())
            }
        }
    }
}

/// A loop that ends when something is as expected; the count says that it did.
fn settle(scope: &mut Scope<'_>, truth: bool, ends: bool) -> bool {
    if truth == ends {
        scope.count = 1;
    }
    truth == ends
}

pub(super) fn truth(value: &Value) -> Result<bool> {
    value.as_bool().ok_or_else(|| Fault::not_bool(value))
}

/// Without an initial value, the first item is one.
fn first_item<'a>(scope: &mut Scope<'a>) -> Result<Slot<'a>> {
    if scope.length == 0 {
        return Err(Fault::Builtin("cannot reduce an empty list without an initial value".to_string()));
    }
    let first = scope.item()?;
    scope.advance();
    Ok(first)
}

fn is_descending(order: &Value) -> Result<bool> {
    match order.as_str() {
        Some("asc") => Ok(false),
        Some("desc") => Ok(true),
        Some(other) => Err(Fault::Builtin(format!("unknown order `{other}`, use `asc` or `desc`"))),
        None => Err(Fault::argument("sortBy", order)),
    }
}

/// Items under their keys, in the order in which keys first appear.
fn groups(machine: &mut Machine<'_>, keys: Vec<Value>, items: Vec<Value>) -> Result<Value> {
    machine.usage.steps(items.len())?;
    if keys.iter().all(|key| key.as_key().is_some()) {
        return Ok(simple_groups(&keys, items));
    }
    let mut entries: Vec<(Value, Vec<Value>)> = Vec::new();
    for (key, item) in keys.into_iter().zip(items) {
        let is_plain = !matches!(key, Value::List(_) | Value::Map(_) | Value::Bytes(_) | Value::Unknown(_));
        if !is_plain || key.as_opaque::<AnyMap>().is_some() {
            return Err(Fault::unless_unknown([&key], || Fault::Key { given: word(&key) }));
        }
        machine.usage.steps(entries.len())?;
        match entries.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(item),
            None => entries.push((key, vec![item])),
        }
    }
    let entries = entries.into_iter().map(|(key, group)| (key, Value::from(group))).collect();
    Ok(Value::opaque(AnyMap { entries, go_type: GROUPS }))
}

fn simple_groups(keys: &[Value], items: Vec<Value>) -> Value {
    let mut groups = Map::new();
    for (key, item) in keys.iter().filter_map(Value::as_key).zip(items) {
        match groups.get_mut(key) {
            Some(Value::List(group)) => group.push(item),
            _ => {
                groups.insert(Key::from(key), List::from(vec![item]).with_type(GoType::LIST));
            }
        }
    }
    groups.with_type(GROUPS).into()
}
