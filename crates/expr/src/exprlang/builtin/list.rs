//! Builtins for lists.

use std::collections::HashSet;

use gostd::utf8::to_text;
use value::{GoType, List, Value};

use super::entry::{Check, Entry, Run};
use crate::exprlang::check::{Overload, validate};
use crate::exprlang::fault::{Fault, Result};
use crate::exprlang::machine::{Slot, Usage};
use crate::exprlang::opaque::{AnyMap, Named, holds_anything, nil_list};
use crate::exprlang::operate;
use crate::exprlang::sort;
use crate::exprlang::types::{LIST, Nature};

const SORT: &[Overload] = &[
    Overload { parameters: &[LIST], result: LIST },
    Overload { parameters: &[Nature::Strings], result: LIST },
    Overload { parameters: &[LIST, Nature::Text], result: LIST },
    Overload { parameters: &[Nature::Strings, Nature::Text], result: LIST },
];

macro_rules! entry {
    ($name:literal, $signature:literal, $help:literal, $example:literal => $result:literal, $check:expr, $run:expr) => {
        Entry {
            name: $name,
            signature: $signature,
            help: $help,
            example: $example,
            result: $result,
            check: $check,
            run: Run::Function($run),
        }
    };
}

pub(super) const ENTRIES: &[Entry] = &[
    entry!("len", "len(list, map or text) int", "How many items, entries or characters there are.",
        "len('größe')" => "5", Check::Validate(validate::length), length),
    entry!("first", "first(list) any", "The first item, or nil.", "first([1, 2, 3])" => "1",
        Check::Validate(validate::item), |usage, arguments| Ok(item(usage, &arguments[0], 0))),
    entry!("last", "last(list) any", "The last item, or nil.", "last([1, 2, 3])" => "3",
        Check::Validate(validate::item), |usage, arguments| Ok(item(usage, &arguments[0], -1))),
    entry!("get", "get(list or map, key) any", "The item or entry, or nil when there is none.",
        "get({'name': 'web'}, 'port')" => "null", Check::Get,
        |usage, arguments| operate::get(usage, &arguments[0], &arguments[1])),
    entry!("take", "take(list, n) list", "The first `n` items.", "take([1, 2, 3, 4], 2)" => "[1, 2]",
        Check::Validate(validate::take), take),
    entry!("reverse", "reverse(list) list", "The items in the opposite order.", "reverse([3, 1, 2])" => "[2, 1, 3]",
        Check::Validate(validate::list_to_list), reverse),
    entry!("uniq", "uniq(list) list", "Each item once, at its first place.", "uniq([1, 2, 1])" => "[1, 2]",
        Check::Validate(validate::list_to_list), unique),
    entry!("concat", "concat(lists …) list", "The items of all lists.", "concat([1], [2, 3])" => "[1, 2, 3]",
        Check::Validate(validate::lists), concat),
    entry!("flatten", "flatten(list) list", "The items, with those of lists in the place of the lists.",
        "flatten([1, [2, [3]]])" => "[1, 2, 3]", Check::Validate(validate::list_to_list), flatten),
    entry!("sort", "sort(list[, order]) list", "The items in order; the order is `asc` or `desc`.",
        "sort([3, 1, 2], 'desc')" => "[3, 2, 1]", Check::Overloads(SORT), sorted),
];

fn length(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let value = &*arguments[0];
    let length = match value {
        Value::List(list) => list.len(),
        Value::Map(map) => map.len(),
        Value::Bytes(bytes) => bytes.len(),
        value if value.as_opaque::<AnyMap>().is_some() => {
            value.as_opaque::<AnyMap>().map_or(0, |map| map.entries.len())
        }
        value => {
            let bytes = value.as_text_bytes().ok_or_else(|| Fault::argument("len", value))?;
            usage.steps(bytes.len() / 64)?;
            to_text(bytes).chars().count()
        }
    };
    Ok(Value::Int(i64::try_from(length).unwrap_or(i64::MAX)))
}

/// Nil when there is no such item, or no list.
fn item(usage: &Usage<'_>, value: &Value, index: i64) -> Value {
    match value {
        Value::Map(_) => Value::Null,
        value => operate::get(usage, value, &Value::Int(index)).unwrap_or_default(),
    }
}

