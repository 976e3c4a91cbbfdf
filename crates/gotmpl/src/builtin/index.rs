//! `index`, `slice`, `len` and `call`.

use value::{GoType, Key, KeyRef, List, Value};

use super::table::Context;
use crate::exec::{Val, keep_of, zero_element};
use crate::function::CallError;
use crate::go::{self, Dict, Kind, Nil, Number, as_int, as_text, as_uint, kind};
use crate::limits::Budget;
use crate::parse::describe;
use crate::program::Keep;

/// `index value 1 "k"`: `value[1]["k"]`.
pub(super) fn index<'r>(item: &Val<'r>, indexes: &[Val<'r>]) -> Result<Val<'r>, CallError> {
    let mut item = item.clone().unwrapped();
    if item.get().is_none() {
        return Err("index of untyped nil".into());
    }
    for index in indexes {
        item = step(&item, &index.clone().unwrapped())?;
    }
    Ok(item)
}

fn step<'r>(item: &Val<'r>, index: &Val<'r>) -> Result<Val<'r>, CallError> {
    let Some(value) = item.present() else { return Err("index of nil pointer".into()) };
    match kind(value) {
        Kind::Slice | Kind::String => {
            let length = go::length(value).unwrap_or(0);
            let at = position(index, length)?;
            element(item, value, at).ok_or_else(|| {
                CallError::new(if kind(value) == Kind::String {
                    "reflect: string index out of range"
                } else {
                    "reflect: slice index out of range"
                })
            })
        }
        Kind::Map => entry(item, value, index),
        Kind::Pointer if Nil::of(value).is_some() => Err("index of nil pointer".into()),
        _ => Err(format!("can't index item of type {}", go::type_name(value)).into()),
    }
}

fn element<'r>(item: &Val<'r>, value: &Value, at: usize) -> Option<Val<'r>> {
    let byte = |byte: &u8| Val::concrete(Number::Uint8(*byte).into());
    match value {
        Value::List(list) => item.part(|value| value.as_list()?.get(at), keep_of(list.go_type())),
        Value::Bytes(bytes) => bytes.get(at).map(byte),
        other => other.as_text_bytes()?.get(at).map(byte),
    }
}

/// An index of a slice or string as a position: up to its length, which is one too many.
fn position(index: &Val<'_>, length: usize) -> Result<usize, CallError> {
    let Some(value) = index.get() else { return Err("cannot index slice/array with nil".into()) };
    let number = as_int(value).or_else(|| as_uint(value).map(u64::cast_signed)).filter(|_| !index.is_interface());
    let Some(number) = number else {
        return Err(format!("cannot index slice/array with type {}", index.type_name()).into());
    };
    usize::try_from(number)
        .ok()
        .filter(|at| *at <= length)
        .ok_or_else(|| CallError::new(format!("index out of range: {number}")))
}

fn entry<'r>(item: &Val<'r>, value: &Value, index: &Val<'r>) -> Result<Val<'r>, CallError> {
    let of = match value {
        Value::Map(map) => map.go_type(),
        other => Nil::of(other).map_or(GoType::MAP, Nil::go_type),
    };
    let key = key(index, of)?;
    let Some(key) = key else { return Ok(zero_element(of)) };
    let found = match Dict::of(value) {
        Some(dict) => key.as_str().and_then(|key| dict.get(key)).map(|found| Val::Own(found, Keep::Interface)),
        None => item.part(|value| value.as_map()?.get(&key), keep_of(of)),
    };
    Ok(found.unwrap_or_else(|| zero_element(of)))
}

/// An index as a key of a map type; nothing when no map can have it.
fn key(index: &Val<'_>, of: GoType) -> Result<Option<Key>, CallError> {
    let wanted = key_type(of);
    let Some(value) = index.get() else {
        return if wanted == "interface {}" {
            Ok(None)
        } else {
            Err(format!("value is nil; should be of type {wanted}").into())
        };
    };
    let number = as_int(value).map(KeyRef::Int).or_else(|| as_uint(value).map(KeyRef::Uint));
    match (wanted, value) {
        ("interface {}", value) => Ok(value.as_key().map(KeyRef::to_key)),
        ("string", value) if kind(value) == Kind::String => Ok(value.as_key().map(KeyRef::to_key)),
        ("bool", Value::Bool(key)) => Ok(Some(Key::Bool(*key))),
        (wanted, _) if wanted.starts_with("int") && number.is_some() => Ok(number.map(as_signed)),
        (wanted, _) if wanted.starts_with("uint") && number.is_some() => Ok(number.map(as_unsigned)),
        (wanted, value) => Err(format!("value has type {}; should be {wanted}", go::type_name(value)).into()),
    }
}

