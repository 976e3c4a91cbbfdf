//! Values without anything that only templates know: for printing, comparing and other languages.

use std::borrow::Cow;

use value::{Escape, JsonWriteError, KeyOrder, List, Map, Value};

use super::runtime::Runtime;
use crate::error::{Cause, Run};
use crate::limits::Limit;
use crate::source::At;
use crate::val::{Changes, Thing, Val};

impl Runtime<'_> {
    /// A value in which all maps are as they are now. Text that is not UTF-8 and functions stay.
    pub(super) fn plain(&mut self, value: &Val, at: At) -> Run<Value> {
        self.settle(value.clone().into_value().unwrap_or_default(), at)
    }

    /// A value as JSON; nothing when there is something in it that JSON cannot say.
    pub(super) fn json(&mut self, value: &Value, at: At) -> Run<Result<String, JsonWriteError>> {
        let plain = self.settle(value.clone(), at)?;
        Ok(plain.to_json(Escape::Html, KeyOrder::Sorted))
    }

    fn settle(&mut self, value: Value, at: At) -> Run<Value> {
        if !matches!(value, Value::List(_) | Value::Map(_) | Value::Opaque(_) | Value::Unknown(_)) {
            return Ok(value);
        }
        let (more, count) = holds_more(&value);
        self.step(at, count / ITEMS_PER_STEP)?;
        if self.changes.is_empty() && !more {
            return Ok(value);
        }
        match (Settler { changes: &self.changes }).settled(&value, 0) {
            Ok(Cow::Borrowed(_)) => Ok(value),
            Ok(Cow::Owned(value)) => Ok(value),
            Err(Obstacle::TooDeep) => {
                Err(self.bare_fault(at, Cause::Limit { limit: Limit::Nesting, allowed: MAX_LEVELS as u64 }))
            }
            Err(Obstacle::Unknown(reason)) => Err(self.bare_fault(at, Cause::Unknown { reason })),
        }
    }
}

/// The same for functions that were handed in; a value that cannot be settled stays as it is.
pub(crate) fn plain_or_itself(value: &Value, changes: &Changes) -> Value {
    Settler { changes }.settled(value, 0).map_or_else(|_| value.clone(), Cow::into_owned)
}

/// How many levels of lists and maps a value may have when templates have made some of them.
const MAX_LEVELS: usize = 200;

/// Why a value cannot be made plain.
enum Obstacle {
    TooDeep,
    Unknown(String),
}

type Settled<'a> = Result<Cow<'a, Value>, Obstacle>;

/// Looking at this many items counts as much as one node.
const ITEMS_PER_STEP: usize = 16;

/// Whether there is anything in it that is not plain, and how many items were looked at. Without recursion, since values
/// that were handed in can be deep.
fn holds_more(value: &Value) -> (bool, usize) {
    let mut left = vec![value];
    let mut count = 0;
    while let Some(value) = left.pop() {
        count += 1;
        match value {
            Value::List(list) => left.extend(list.iter()),
            Value::Map(map) => left.extend(map.values()),
            Value::Opaque(_) | Value::Unknown(_) => return (true, count),
            _ => {}
        }
    }
    (false, count)
}

/// Replaces shared and changed maps by what they hold now; borrowed when there are none.
struct Settler<'c> {
    changes: &'c Changes,
}

impl Settler<'_> {
    fn settled<'a>(&self, value: &'a Value, depth: usize) -> Settled<'a> {
        match value {
            Value::List(_) | Value::Map(_) | Value::Opaque(_) if depth > MAX_LEVELS => Err(Obstacle::TooDeep),
            Value::List(list) => self.settled_list(value, list, depth),
            Value::Map(map) => match self.changes.find(map) {
                None => self.settled_map(Some(value), map, depth),
                Some(changed) => self.settled(changed, depth).map(|value| Cow::Owned(value.into_owned())),
            },
            Value::Opaque(_) => match value.as_opaque() {
                Some(Thing::Map(shared)) => {
                    let map = shared.lock().clone();
                    self.settled_map(None, &map, depth).map(|value| Cow::Owned(value.into_owned()))
                }
                _ => Ok(Cow::Borrowed(value)),
            },
            Value::Unknown(unknown) => Err(Obstacle::Unknown(unknown.reason().to_owned())),
            _ => Ok(Cow::Borrowed(value)),
        }
    }

    fn settled_list<'a>(&self, value: &'a Value, list: &List, depth: usize) -> Settled<'a> {
        let mut replaced: Option<Vec<Value>> = None;
        for (position, item) in list.iter().enumerate() {
            if let Cow::Owned(item) = self.settled(item, depth + 1)? {
                replaced.get_or_insert_with(|| list.to_vec())[position] = item;
            }
        }
        Ok(match replaced {
            Some(items) => Cow::Owned(List::from(items).with_type(list.go_type()).into()),
            None => Cow::Borrowed(value),
        })
    }

    /// `value` is the map itself, if it is one that can be borrowed.
    fn settled_map<'a>(&self, value: Option<&'a Value>, map: &Map, depth: usize) -> Settled<'a> {
        let mut replaced: Option<Map> = None;
        for (key, item) in map.iter() {
            if let Cow::Owned(item) = self.settled(item, depth + 1)? {
                replaced.get_or_insert_with(|| map.clone()).insert(key.clone(), item);
            }
        }
        Ok(match (replaced, value) {
            (Some(map), _) => Cow::Owned(map.into()),
            (None, Some(value)) => Cow::Borrowed(value),
            (None, None) => Cow::Owned(map.clone().into()),
        })
    }
}
