//! Builtins for maps. Go's maps have no order; keys are sorted here.

use value::{GoType, Key, List, Map, Value};

use super::entry::{Check, Entry, Run};
use crate::exprlang::check::{Validate, validate};
use crate::exprlang::fault::{Fault, Result, word};
use crate::exprlang::machine::{Slot, Usage};
use crate::exprlang::opaque::{AnyMap, PAIR, PAIRS};

macro_rules! entry {
    ($name:literal, $signature:literal, $help:literal, $example:literal => $result:literal, $check:ident, $run:expr) => {
        Entry {
            name: $name,
            signature: $signature,
            help: $help,
            example: $example,
            result: $result,
            check: Check::Validate(validate::$check as Validate),
            run: Run::Function($run),
        }
    };
}

pub(super) const ENTRIES: &[Entry] = &[
    entry!("keys", "keys(map) list", "The keys, sorted.", "keys({'b': 1, 'a': 2})" => r#"["a", "b"]"#,
    map_to_list, |usage, arguments| {
        let entries = entries(usage, "keys", &arguments[0])?;
        Ok(entries.into_iter().map(|(key, _)| key).collect())
    }),
    entry!("values", "values(map) list", "The values, in the order of their keys.",
    "values({'b': 1, 'a': 2})" => "[2, 1]", map_to_list, |usage, arguments| {
        let entries = entries(usage, "values", &arguments[0])?;
        Ok(entries.into_iter().map(|(_, value)| value).collect())
    }),
    entry!("toPairs", "toPairs(map) list", "A list of a key and its value for each entry.",
        "toPairs({'a': 1})" => r#"[["a", 1]]"#, map_to_list, to_pairs),
    entry!("fromPairs", "fromPairs(list) map", "A map of lists of a key and its value.",
        "fromPairs([['a', 1], ['b', 2]])" => r#"{"a": 1, "b": 2}"#, from_pairs, from_pairs),
];

fn entries(usage: &mut Usage<'_>, name: &'static str, value: &Value) -> Result<Vec<(Value, Value)>> {
    let entries: Vec<_> = match value {
        Value::Map(map) => map.sorted().map(|(key, value)| (key.to_value(), value.clone())).collect(),
        value => match value.as_opaque::<AnyMap>() {
            Some(map) => map.sorted().cloned().collect(),
            None => return Err(Fault::argument(name, value)),
        },
    };
    usage.steps(entries.len())?;
    Ok(entries)
}

fn to_pairs(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let entries = entries(usage, "toPairs", &arguments[0])?;
    let pair = |(key, value)| Value::from(List::from(vec![key, value]).with_type(PAIR));
    let pairs: List = entries.into_iter().map(pair).collect();
    Ok(pairs.with_type(PAIRS).into())
}

fn from_pairs(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let pairs = arguments[0].as_list().ok_or_else(|| Fault::argument("fromPairs", &arguments[0]))?;
    let mut entries = Vec::with_capacity(pairs.len());
    for pair in pairs {
        usage.steps(1)?;
        match pair.as_list().map(|pair| &**pair) {
            Some([key, value]) if is_key(key) => entries.push((key, value)),
            Some([key, _]) => return Err(Fault::unless_unknown([key], || Fault::Key { given: word(key) })),
            Some(pair) => {
                return Err(Fault::Builtin(format!("a pair has a key and a value, not {} items", pair.len())));
            }
            None => return Err(Fault::argument("fromPairs", pair)),
        }
    }
    let simple: Option<Vec<(Key, Value)>> =
        entries.iter().map(|(key, value)| Some((Key::from(key.as_key()?), (*value).clone()))).collect();
    match simple {
        Some(entries) => Ok(Map::from_iter(entries).with_type(GoType::ANY_MAP).into()),
        None => any_map(usage, entries),
    }
}

fn is_key(value: &Value) -> bool {
    !matches!(value, Value::List(_) | Value::Map(_) | Value::Bytes(_) | Value::Unknown(_))
        && value.as_opaque::<AnyMap>().is_none()
}

fn any_map(usage: &mut Usage<'_>, pairs: Vec<(&Value, &Value)>) -> Result<Value> {
    let mut entries: Vec<(Value, Value)> = Vec::new();
    for (key, value) in pairs {
        usage.steps(entries.len())?;
        match entries.iter_mut().find(|(other, _)| other == key) {
            Some((_, old)) => *old = value.clone(),
            None => entries.push((key.clone(), value.clone())),
        }
    }
    Ok(Value::opaque(AnyMap { entries, go_type: GoType::ANY_MAP }))
}
