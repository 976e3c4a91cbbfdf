//! Members and items.

use std::sync::Arc;

use gostd::fmt;
use value::{GoType, KeyRef, List, Map, Value};

use super::number::to_int;
use crate::exprlang::fault::{Fault, Result, word};
use crate::exprlang::machine::{Slot, Usage};
use crate::exprlang::opaque::{AnyMap, Everything, GROUPS, nil_list};

/// `value.name`.
pub(crate) fn member<'a>(usage: &Usage<'a>, from: Slot<'a>, name: &Arc<str>) -> Result<Slot<'a>> {
    match from {
        Slot::Borrowed(Value::Map(map)) => match map.field(name) {
            Some(found) => Ok(Slot::Borrowed(found)),
            None => Ok(missing(map.go_type()).into()),
        },
        Slot::Owned(Value::Map(map)) => Ok(map.field(name).cloned().unwrap_or_else(|| missing(map.go_type())).into()),
        from => fetch(usage, from, &Value::String(Arc::clone(name))),
    }
}

/// `value[key]`.
pub(crate) fn fetch<'a>(usage: &Usage<'a>, from: Slot<'a>, key: &Value) -> Result<Slot<'a>> {
    match from {
        Slot::Borrowed(from @ Value::List(list)) => Ok(Slot::Borrowed(&list[position(from, list.len(), key)?])),
        Slot::Borrowed(Value::Map(map)) => match found(map, key)? {
            Some(found) => Ok(Slot::Borrowed(found)),
            None => Ok(missing(map.go_type()).into()),
        },
        from => fetch_value(usage, &from, key).map(Slot::Owned),
    }
}

fn fetch_value(usage: &Usage<'_>, from: &Value, key: &Value) -> Result<Value> {
    match from {
        Value::List(list) => Ok(list[position(from, list.len(), key)?].clone()),
        Value::Map(map) => Ok(entry(map, key)?.unwrap_or_else(|| missing(map.go_type()))),
        Value::Bytes(bytes) => Ok(byte(bytes, position(from, bytes.len(), key)?)),
        Value::Opaque(_) if from.as_opaque::<Everything>().is_some() => {
            let name = key.as_str().ok_or_else(|| Fault::no_member(shown(key), from))?;
            variable(usage, name).ok_or_else(|| Fault::no_member(name, from))
        }
        Value::Opaque(_) if from.as_opaque::<AnyMap>().is_some() => {
            let map = from.as_opaque::<AnyMap>().expect("it was just asked");
            Ok(hashed(map, key)?.cloned().unwrap_or_else(|| missing(map.go_type)))
        }
        from => match from.as_text_bytes() {
            Some(bytes) => Ok(byte(bytes, position(from, bytes.len(), key)?)),
            None => Err(Fault::no_member(shown(key), from)),
        },
    }
}

/// The longest key that a message shows.
const LONGEST: usize = 200;

/// A key in a message. Values share their parts, so one that is written in a few lines can be endless when it is printed.
fn shown(key: &Value) -> String {
    match fmt::sprint_within(LONGEST, std::slice::from_ref(key)) {
        Ok(text) => String::from_utf8_lossy(&text).into_owned(),
        Err(_) => word(key),
    }
}

/// `get(value, key)`: nil where [`fetch`] fails.
pub(crate) fn get(usage: &Usage<'_>, from: &Value, key: &Value) -> Result<Value> {
    let within = |length| to_int(key).map(|index| checked_position(length, index));
    match from {
        Value::Null => Ok(Value::Null),
        Value::List(list) => Ok(within(list.len())?.map_or(Value::Null, |at| list[at].clone())),
        Value::Map(map) => Ok(entry(map, key)?.unwrap_or(Value::Null)),
        Value::Bytes(bytes) => Ok(within(bytes.len())?.map_or(Value::Null, |at| byte(bytes, at))),
        Value::Opaque(_) if from.as_opaque::<Everything>().is_some() => {
            Ok(key.as_str().and_then(|name| variable(usage, name)).unwrap_or(Value::Null))
        }
        Value::Opaque(_) if from.as_opaque::<AnyMap>().is_some() => {
            let map = from.as_opaque::<AnyMap>().expect("it was just asked");
            Ok(hashed(map, key)?.cloned().unwrap_or(Value::Null))
        }
        from => match from.as_text_bytes() {
            Some(bytes) => Ok(within(bytes.len())?.map_or(Value::Null, |at| byte(bytes, at))),
            None => Ok(Value::Null),
        },
    }
}

fn variable(usage: &Usage<'_>, name: &str) -> Option<Value> {
    usage.declares(name).then(|| usage.variables.get(name).map_or(Value::Null, std::borrow::Cow::into_owned))
}

fn byte(bytes: &[u8], at: usize) -> Value {
    Value::Uint(bytes[at].into())
}

/// What a missing key of a map gives: nil, the empty text, or a nil list.
pub(crate) fn missing(go_type: GoType) -> Value {
    match go_type {
        GoType::STRING_MAP => "".into(),
        GROUPS => nil_list(),
        _ => Value::Null,
    }
}

/// What is under a key; lists and maps cannot be one.
fn hashed<'m>(map: &'m AnyMap, key: &Value) -> Result<Option<&'m Value>> {
    match key {
        Value::List(_) | Value::Map(_) | Value::Bytes(_) | Value::Unknown(_) => {
            Err(Fault::unless_unknown([key], || Fault::Key { given: word(key) }))
        }
        key => Ok(map.get(key)),
    }
}

fn entry(map: &Map, key: &Value) -> Result<Option<Value>> {
    Ok(found(map, key)?.cloned())
}

/// What is under a key; an item of a map that has aliases answers to those too.
pub(super) fn found<'m>(map: &'m Map, key: &Value) -> Result<Option<&'m Value>> {
    Ok(self::key(map, key)?.and_then(|key| match key {
        KeyRef::String(name) => map.field(name),
        key => map.get(key),
    }))
}

/// A value as the key of a map. Nil is the empty text where keys are texts; another type is an error there.
fn key<'a>(map: &Map, key: &'a Value) -> Result<Option<KeyRef<'a>>> {
    let any = matches!(map.go_type(), GROUPS | GoType::ANY_MAP);
    match key {
        Value::String(text) => Ok(Some(KeyRef::String(text))),
        Value::Null if !any => Ok(Some(KeyRef::String(""))),
        key => match key.as_key() {
            Some(reference) if any || map.contains_key(reference) => Ok(Some(reference)),
            None if any && !matches!(key, Value::List(_) | Value::Map(_) | Value::Bytes(_) | Value::Unknown(_)) => {
                Ok(None)
            }
            None if key.as_text_bytes().is_some() => Ok(None),
            _ => Err(Fault::unless_unknown([key], || Fault::Key { given: word(key) })),
        },
    }
}

/// Where an index is. What is no number asks for a member, which lists and texts do not have.
fn position(from: &Value, length: usize, index: &Value) -> Result<usize> {
    let given = to_int(index).map_err(|_| Fault::unless_unknown([index], || Fault::no_member(shown(index), from)))?;
    checked_position(length, given).ok_or(Fault::IndexRange { index: given, length })
}

/// Negative positions count from the end.
fn checked_position(length: usize, index: i64) -> Option<usize> {
    let index = if index < 0 { i64::try_from(length).ok()?.checked_add(index)? } else { index };
    usize::try_from(index).ok().filter(|index| *index < length)
}

/// A list with another list's type.
pub(crate) fn like(list: &List, items: Vec<Value>) -> Value {
    List::from(items).with_type(list.go_type()).into()
}
