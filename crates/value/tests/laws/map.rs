//! Maps against the simplest thing that could be one.

use proptest::collection::vec;
use proptest::prelude::*;
use value::{Key, Map, Value};

#[derive(Debug, Clone)]
enum Operation {
    Insert(Key, i64),
    Remove(Key),
    Retain(i64),
}

fn key() -> impl Strategy<Value = Key> {
    prop_oneof![
        "[a-z]".prop_map(Key::from),
        (0_i64..20).prop_map(Key::Int),
        (0_u64..20).prop_map(Key::Uint),
        any::<bool>().prop_map(Key::Bool)
    ]
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        8 => (key(), any::<i64>()).prop_map(|(key, value)| Operation::Insert(key, value)),
        2 => key().prop_map(Operation::Remove),
        1 => (1_i64..10).prop_map(Operation::Retain),
    ]
}

proptest! {
    #[test]
    fn every_operation_does_what_a_list_of_pairs_does(operations in vec(operation(), 0..120)) {
        let mut map = Map::new();
        let mut pairs: Vec<(Key, i64)> = Vec::new();
        for operation in operations {
            let shared = map.clone();
            let before = format!("{shared:?}");
            apply(&mut map, &mut pairs, operation);
            prop_assert_eq!(format!("{shared:?}"), before, "another clone was changed");
            prop_assert!(map.iter().map(|(key, value)| (key.clone(), value.as_int().unwrap())).eq(pairs.iter().cloned()));
            for (key, value) in &pairs {
                prop_assert_eq!(map.get(key), Some(&Value::Int(*value)));
            }
        }
    }
}

fn apply(map: &mut Map, pairs: &mut Vec<(Key, i64)>, operation: Operation) {
    match operation {
        Operation::Insert(key, value) => {
            map.insert(key.clone(), value);
            match pairs.iter_mut().find(|(other, _)| *other == key) {
                Some(pair) => pair.1 = value,
                None => pairs.push((key, value)),
            }
        }
        Operation::Remove(key) => {
            map.remove(&key);
            pairs.retain(|(other, _)| *other != key);
        }
        Operation::Retain(divisor) => {
            map.retain(|_, value| value.as_int().is_some_and(|value| value % divisor == 0));
            pairs.retain(|(_, value)| value % divisor == 0);
        }
    }
}
