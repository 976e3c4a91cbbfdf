//! Laws of merging.

use super::support::{Case, json, shown};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use value::Value;

/// Data of JSON whose numbers survive as they are.
fn layer() -> impl Strategy<Value = serde_json::Value> {
    let scalar = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        (-5..5_i64).prop_map(Into::into),
        "[a-c]{0,2}".prop_map(Into::into),
    ];
    let value = scalar.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Into::into),
            btree_map("[a-d]", inner, 0..4).prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    });
    btree_map("[a-d]", value, 0..4).prop_map(|map| serde_json::Value::Object(map.into_iter().collect()))
}

fn document(merge: &str, data: &serde_json::Value, layers: &[serde_json::Value]) -> String {
    let names: Vec<String> = (0..layers.len()).map(|number| format!("o{number}")).collect();
    let overrides: serde_json::Map<_, _> = names.iter().cloned().zip(layers.iter().cloned()).collect();
    let hierarchy = serde_json::json!({"order": names, "merge": merge});
    serde_json::json!({"hierarchy": hierarchy, "data": data, "overrides": overrides}).to_string()
}

proptest! {
    #[test]
    fn deep_is_the_deep_merge_of_values(data in layer(), layers in vec(layer(), 0..4)) {
        let mut expected = Value::from(json(&data.to_string()));
        for layer in &layers {
            expected.merge(&json(&layer.to_string()).into());
        }
        let got = Case::new(&document("deep", &data, &layers)).resolve().unwrap();
        prop_assert_eq!(Value::from(got.data), expected);
    }

    #[test]
    fn first_replaces_at_the_top_and_stops(data in layer(), layers in vec(layer(), 1..4)) {
        let mut expected = json(&data.to_string());
        expected.merge_shallow(&json(&layers[0].to_string()));
        let got = Case::new(&document("first", &data, &layers)).resolve().unwrap();
        prop_assert_eq!(Value::from(got.data), Value::from(expected));
    }

    #[test]
    fn passing_data_leaves_it_alone(data in layer(), passed in layer()) {
        let case = Case::new(&document("deep", &data, &[])).passed(&passed.to_string());
        let before = shown(case.passed.as_ref().unwrap());
        case.resolve().unwrap();
        prop_assert_eq!(before, shown(case.passed.as_ref().unwrap()));
    }

    #[test]
    fn explaining_agrees_with_resolving(data in layer(), layers in vec(layer(), 0..3), key in "[a-d](\\.[a-d]){0,2}", deep: bool) {
        let case = Case::new(&document(if deep { "deep" } else { "first" }, &data, &layers));
        let resolved = case.resolve().unwrap();
        let explained = case.explain(&key).unwrap();
        let find = |key: &str| {
            let data = Some(Value::from(resolved.data.clone()));
            key.split('.').fold(data, |value, key| value.and_then(|value| value.as_map()?.get(key).cloned()))
        };
        prop_assert_eq!(&explained.value, &find(&key));
        // The layers of what is inside of a list are those of the list.
        let value = find(explained.list.as_deref().unwrap_or(&key));
        let counting: Vec<_> = explained.layers.iter().filter(|held| held.counts).collect();
        prop_assert_eq!(counting.is_empty(), value.is_none());
        let mut merged = counting.iter().filter_map(|held| held.value.clone());
        let merged = merged.next().map(|first| merged.fold(first, |under, over| under.merged(&over)));
        prop_assert_eq!(merged, value);
    }
}
