//! Random values.

use proptest::collection::vec;
use proptest::prelude::*;
use value::{Map, Value};

/// Scalars that JSON can say.
pub(crate) fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Int),
        (-3_i64..3).prop_map(Value::Int),
        (i64::MAX as u64 + 1..).prop_map(Value::Uint),
        any::<f64>().prop_filter("JSON has only finite numbers", |value| value.is_finite()).prop_map(Value::Float),
        any::<String>().prop_map(Value::from),
    ]
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c]", ".*"]
}

/// Any nesting of lists, maps and scalars.
pub(crate) fn value() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            vec((key(), inner), 0..12).prop_map(|entries| Value::from(Map::from_iter(entries))),
        ]
    })
}

/// Maps in which the key tells the kind: `m` is a map, `l` a list, `s` a scalar. Layers of data that agree on that.
pub(crate) fn layer() -> impl Strategy<Value = Value> {
    let leaf = Just(Value::from(Map::new()));
    leaf.prop_recursive(4, 40, 4, |inner| {
        let entry = prop_oneof![
            ("m[1-3]", inner).boxed(),
            ("l[1-3]", vec(scalar(), 0..3).prop_map(Value::from)).boxed(),
            ("s[1-3]", scalar()).boxed(),
        ];
        vec(entry, 0..5).prop_map(|entries| Value::from(Map::from_iter(entries)))
    })
}

/// Like [`layer`], without lists.
pub(crate) fn layer_without_lists() -> impl Strategy<Value = Value> {
    layer().prop_map(|value| without_lists(&value))
}

fn without_lists(value: &Value) -> Value {
    match value {
        Value::List(_) => Value::from("no list"),
        Value::Map(map) => map.iter().map(|(key, value)| (key.clone(), without_lists(value))).collect::<Map>().into(),
        other => other.clone(),
    }
}