fn as_signed(key: KeyRef<'_>) -> Key {
    if let KeyRef::Uint(key) = key { Key::Int(key.cast_signed()) } else { key.to_key() }
}

fn as_unsigned(key: KeyRef<'_>) -> Key {
    if let KeyRef::Int(key) = key { Key::Uint(key.cast_unsigned()) } else { key.to_key() }
}

/// The type of the keys of a map type.
fn key_type(of: GoType) -> &'static str {
    match of.name().strip_prefix("map[").and_then(|rest| rest.split_once(']')) {
        Some(("any" | "interface {}", _)) => "interface {}",
        Some((key, _)) => key,
        None => "string",
    }
}

/// `slice value 1 2`: `value[1:2]`.
pub(super) fn slice<'r>(item: &Val<'r>, indexes: &[Val<'r>], budget: &mut Budget) -> Result<Val<'r>, CallError> {
    let Some(value) = item.present() else { return Err("slice of untyped nil".into()) };
    if Nil::of(value).is_some_and(|nil| !nil.is_slice() && !nil.is_map()) {
        return Err("slice of nil pointer".into());
    }
    if indexes.len() > 3 {
        return Err(format!("too many slice indexes: {}", indexes.len()).into());
    }
    let is_text = kind(value) == Kind::String;
    if is_text && indexes.len() == 3 {
        return Err("cannot 3-index slice a string".into());
    }
    if !is_text && kind(value) != Kind::Slice {
        return Err(format!("can't slice item of type {}", go::type_name(value)).into());
    }
    let length = go::length(value).unwrap_or(0);
    let mut bounds = [0, length, length];
    for (bound, index) in bounds.iter_mut().zip(indexes) {
        *bound = position(index, length)?;
    }
    let [start, end, capacity] = bounds;
    if start > end {
        return Err(format!("invalid slice index: {start} > {end}").into());
    }
    if indexes.len() == 3 && end > capacity {
        return Err(format!("invalid slice index: {end} > {capacity}").into());
    }
    let size = if is_text { end - start } else { (end - start) * size_of::<Value>() };
    budget.charge_memory(size).map_err(|limit| CallError::limit(limit.to_string()))?;
    Ok(Val::concrete(cut(value, start, end)))
}

fn cut(value: &Value, start: usize, end: usize) -> Value {
    match value {
        Value::List(list) => List::from(list[start..end].to_vec()).with_type(list.go_type()).into(),
        Value::Bytes(bytes) => Value::bytes(&bytes[start..end]),
        other => match other.as_text_bytes() {
            Some(text) => Value::text_part(&text[start..end]),
            None => other.clone(),
        },
    }
}

/// `len value`
pub(super) fn length<'r>(item: &Val<'r>) -> Result<Val<'r>, CallError> {
    let Some(value) = item.get() else {
        return Err("reflect: call of reflect.Value.Type on zero Value".into());
    };
    let is_nil_pointer = Nil::of(value).is_some_and(|nil| !nil.is_slice() && !nil.is_map());
    if value.is_null() || is_nil_pointer {
        return Err("len of nil pointer".into());
    }
    match go::length(value) {
        Some(length) => Ok(Val::concrete(Value::Int(i64::try_from(length).unwrap_or(i64::MAX)))),
        None => Err(format!("len of type {}", go::type_name(value)).into()),
    }
}

/// `call`: there are no functions among values, so it can only explain what it was given.
pub(super) fn call(function: &Val<'_>, context: &Context<'_, '_>) -> CallError {
    let Some(value) = function.present() else { return "call of nil".into() };
    let name = match (context.first, as_text(value)) {
        (Some(node), _) => describe(context.job.ast, context.job.source, node),
        (None, Some(text)) => text.into_owned(),
        (None, None) => format!("<{} Value>", go::type_name(value)),
    };
    format!("non-function {name} of type {}", go::type_name(value)).into()
}
