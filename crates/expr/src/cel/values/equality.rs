//! Which values are equal.

use value::Value;

use super::{MapRef, OddMap, Optional, TypeValue, order};
use crate::cel::eval::Budget;
use crate::cel::failure::Failure;
use crate::data::bytes_of;

/// Whether two values are equal: numbers by what they count, lists by their items, maps by their entries. Values of
/// different types are not. Each pair inside of them is a step: what is shared is compared at each of its places.
pub(crate) fn equal(budget: &mut Budget, a: &Value, b: &Value) -> Result<bool, Failure> {
    match (a, b) {
        (Value::List(_), Value::List(_)) | (Value::Map(_), Value::Map(_)) => nested(a, b, |steps| budget.step(steps)),
        (Value::Opaque(_), Value::Opaque(_)) if a.as_opaque::<TypeValue>().is_none() => {
            nested(a, b, |steps| budget.step(steps))
        }
        _ => {
            budget.step(effort(a, b) - 1)?;
            Ok(scalars(a, b))
        }
    }
}

/// [`equal`] for values that are compared outside of an evaluation.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    let Ok(same) = nested(a, b, |_| Ok::<_, std::convert::Infallible>(()));
    same
}

/// Whether one of the items is equal to `wanted`.
pub(crate) fn contains(budget: &mut Budget, items: &[Value], wanted: &Value) -> Result<bool, Failure> {
    budget.step(items.len())?;
    for item in items {
        if equal(budget, wanted, item)? {
            return Ok(true);
        }
    }
    Ok(false)
}

type Pairs<'a> = Vec<(&'a Value, &'a Value)>;

/// Compares pairs and the pairs inside them one after the other: the depth of a value costs memory, not stack.
fn nested<E>(a: &Value, b: &Value, mut step: impl FnMut(usize) -> Result<(), E>) -> Result<bool, E> {
    let mut pairs = vec![(a, b)];
    while let Some((a, b)) = pairs.pop() {
        step(effort(a, b))?;
        let same = match (a, b) {
            (Value::List(a), Value::List(b)) => {
                pairs.extend(a.iter().zip(b).rev());
                a.len() == b.len()
            }
            (Value::Map(_), Value::Map(_)) => pair_entries(a, b, &mut pairs),
            (Value::Opaque(_), Value::Opaque(_)) => pair_opaque(a, b, &mut pairs),
            _ => scalars(a, b),
        };
        if !same {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The steps that a pair takes. Texts of different lengths need no look at what is in them; odd keys are looked for one
/// after the other.
fn effort(a: &Value, b: &Value) -> usize {
    let (text, other) = (bytes_of(a), bytes_of(b));
    match a.as_opaque::<OddMap>() {
        Some(map) => 1 + map.entries().len() * map.entries().len(),
        None if text.len() == other.len() => 1 + text.len() / 64,
        None => 1,
    }
}

fn pair_opaque<'a>(a: &'a Value, b: &'a Value, pairs: &mut Pairs<'a>) -> bool {
    if let (Some(a), Some(b)) = (a.as_opaque::<Optional>(), b.as_opaque::<Optional>()) {
        pairs.extend(a.get().zip(b.get()));
        return a.get().is_some() == b.get().is_some();
    }
    match (a.as_opaque::<OddMap>(), b.as_opaque::<OddMap>()) {
        (Some(a), Some(b)) => {
            a.entries().len() == b.entries().len()
                && a.entries().iter().all(|(key, value)| {
                    let other = b.find(key);
                    pairs.extend(other.map(|other| (value, other)));
                    other.is_some()
                })
        }
        _ => scalars(a, b),
    }
}

fn pair_entries<'a>(a: &'a Value, b: &'a Value, pairs: &mut Pairs<'a>) -> bool {
    let (Value::Map(a), Some(b)) = (a, MapRef::of(b)) else { return false };
    a.len() == b.len()
        && a.iter().all(|(key, value)| {
            let other = b.find(&key.to_value());
            pairs.extend(other.map(|other| (value, other)));
            other.is_some()
        })
}

#[expect(clippy::float_cmp, reason = "equality of floats is what is asked for")]
fn scalars(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Uint(a), Value::Uint(b)) => a == b,
        (Value::Float(a), Value::Float(b)) => a == b,
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Bytes(a), Value::Bytes(b)) => a == b,
        (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
        (Value::Duration(a), Value::Duration(b)) => a == b,
        (Value::Opaque(a), Value::Opaque(b)) => a.equals(b.as_ref()),
        _ => order::numbers(a, b) == Some(std::cmp::Ordering::Equal),
    }
}
