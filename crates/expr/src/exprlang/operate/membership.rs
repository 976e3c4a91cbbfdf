//! `in`, and the operators that look into texts.

use value::Value;

use super::equal::equal;
use crate::exprlang::fault::{Fault, Result, word};
use crate::exprlang::machine::Usage;
use crate::exprlang::moment::Moment;
use crate::exprlang::opaque::{AnyMap, Everything, is_nil};
use crate::exprlang::zone::ZoneValue;

/// Whether a list has an item, or a map a key.
pub(crate) fn is_in(usage: &mut Usage<'_>, item: &Value, container: &Value) -> Result<bool> {
    match container {
        Value::Null => Ok(false),
        Value::List(list) => {
            for other in list {
                usage.steps(1)?;
                if equal(usage, other, item)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Value::Bytes(bytes) => {
            usage.steps(bytes.len() / 8)?;
            Ok(super::integer(item).is_some_and(|item| bytes.iter().any(|byte| i64::from(*byte) == item)))
        }
        Value::Map(map) => Ok(super::fetch::found(map, item)?.is_some()),
        Value::Timestamp(_) => field_of(item, container),
        Value::Opaque(_) => in_opaque(usage, item, container),
        _ => Err(Fault::operands("in", item, container)),
    }
}

fn in_opaque(usage: &Usage<'_>, item: &Value, container: &Value) -> Result<bool> {
    if let Some(map) = container.as_opaque::<AnyMap>() {
        if matches!(item, Value::List(_) | Value::Map(_) | Value::Bytes(_)) {
            return Err(Fault::Key { given: word(item) });
        }
        return Ok(map.get(item).is_some());
    }
    if container.as_opaque::<Everything>().is_some() {
        return match item.as_str() {
            Some(name) => Ok(usage.declares(name)),
            None => Err(Fault::operands("in", item, container)),
        };
    }
    if container.as_opaque::<ZoneValue>().is_some() || Moment::of(container).is_some() {
        return field_of(item, container);
    }
    Err(Fault::operands("in", item, container))
}

/// Times and zones have no fields that could be asked for.
fn field_of(name: &Value, value: &Value) -> Result<bool> {
    if name.as_text_bytes().is_some() { Ok(false) } else { Err(Fault::operands("in", name, value)) }
}

pub(crate) fn contains(usage: &mut Usage<'_>, a: &Value, b: &Value) -> Result<bool> {
    looks_into(a, b, |text, part| {
        usage.steps(text.len() / 64)?;
        Ok(crate::search::find(text, part).is_some())
    })
}

pub(crate) fn starts_with(a: &Value, b: &Value) -> Result<bool> {
    looks_into(a, b, |text, part| Ok(text.starts_with(part)))
}

pub(crate) fn ends_with(a: &Value, b: &Value) -> Result<bool> {
    looks_into(a, b, |text, part| Ok(text.ends_with(part)))
}

/// Nil contains nothing and is in nothing.
fn looks_into(a: &Value, b: &Value, look: impl FnOnce(&[u8], &[u8]) -> Result<bool>) -> Result<bool> {
    if is_nil(a) || is_nil(b) {
        return Ok(false);
    }
    look(text(a)?, text(b)?)
}

fn text(value: &Value) -> Result<&[u8]> {
    value.as_text_bytes().ok_or_else(|| Fault::not_text(value))
}
