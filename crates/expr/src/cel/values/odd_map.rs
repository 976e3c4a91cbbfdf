//! Maps with keys that no other language has: numbers with fractions, times, lists.

use std::any::Any;
use std::fmt;

use value::{Key, Map, Opaque, Value};

use super::equality::same;
use super::shown;

/// A map with at least one key that is not text, a truth value or an integer. Such a map can be measured, asked and looped
/// over; outside of CEL it has no entries.
#[derive(Default)]
pub(crate) struct OddMap(Vec<(Value, Value)>);

impl OddMap {
    pub(crate) fn entries(&self) -> &[(Value, Value)] {
        &self.0
    }

    /// The value under exactly this key.
    pub(crate) fn find(&self, key: &Value) -> Option<&Value> {
        self.0.iter().find(|(other, _)| is_same_key(other, key)).map(|(_, value)| value)
    }
}

/// Whether two keys are one: of one kind and equal. Lists, maps and the like are keys by identity, so that no two are.
fn is_same_key(a: &Value, b: &Value) -> bool {
    let by_identity = matches!(a, Value::List(_) | Value::Map(_) | Value::Opaque(_)) && a.as_raw_text().is_none();
    a.kind() == b.kind() && !by_identity && a == b
}

impl Opaque for OddMap {
    fn type_name(&self) -> &'static str {
        "map"
    }

    fn equals(&self, other: &dyn Opaque) -> bool {
        let Some(other) = other.as_any().downcast_ref::<Self>() else { return false };
        let in_other = |(key, value): &(Value, Value)| other.find(key).is_some_and(|other| same(value, other));
        self.0.len() == other.0.len() && self.0.iter().all(in_other)
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (at, (key, value)) in self.0.iter().enumerate() {
            write!(f, "{}{}: {}", if at == 0 { "" } else { ", " }, shown(key), shown(value))?;
        }
        f.write_str("}")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_plain(&self) -> Option<Value> {
        let kept = self.0.iter().filter_map(|(key, value)| Some((Key::from(key.as_str()?), value.clone())));
        Some(kept.collect::<Map>().into())
    }

    fn release(&mut self, children: &mut Vec<Value>) {
        for (key, value) in self.0.drain(..) {
            children.extend([key, value]);
        }
    }
}

/// Collects the entries of a map literal; the last of several entries with one key wins.
pub(crate) enum MapBuilder {
    Plain(Map),
    Odd(OddMap),
}

impl MapBuilder {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        Self::Plain(Map::with_capacity(capacity))
    }

    pub(crate) fn insert(&mut self, key: Value, value: Value) {
        match self {
            Self::Plain(map) => match to_key(key) {
                Ok(key) => drop(map.insert(key, value)),
                Err(key) => {
                    let entries = std::mem::take(map).into_iter().map(|(key, value)| (key.to_value(), value));
                    *self = Self::Odd(OddMap(entries.collect()));
                    self.insert(key, value);
                }
            },
            Self::Odd(map) => match map.0.iter_mut().find(|(other, _)| is_same_key(other, &key)) {
                Some((_, old)) => *old = value,
                None => map.0.push((key, value)),
            },
        }
    }

    pub(crate) fn remove(&mut self, key: &Value) {
        match self {
            Self::Plain(map) => drop(key.as_key().and_then(|key| map.remove(key))),
            Self::Odd(map) => map.0.retain(|(other, _)| !is_same_key(other, key)),
        }
    }

    pub(crate) fn finish(self) -> Value {
        match self {
            Self::Plain(map) => map.into(),
            Self::Odd(map) => Value::opaque(map),
        }
    }
}

fn to_key(key: Value) -> Result<Key, Value> {
    match key {
        Value::String(text) => Ok(Key::String(text)),
        Value::Int(number) => Ok(Key::Int(number)),
        Value::Uint(number) => Ok(Key::Uint(number)),
        Value::Bool(flag) => Ok(Key::Bool(flag)),
        other => Err(other),
    }
}
