//! Maps of both sorts, looked at in one way.

use value::{Key, KeyRef, Map, Number, Value};

use super::OddMap;

/// A map, whatever its keys are.
#[derive(Clone, Copy)]
pub(crate) enum MapRef<'a> {
    Plain(&'a Map),
    Odd(&'a OddMap),
}

impl<'a> MapRef<'a> {
    /// The map, if it is one.
    pub(crate) fn of(value: &'a Value) -> Option<Self> {
        match value {
            Value::Map(map) => Some(Self::Plain(map)),
            Value::Opaque(_) => value.as_opaque::<OddMap>().map(Self::Odd),
            _ => None,
        }
    }

    pub(crate) fn len(self) -> usize {
        match self {
            Self::Plain(map) => map.len(),
            Self::Odd(map) => map.entries().len(),
        }
    }

    /// The value under a key; numbers of different kinds that count the same are one key.
    pub(crate) fn find(self, key: &Value) -> Option<&'a Value> {
        match self {
            Self::Plain(map) => find(map, key),
            Self::Odd(map) => map.find(key).or_else(|| twins(key).into_iter().flatten().find_map(|key| map.find(&key))),
        }
    }

    /// The keys, in the order of the entries.
    pub(crate) fn keys(self) -> Vec<Value> {
        match self {
            Self::Plain(map) => map.keys().map(Key::to_value).collect(),
            Self::Odd(map) => map.entries().iter().map(|(key, _)| key.clone()).collect(),
        }
    }

    /// The entries, in their order.
    pub(crate) fn entries(self) -> Vec<(Value, &'a Value)> {
        match self {
            Self::Plain(map) => map.iter().map(|(key, value)| (key.to_value(), value)).collect(),
            Self::Odd(map) => map.entries().iter().map(|(key, value)| (key.clone(), value)).collect(),
        }
    }

    /// The first entry.
    pub(crate) fn first(self) -> Option<(Value, &'a Value)> {
        match self {
            Self::Plain(map) => map.entry_at(0).map(|(key, value)| (key.to_value(), value)),
            Self::Odd(map) => map.entries().first().map(|(key, value)| (key.clone(), value)),
        }
    }
}

/// The value under a key of a plain map.
fn find<'a>(map: &'a Map, key: &Value) -> Option<&'a Value> {
    match key {
        Value::String(text) => map.get(&**text),
        Value::Bool(flag) => map.get(*flag),
        Value::Int(number) => map.get(*number).or_else(|| map.get(u64::try_from(*number).ok()?)),
        Value::Uint(number) => map.get(*number).or_else(|| map.get(i64::try_from(*number).ok()?)),
        Value::Float(number) => {
            let number = Number::Float(*number);
            let signed = number.to_i64().and_then(|number| map.get(KeyRef::Int(number)));
            signed.or_else(|| map.get(KeyRef::Uint(number.to_u64()?)))
        }
        _ => None,
    }
}

/// The same number in the other kinds that keys have.
fn twins(key: &Value) -> [Option<Value>; 2] {
    match key {
        Value::Int(number) => [u64::try_from(*number).ok().map(Value::Uint), None],
        Value::Uint(number) => [i64::try_from(*number).ok().map(Value::Int), None],
        Value::Float(number) => {
            let number = Number::Float(*number);
            [number.to_i64().map(Value::Int), number.to_u64().map(Value::Uint)]
        }
        _ => [None, None],
    }
}
