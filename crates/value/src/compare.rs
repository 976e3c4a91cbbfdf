//! Equality and order.

use std::cmp::Ordering;

use crate::{Key, KeyRef, List, Map, Number, Value};

/// How numbers of different kinds compare.
#[derive(Clone, Copy)]
enum Numbers {
    /// Different kinds are different values.
    Strict,
    /// What they count decides.
    Loose,
}

impl Value {
    /// Whether both are equal when numbers of different kinds are compared by what they count: `1`, `1u` and `1.0` are
    /// equal, in lists, as values and as keys of maps too. The comparison is exact for every number.
    pub fn loosely_equal(&self, other: &Self) -> bool {
        equal(self, other, Numbers::Loose)
    }

    /// The order of two values: numbers of any kind by what they count, text and bytes by their bytes, `false` before
    /// `true`, times and durations. `None` when they have no order.
    pub fn order(&self, other: &Self) -> Option<Ordering> {
        if let (Some(a), Some(b)) = (self.as_number(), other.as_number()) {
            return a.partial_cmp(&b);
        }
        match (self, other) {
            (Self::Bool(a), Self::Bool(b)) => Some(a.cmp(b)),
            (Self::String(a), Self::String(b)) => Some(a.cmp(b)),
            (Self::Bytes(a), Self::Bytes(b)) => Some(a.cmp(b)),
            (Self::Timestamp(a), Self::Timestamp(b)) => Some(a.cmp(b)),
            (Self::Duration(a), Self::Duration(b)) => Some(a.cmp(b)),
            _ => Some(self.as_text_bytes()?.cmp(other.as_text_bytes()?)),
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        equal(self, other, Numbers::Strict)
    }
}

impl PartialEq for List {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = Vec::new();
        pair_lists(self, other, &mut pairs) && all_equal(pairs, Numbers::Strict)
    }
}

impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = Vec::new();
        pair_maps(self, other, Numbers::Strict, &mut pairs) && all_equal(pairs, Numbers::Strict)
    }
}

fn equal(a: &Value, b: &Value, numbers: Numbers) -> bool {
    all_equal(vec![(a, b)], numbers)
}

/// Compares pairs, and the pairs inside them, one after the other: the depth of a value costs memory, not stack.
fn all_equal<'a>(mut pairs: Vec<(&'a Value, &'a Value)>, numbers: Numbers) -> bool {
    while let Some((a, b)) = pairs.pop() {
        let same = match (a, b) {
            (Value::List(a), Value::List(b)) => pair_lists(a, b, &mut pairs),
            (Value::Map(a), Value::Map(b)) => pair_maps(a, b, numbers, &mut pairs),
            _ => scalars_equal(a, b, numbers),
        };
        if !same {
            return false;
        }
    }
    true
}

type Pairs<'a> = Vec<(&'a Value, &'a Value)>;

fn pair_lists<'a>(a: &'a List, b: &'a List, pairs: &mut Pairs<'a>) -> bool {
    pairs.extend(a.iter().zip(b).rev());
    a.len() == b.len()
}

fn pair_maps<'a>(a: &'a Map, b: &'a Map, numbers: Numbers, pairs: &mut Pairs<'a>) -> bool {
    a.len() == b.len()
        && a.iter().all(|(key, value)| {
            let other = find(b, key, numbers);
            pairs.extend(other.map(|other| (value, other)));
            other.is_some()
        })
}

fn find<'a>(map: &'a Map, key: &Key, numbers: Numbers) -> Option<&'a Value> {
    map.get(key).or_else(|| match numbers {
        Numbers::Strict => None,
        Numbers::Loose => map.get(twin(key)?),
    })
}

/// The key that counts the same in the other kind of integer.
fn twin(key: &Key) -> Option<KeyRef<'static>> {
    match key {
        Key::Int(key) => u64::try_from(*key).ok().map(KeyRef::Uint),
        Key::Uint(key) => i64::try_from(*key).ok().map(KeyRef::Int),
        Key::Bool(_) | Key::String(_) => None,
    }
}

#[expect(clippy::float_cmp, reason = "equality of floats is what is asked for")]
fn scalars_equal(a: &Value, b: &Value, numbers: Numbers) -> bool {
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
        (Value::Unknown(a), Value::Unknown(b)) => a == b,
        _ => matches!(numbers, Numbers::Loose) && counts_same(a.as_number(), b.as_number()),
    }
}

fn counts_same(a: Option<Number>, b: Option<Number>) -> bool {
    a.zip(b).is_some_and(|(a, b)| a == b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Duration, Unknown};

    fn list(items: &[Value]) -> Value {
        items.iter().cloned().collect()
    }

    #[test]
    fn strict_and_loose_equality() {
        let map = |key: Key, value: Value| Value::from(Map::from_iter([(key, value)]));
        for (a, b, strictly, loosely) in [
            (Value::Null, Value::Null, true, true),
            (Value::Null, Value::Bool(false), false, false),
            (Value::Int(1), Value::Uint(1), false, true),
            (Value::Int(1), Value::Float(1.0), false, true),
            (Value::Float(0.0), Value::Float(-0.0), true, true),
            (Value::Float(f64::NAN), Value::Float(f64::NAN), false, false),
            (Value::from("1"), Value::Int(1), false, false),
            (Value::from("a"), Value::bytes(*b"a"), false, false),
            (Value::Duration(Duration::from_nanos(1)), Value::Int(1), false, false),
            (list(&[1.into(), 2.into()]), list(&[1.into(), 2.0.into()]), false, true),
            (list(&[1.into()]), list(&[1.into(), 2.into()]), false, false),
            (map(Key::Int(1), 1.into()), map(Key::Uint(1), 1.0.into()), false, true),
            (map(Key::Int(-1), 1.into()), map(Key::Uint(1), 1.into()), false, false),
            (map("a".into(), Value::Null), map("b".into(), Value::Null), false, false),
            (Unknown::new("a").into(), Unknown::new("a").into(), true, true),
        ] {
            assert_eq!((a == b, a.loosely_equal(&b)), (strictly, loosely), "{a:?} {b:?}");
            assert_eq!((b == a, b.loosely_equal(&a)), (strictly, loosely), "{b:?} {a:?}");
        }
    }

    #[test]
    fn a_shared_list_with_nan_is_not_equal_to_itself() {
        let value = list(&[f64::NAN.into()]);
        assert!(value != value.clone());
    }

    #[test]
    fn maps_are_equal_in_any_order() {
        let a = Map::from_iter([("x", 1), ("y", 2)]);
        let b = Map::from_iter([("y", 2), ("x", 1)]);
        assert_eq!(a, b);
    }

    #[test]
    fn order_of_scalars() {
        use Ordering::{Greater, Less};
        assert_eq!(Value::from(1).order(&Value::from(1.5)), Some(Less));
        assert_eq!(Value::from("b").order(&Value::from("a")), Some(Greater));
        assert_eq!(Value::from(false).order(&Value::from(true)), Some(Less));
        assert_eq!(Value::from("b").order(&Value::from(1)), None);
        assert_eq!(Value::Null.order(&Value::Null), None);
    }

    #[test]
    fn deep_values_compare_without_recursion() {
        let deep = || (0..200_000).fold(Value::Null, |value, _| Value::from(vec![value]));
        assert!(deep() == deep());
    }
}
