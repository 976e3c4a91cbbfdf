//! Deep equality.

use std::collections::HashSet;

use value::{List, Map, Value};

use super::{Number, as_map, kind, type_name};

/// How deep values are compared.
const DEPTH: usize = 1_000;

/// Whether two values are equal as Go's `reflect.DeepEqual` sees it: of the same types all the way down, nil and empty
/// lists being different, a list or map being equal to itself whatever is in it. Beyond 1,000 levels nothing is equal.
pub fn deep_equal(left: &Value, right: &Value) -> bool {
    Comparison::default().equal(left, right, DEPTH)
}

/// A comparison that is under way.
#[derive(Default)]
struct Comparison {
    /// The storages that were compared, or are being compared: what is shared many times is compared once, and what
    /// holds itself has an end.
    seen: HashSet<(usize, usize)>,
}

impl Comparison {
    fn equal(&mut self, left: &Value, right: &Value, depth: usize) -> bool {
        if depth == 0 || kind(left) != kind(right) || type_name(left) != type_name(right) {
            return false;
        }
        match (left, right) {
            (Value::List(left), Value::List(right)) => self.lists(left, right, depth - 1),
            _ => match (as_map(left), as_map(right)) {
                (Some(left), Some(right)) if left.is_empty() && right.is_empty() => true,
                (Some(left), Some(right)) => self.maps(&left, &right, depth - 1),
                _ => Number::of(left).map_or_else(|| left == right, |left| Some(left) == Number::of(right)),
            },
        }
    }

    fn lists(&mut self, left: &List, right: &List, depth: usize) -> bool {
        left.len() == right.len()
            && (self.is_settled(left.first(), right.first())
                || left.iter().zip(right.iter()).all(|(left, right)| self.equal(left, right, depth)))
    }

    fn maps(&mut self, left: &Map, right: &Map, depth: usize) -> bool {
        left.len() == right.len()
            && (self.is_settled(left.values().next(), right.values().next())
                || left.iter().all(|(key, value)| right.get(key).is_some_and(|other| self.equal(value, other, depth))))
    }

    /// Whether two storages need no comparison; they are told apart by where their first values are. If one that is
    /// under way turns out to differ, the whole answer is no, so that taking it for equal meanwhile does no harm.
    fn is_settled(&mut self, left: Option<&Value>, right: Option<&Value>) -> bool {
        let (Some(left), Some(right)) = (left, right) else { return true };
        let (left, right) = (std::ptr::from_ref(left).addr(), std::ptr::from_ref(right).addr());
        left == right || !self.seen.insert((left, right))
    }
}
