//! The two forms in which resources are written.

use crate::site::{each, names, problems};
use serde_json::json;

#[test]
fn the_list_form_keeps_the_order() {
    let items = "\
- exec:
    - b: {}
    - a: {}
- file:
    - /c: {ensure: absent}
- exec:
    - d: {}
";
    assert_eq!(names(items), ["exec#b", "exec#a", "file#/c", "exec#d"]);
}

#[test]
fn the_map_form_is_one_resource() {
    assert_eq!(names("- exec:\n    name: a\n    command: /bin/true\n- exec: {name: b}\n"), ["exec#a", "exec#b"]);
}

#[test]
fn the_key_wins_over_a_name_inside() {
    assert_eq!(names("- exec:\n    - a: {name: b, command: /bin/true}\n"), ["exec#a"]);
}

#[test]
fn names_are_texts_whatever_they_look_like() {
    assert_eq!(
        names("- exec:\n    - 7: {}\n    - true: {}\n    - \"null\": {}\n"),
        ["exec#7", "exec#true", "exec#null"]
    );
}

#[test]
fn names_may_hold_anything() {
    assert_eq!(
        names("- exec:\n    - echo a#b: {}\n    - 'echo \"x: y\"': {}\n"),
        ["exec#echo a#b", "exec#echo \"x: y\""]
    );
}

#[test]
fn an_item_may_have_no_properties_where_none_are_needed() {
    assert_eq!(names("- exec:\n    - a:\n    - b: {}\n"), ["exec#a", "exec#b"]);
}

#[test]
fn anchors_and_merge_keys_are_resolved_first() {
    let items = "\
- exec:
    - a: &a {command: /bin/a, returns: [1]}
    - b: {<<: *a, command: /bin/b}
";
    assert_eq!(each(items, "command"), [json!("/bin/a"), json!("/bin/b")]);
    assert_eq!(each(items, "returns"), [json!([1]), json!([1])]);
}

#[test]
fn what_is_neither_form_is_refused() {
    let table = [
        ("- exec\n", "manifest::item: a resource is a map with its type as the key, not the text `exec`"),
        ("- {}\n", "manifest::item: an item of `resources` is empty"),
        ("- exec: {}\n", "manifest::item: name is required: this `exec` has none"),
        ("- exec: []\n", "manifest::item: `exec` has an empty list of resources"),
        ("- exec: [a]\n", "manifest::item: an item of `exec` is `name: {properties}`, not the text `a`"),
        ("- exec: [{}]\n", "manifest::item: an item of `exec` is `name: {properties}`, not an empty map"),
        ("- exec: [{a: {}, b: {}}]\n", "manifest::item: multiple resource names found in one item of `exec`"),
        ("- exec: [{a: 1}]\n", "manifest::item: the properties of `a` are a map, not the number 1"),
        (
            "- exec: 1\n",
            "manifest::item: `exec` is a list of `name: {properties}` or a map of properties, not the number 1",
        ),
        ("- exce: {name: a}\n", "manifest::unknown-type: unknown resource type `exce`"),
        ("- [exec]: {name: a}\n", "yaml::key-not-scalar: a list cannot be a key"),
    ];
    for (items, wanted) in table {
        assert_eq!(problems(items), [wanted], "{items}");
    }
}

#[test]
fn one_bad_item_does_not_hide_the_others() {
    let found =
        problems("- exec\n- exce: {name: a}\n- exec: {name: a, tiemout: 1s}\n- file: {name: a, ensure: absent}\n");
    let codes: Vec<&str> = found.iter().map(|text| text.split_once(": ").unwrap().0).collect();
    assert_eq!(codes, ["manifest::item", "manifest::unknown-type", "decode::unknown-key", "file::path"]);
}
