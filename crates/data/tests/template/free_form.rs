//! Values with texts in them.

use super::{environment, map};
use data::template::{Keys, expand_map, expand_value};
use value::Value;

fn expanded(json: &str) -> Value {
    expand_value(&map(json).into(), &environment()).unwrap().value
}

#[test]
fn null_leaves_entries_out_and_stays_in_lists() {
    let json = r#"{"a": "{{ Data.nothing }}", "b": null, "c": ["{{ nil }}", null, "{{ Data.port }}"], "d": {"e": "{{ nil }}"}, "f": 1.5}"#;
    assert_eq!(expanded(json).to_string(), "map[b:<nil> c:[<nil> <nil> 8080] d:map[] f:1.5]");
}

#[test]
fn keys_of_the_outer_map_only() {
    let given = map(r#"{"k-{{ Data.port }}": {"{{ Facts.os }}": "{{ Facts.os }}"}}"#);
    let expand = |keys| expand_map(&given, keys, &environment()).unwrap().value.to_string();
    assert_eq!(expand(Keys::Expand), "map[k-8080:map[{{ Facts.os }}:linux]]");
    assert_eq!(expand(Keys::Keep), "map[k-{{ Data.port }}:map[{{ Facts.os }}:linux]]");
}

#[test]
fn all_problems_with_their_paths() {
    let given = map(r#"{"a": {"b": ["x", "{{ nope }} {{ no }}"]}, "{{ c": 1, "{{ d }}": "${ Data.x.y }"}"#);
    let problems = expand_map(&given, Keys::Expand, &environment()).unwrap_err();
    let shown: Vec<_> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            "a.b[1]: unknown name `nope`",
            "a.b[1]: unknown name `no`",
            "{{ d }}: cannot get `y` from nil",
            "{{ d }}: unknown name `d`",
        ]
    );
    assert!(problems[3].is_key);
}

#[test]
fn deep_values_are_refused() {
    let deep = (0..400).fold(Value::from("{{ 1 }}"), |inner, _| Value::from(vec![inner]));
    let problems = expand_value(&deep, &environment()).unwrap_err();
    assert!(problems[0].to_string().ends_with("lists and maps are nested more than 256 levels deep"));
}
