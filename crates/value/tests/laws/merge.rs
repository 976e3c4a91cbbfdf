//! Merging.

use proptest::prelude::*;
use value::{Map, Value};

use crate::values::{layer, layer_without_lists, value};

/// Tells values apart that `==` takes for the same, order of entries included.
fn exactly(value: &Value) -> String {
    format!("{value:?}")
}

proptest! {
    #[test]
    fn layers_can_be_merged_in_any_grouping(a in layer(), b in layer(), c in layer()) {
        prop_assert_eq!(exactly(&a.merged(&b).merged(&c)), exactly(&a.merged(&b.merged(&c))));
    }

    #[test]
    fn an_empty_map_changes_nothing(a in layer()) {
        let empty = Value::from(Map::new());
        prop_assert_eq!(exactly(&a.merged(&empty)), exactly(&a));
        prop_assert_eq!(exactly(&empty.merged(&a)), exactly(&a));
    }

    #[test]
    fn without_lists_merging_again_changes_nothing(a in layer_without_lists(), b in layer_without_lists()) {
        let once = a.merged(&b);
        prop_assert_eq!(exactly(&once.merged(&b)), exactly(&once));
        prop_assert_eq!(exactly(&a.merged(&a)), exactly(&a));
    }

    #[test]
    fn inputs_are_not_changed(a in value(), b in value()) {
        let (a_before, b_before) = (exactly(&a), exactly(&b));
        let mut merged = a.merged(&b);
        merged.merge(&a);
        merged.merge_shallow(&b);
        prop_assert_eq!((exactly(&a), exactly(&b)), (a_before, b_before));
    }

    #[test]
    fn the_recursive_definition_holds(a in value(), b in value()) {
        prop_assert_eq!(exactly(&a.merged(&b)), exactly(&by_definition(&a, &b)));
    }
}

fn by_definition(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Map(a), Value::Map(b)) => {
            let mut result = a.clone();
            for (key, incoming) in b.iter() {
                let merged = a.get(key).map_or_else(|| incoming.clone(), |existing| by_definition(existing, incoming));
                result.insert(key.clone(), merged);
            }
            result.into()
        }
        (Value::List(a), Value::List(b)) => a.iter().chain(b).cloned().collect(),
        (_, b) => b.clone(),
    }
}
