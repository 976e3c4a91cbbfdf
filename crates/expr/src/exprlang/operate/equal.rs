//! `==`: numbers by what they count, lists item by item, maps strictly.

use value::{GoType, List, Map, Value};

use super::number::{Num, to_float};
use crate::exprlang::fault::{Fault, Result};
use crate::exprlang::machine::Usage;
use crate::exprlang::moment::Moment;
use crate::exprlang::opaque::{AnyMap, holds_anything, is_nil};

/// How two values are compared.
#[derive(Clone, Copy)]
enum Mode {
    /// `1` is `1.0`.
    Loose,
    /// Inside of maps, types count.
    Strict,
}

/// Whether two values are equal; unknown when one of them is.
pub(crate) fn equal(usage: &mut Usage<'_>, a: &Value, b: &Value) -> Result<bool> {
    if let Some(answer) = scalars(a, b) {
        usage.steps(effort(a, b) - 1)?;
        return Ok(answer);
    }
    if let Some(unknown) = Value::unknown_among([a, b]) {
        return Err(Fault::Unknown(unknown));
    }
    let mut pairs = vec![(a, b, Mode::Loose)];
    while let Some((a, b, mode)) = pairs.pop() {
        usage.steps(effort(a, b))?;
        let same = match mode {
            Mode::Loose => loosely(a, b, &mut pairs),
            Mode::Strict => strictly(a, b, &mut pairs),
        };
        if !same {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The steps that a pair takes. Texts of different lengths need no look at what is in them; keys of any kind are looked
/// for one after the other.
fn effort(a: &Value, b: &Value) -> usize {
    match (a, b) {
        (Value::String(a), Value::String(b)) if a.len() == b.len() => 1 + a.len() / 64,
        (Value::Opaque(_), _) => a.as_opaque::<AnyMap>().map_or(1, |map| 1 + map.entries.len() * map.entries.len()),
        _ => 1,
    }
}

/// The pairs of frequent kinds, without any preparation.
#[expect(clippy::float_cmp, reason = "equality of floats is what is asked for")]
fn scalars(a: &Value, b: &Value) -> Option<bool> {
    Some(match (a, b) {
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Null, Value::Null) => true,
        (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
        (Value::Duration(a), Value::Duration(b)) => a == b,
        _ => match (Num::of(a)?, Num::of(b)?) {
            (Num::Int(a), Num::Int(b)) => a == b,
            _ => to_float(a).ok()? == to_float(b).ok()?,
        },
    })
}

type Pairs<'a> = Vec<(&'a Value, &'a Value, Mode)>;

fn loosely<'a>(a: &'a Value, b: &'a Value, pairs: &mut Pairs<'a>) -> bool {
    if let Some(answer) = scalars(a, b) {
        return answer;
    }
    match (a, b) {
        (Value::List(a), Value::List(b)) if similar(a.go_type(), b.go_type()) => {
            is_nil_pair(a, b) || pair_items(a, b, Mode::Loose, pairs)
        }
        (Value::List(list), Value::Bytes(bytes)) | (Value::Bytes(bytes), Value::List(list)) => {
            holds_anything(list.go_type()) && same_bytes(list, bytes)
        }
        _ => match (Moment::of(a), Moment::of(b)) {
            (Some(a), Some(b)) => a.time == b.time,
            _ => is_nil(a) && is_nil(b) || strictly(a, b, pairs),
        },
    }
}

fn is_nil_pair(a: &List, b: &List) -> bool {
    a.is_empty() && b.is_empty()
}

/// Lists of anything compare with lists of numbers and texts; other types only with themselves.
fn similar(a: GoType, b: GoType) -> bool {
    let simple = |go_type: GoType| !go_type.name().contains("2]");
    a == b || simple(a) && simple(b) && (holds_anything(a) || holds_anything(b))
}

fn same_bytes(list: &List, bytes: &[u8]) -> bool {
    list.len() == bytes.len()
        && list.iter().zip(bytes).all(|(item, byte)| scalars(item, &Value::Uint(u64::from(*byte))) == Some(true))
}

fn strictly<'a>(a: &'a Value, b: &'a Value, pairs: &mut Pairs<'a>) -> bool {
    match (a, b) {
        (Value::List(a), Value::List(b)) => a.go_type() == b.go_type() && pair_items(a, b, Mode::Strict, pairs),
        (Value::Map(a), Value::Map(b)) => a.go_type() == b.go_type() && pair_entries(a, b, pairs),
        (Value::Timestamp(a), Value::Timestamp(b)) => a == b && a.offset_seconds() == b.offset_seconds(),
        (a, b) => match (a.as_opaque::<AnyMap>(), b.as_opaque::<AnyMap>()) {
            (Some(a), Some(b)) => pair_any(a, b, pairs),
            _ => a == b,
        },
    }
}

fn pair_any<'a>(a: &'a AnyMap, b: &'a AnyMap, pairs: &mut Pairs<'a>) -> bool {
    a.go_type == b.go_type
        && a.entries.len() == b.entries.len()
        && a.entries.iter().all(|(key, value)| {
            let other = b.get(key);
            pairs.extend(other.map(|other| (value, other, Mode::Strict)));
            other.is_some()
        })
}

fn pair_items<'a>(a: &'a List, b: &'a List, mode: Mode, pairs: &mut Pairs<'a>) -> bool {
    pairs.extend(a.iter().zip(b).rev().map(|(a, b)| (a, b, mode)));
    a.len() == b.len()
}

fn pair_entries<'a>(a: &'a Map, b: &'a Map, pairs: &mut Pairs<'a>) -> bool {
    a.len() == b.len()
        && a.iter().all(|(key, value)| {
            let other = b.get(key);
            pairs.extend(other.map(|other| (value, other, Mode::Strict)));
            other.is_some()
        })
}
