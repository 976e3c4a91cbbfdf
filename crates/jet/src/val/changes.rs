//! Maps that were handed in and changed by a template. The originals stay as they are; the template sees its own copy
//! wherever the original appears, as it would in Go, where all of these are one map.

use std::collections::HashMap;
use std::sync::Arc;

use value::{Map, Value};

use super::{SharedMap, Thing};

/// The copies, by the original.
#[derive(Default)]
pub(crate) struct Changes {
    changed: Vec<Change>,
    /// By the place of the first entry, which no two maps share as long as they live.
    by_place: HashMap<usize, usize>,
}

struct Change {
    /// Kept alive, so that its place is not taken by another map.
    original: Map,
    copy: Value,
}

impl Changes {
    pub(crate) fn is_empty(&self) -> bool {
        self.changed.is_empty()
    }

    /// The copy of a map, if there is one.
    pub(crate) fn find(&self, map: &Map) -> Option<&Value> {
        if self.is_empty() {
            return None;
        }
        let at = match place(map) {
            Some(place) => self.by_place.get(&place).copied(),
            None => self.changed.iter().position(|change| change.original.shares_with(map)),
        };
        at.map(|at| &self.changed[at].copy)
    }

    /// The value as it is now: the copy, if it is a map that has one.
    pub(crate) fn current(&self, value: Value) -> Value {
        match &value {
            Value::Map(map) => self.find(map).cloned().unwrap_or(value),
            _ => value,
        }
    }

    /// The copy of a map, made now if there is none.
    pub(crate) fn copy_of(&mut self, map: &Map) -> Value {
        if let Some(copy) = self.find(map) {
            return copy.clone();
        }
        let copy = Value::Opaque(Arc::new(Thing::Map(SharedMap::new(map.clone()))));
        if let Some(place) = place(map) {
            self.by_place.insert(place, self.changed.len());
        }
        self.changed.push(Change { original: map.clone(), copy: copy.clone() });
        copy
    }
}

/// What tells a map from all others; an empty one has nothing.
fn place(map: &Map) -> Option<usize> {
    map.entry_at(0).map(|(key, _)| std::ptr::from_ref(key).addr())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::val::with_map;

    #[test]
    fn a_copy_is_seen_wherever_the_original_was() {
        let original = Map::from_iter([("a", 1)]);
        let (same, other) = (original.clone(), Map::from_iter([("a", 1)]));
        let mut changes = Changes::default();
        let copy = changes.copy_of(&original);
        let Some(Thing::Map(shared)) = copy.as_opaque() else { panic!("a shared map") };
        shared.lock().insert("a", 2);
        let value_of = |map: Map| with_map(&changes.current(map.into()), |map| map.get("a").cloned()).flatten();
        assert_eq!(value_of(same), Some(2.into()));
        assert_eq!(value_of(other), Some(1.into()));
        assert_eq!(original.get("a"), Some(&1.into()));
    }

    #[test]
    fn empty_maps_are_told_apart() {
        let (first, second) = (Map::with_capacity(1), Map::with_capacity(1));
        let mut changes = Changes::default();
        changes.copy_of(&first);
        assert!(matches!(changes.current(first.into()), Value::Opaque(_)));
        assert!(matches!(changes.current(second.into()), Value::Map(_)));
    }
}