/// The items of a list or of bytes.
fn items(name: &'static str, value: &Value) -> Result<Vec<Value>> {
    match value {
        Value::List(list) => Ok(list.to_vec()),
        Value::Bytes(bytes) => Ok(bytes.iter().map(|byte| Value::Uint(u64::from(*byte))).collect()),
        value => Err(Fault::argument(name, value)),
    }
}

fn take(_: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let count = match &*arguments[1] {
        Value::Int(count) => *count,
        Value::Duration(span) => span.as_nanos(),
        other => match other.as_opaque::<Named>() {
            Some(named) => named.number.into(),
            None => return Err(Fault::argument("take", other)),
        },
    };
    if !matches!(&*arguments[0], Value::List(_) | Value::Bytes(_)) {
        return Err(Fault::argument("take", &arguments[0]));
    }
    if count < 0 {
        return Err(Fault::Builtin(format!("`take` cannot take `{count}` items")));
    }
    operate::slice(&arguments[0], None, Some(&Value::Int(count)))
}

fn reverse(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let mut items = items("reverse", &arguments[0])?;
    usage.items(items.len())?;
    items.reverse();
    Ok(items.into())
}

fn unique(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let items = items("uniq", &arguments[0])?;
    if items.iter().all(is_plain) {
        return unique_plain(usage, &items);
    }
    let mut unique: Vec<Value> = Vec::new();
    'items: for item in items {
        usage.steps(unique.len())?;
        for other in &unique {
            if operate::equal(usage, &item, other)? {
                continue 'items;
            }
        }
        unique.push(item);
    }
    Ok(unique.into())
}

/// Whether values of this kind are equal exactly when they are the same: floats are equal to ints, too.
fn is_plain(value: &Value) -> bool {
    matches!(value, Value::Int(_) | Value::Bool(_) | Value::String(_))
}

/// The same without comparing each with each.
fn unique_plain(usage: &mut Usage<'_>, items: &[Value]) -> Result<Value> {
    usage.steps(items.len())?;
    let mut seen = HashSet::new();
    let is_new = items.iter().map(|item| item.as_key().is_none_or(|key| seen.insert(key))).collect::<Vec<_>>();
    let unique: Vec<Value> =
        items.iter().zip(is_new).filter(|(_, is_new)| *is_new).map(|(item, _)| item.clone()).collect();
    Ok(unique.into())
}

fn concat(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let mut all = Vec::new();
    for list in arguments {
        let items = items("concat", list)?;
        usage.items(items.len())?;
        all.extend(items);
    }
    Ok(if all.is_empty() { nil_list() } else { all.into() })
}

fn flatten(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let outer = items("flatten", &arguments[0])?;
    let mut flat = Vec::new();
    let mut open = vec![outer.iter()];
    while let Some(items) = open.last_mut() {
        usage.steps(1)?;
        match items.next() {
            None => drop(open.pop()),
            Some(Value::List(list)) if open.len() <= usage.depth => open.push(list.iter()),
            Some(Value::List(_)) => return Err(Fault::Depth),
            Some(Value::Bytes(bytes)) => flat.extend(bytes.iter().map(|byte| Value::Uint(u64::from(*byte)))),
            Some(item) => flat.push(item.clone()),
        }
        if flat.len() > usage.items_left() {
            return Err(usage.too_many_items());
        }
    }
    usage.items(flat.len())?;
    Ok(flat.into())
}

/// What is no list is sorted into an empty one, as upstream does.
fn sorted(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let order = sort::order(arguments.get(1).map(|order| &**order))?;
    let Some(list) = arguments[0].as_list().filter(|list| is_sortable(list)) else { return Ok(nil_list()) };
    usage.items(list.len())?;
    let keys = list.to_vec();
    sort::by_keys(usage, keys.clone(), &keys, order).map(Value::from)
}

fn is_sortable(list: &List) -> bool {
    let go_type = list.go_type();
    holds_anything(go_type) && !go_type.name().starts_with("[2]")
        || [GoType::STRINGS, GoType::INTS, GoType::FLOATS].contains(&go_type)
}
