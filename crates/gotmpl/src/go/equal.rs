//! Deep equality.

use value::{List, Map, Value};

use super::{Number, as_map, kind, type_name};

/// Whether two values are equal as Go's `reflect.DeepEqual` sees it: of the same types all the way down, nil and empty
/// lists being different. Beyond 1,000 levels nothing is equal.
pub fn deep_equal(left: &Value, right: &Value) -> bool {
    equal(left, right, 1_000)
}

fn equal(left: &Value, right: &Value, depth: usize) -> bool {
    if depth == 0 || kind(left) != kind(right) || type_name(left) != type_name(right) {
        return false;
    }
    match (left, right) {
        (Value::List(left), Value::List(right)) => equal_lists(left, right, depth - 1),
        _ => match (as_map(left), as_map(right)) {
            (Some(left), Some(right)) if left.is_empty() && right.is_empty() => true,
            (Some(left), Some(right)) => equal_maps(&left, &right, depth - 1),
            _ => Number::of(left).map_or_else(|| left == right, |left| Some(left) == Number::of(right)),
        },
    }
}

fn equal_lists(left: &List, right: &List, depth: usize) -> bool {
    left.len() == right.len() && left.iter().zip(right.iter()).all(|(left, right)| equal(left, right, depth))
}

fn equal_maps(left: &Map, right: &Map, depth: usize) -> bool {
    left.len() == right.len()
        && left.iter().all(|(key, value)| right.get(key).is_some_and(|other| equal(value, other, depth)))
}
