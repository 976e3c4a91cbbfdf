//! Which values are equal.

use value::{List, Value};

use super::{MapRef, order};

/// Whether two values are equal: numbers by what they count, lists by their items, maps by their entries. Values of
/// different types are not.
pub(crate) fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::List(_), Value::List(_)) | (Value::Map(_), Value::Map(_)) => nested(a, b),
        _ => scalars(a, b),
    }
}

/// Whether a list has an item that is equal to `wanted`.
pub(crate) fn contains(list: &List, wanted: &Value) -> bool {
    list.iter().any(|item| equal(wanted, item))
}

/// Compares pairs and the pairs inside them one after the other: the depth of a value costs memory, not stack.
fn nested(a: &Value, b: &Value) -> bool {
    let mut pairs = vec![(a, b)];
    while let Some((a, b)) = pairs.pop() {
        let same = match (a, b) {
            (Value::List(a), Value::List(b)) => {
                pairs.extend(a.iter().zip(b).rev());
                a.len() == b.len()
            }
            (Value::Map(_), Value::Map(_)) => pair_entries(a, b, &mut pairs),
            _ => scalars(a, b),
        };
        if !same {
            return false;
        }
    }
    true
}

fn pair_entries<'a>(a: &'a Value, b: &'a Value, pairs: &mut Vec<(&'a Value, &'a Value)>) -> bool {
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
