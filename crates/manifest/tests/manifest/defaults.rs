//! `defaults` in the list form.

use crate::site::{each, names, problems, properties};
use serde_json::json;

#[test]
fn they_count_wherever_they_stand() {
    let table = [
        "- exec:\n    - defaults: {cwd: /srv}\n    - a: {}\n    - b: {}\n",
        "- exec:\n    - a: {}\n    - defaults: {cwd: /srv}\n    - b: {}\n",
        "- exec:\n    - a: {}\n    - b: {}\n    - defaults: {cwd: /srv}\n",
    ];
    for items in table {
        assert_eq!(names(items), ["exec#a", "exec#b"], "{items}");
        assert_eq!(each(items, "cwd"), [json!("/srv"), json!("/srv")], "{items}");
    }
}

#[test]
fn own_properties_win_and_replace_lists() {
    let items = "\
- exec:
    - defaults: {cwd: /srv, returns: [0, 1], environment: [A=1]}
    - a: {cwd: /tmp, returns: [2], environment: []}
    - b: {}
";
    assert_eq!(each(items, "cwd"), [json!("/tmp"), json!("/srv")]);
    assert_eq!(each(items, "returns"), [json!([2]), json!([0, 1])]);
    assert_eq!(properties(items)[1]["environment"], json!(["A=1"]));
}

#[test]
fn an_item_without_a_value_loses_them() {
    assert_eq!(
        each("- exec:\n    - defaults: {cwd: /srv}\n    - a:\n    - b: {}\n", "cwd"),
        [json!(null), json!("/srv")]
    );
    assert_eq!(
        problems("- file:\n    - defaults: {ensure: absent}\n    - /a:\n"),
        ["decode::missing-key: missing key `ensure`"]
    );
}

#[test]
fn they_end_with_their_list() {
    let items = "- exec:\n    - defaults: {cwd: /srv}\n    - a: {}\n- exec:\n    - b: {}\n- exec: {name: c}\n";
    assert_eq!(each(items, "cwd"), [json!("/srv"), json!(null), json!(null)]);
}

#[test]
fn they_do_not_rename() {
    assert_eq!(names("- exec:\n    - defaults: {name: x}\n    - a: {}\n    - b: {}\n"), ["exec#a", "exec#b"]);
}

#[test]
fn they_may_be_empty() {
    for items in ["- exec:\n    - defaults: {}\n    - a: {}\n", "- exec:\n    - defaults:\n    - a: {}\n"] {
        assert_eq!(names(items), ["exec#a"]);
    }
}

#[test]
fn the_map_form_has_none() {
    let found = problems("- exec:\n    name: a\n    defaults: {cwd: /srv}\n");
    assert_eq!(found, ["decode::unknown-key: unknown key `defaults`"]);
}

/// `control` is merged field by field, as the original decodes it; both fields stay in force.
#[test]
fn control_is_merged_field_by_field() {
    let found = problems("- exec:\n    - defaults: {control: {if: a, unlss: b}}\n    - c: {control: {if: d}}\n");
    let unknown = "decode::unknown-key: unknown key `unlss`".to_owned();
    assert!(found.contains(&unknown), "the default one is still there: {found:?}");
    let found = problems("- exec:\n    - defaults: {control: {if: [a]}}\n    - c: {control: {if: d}}\n");
    assert!(found.iter().all(|text| !text.contains("decode::wrong-type")), "and the own one wins: {found:?}");
}

#[test]
fn two_of_them_are_refused() {
    let found = problems("- exec:\n    - defaults: {}\n    - a: {}\n    - defaults: {}\n");
    assert_eq!(found, ["manifest::defaults: multiple `defaults` in one list of `exec`"]);
}

#[test]
fn a_list_of_defaults_only_has_no_resources() {
    let found = problems("- exec:\n    - defaults: {cwd: /srv}\n");
    assert_eq!(found.len(), 1, "{found:?}");
}

/// A mistake in the defaults is one mistake, however many resources inherit it.
#[test]
fn a_mistake_in_them_is_reported_once() {
    let items = "- exec:\n    - defaults: {tiemout: 1s, timeout: soon}\n    - a: {}\n    - b: {}\n    - c: {}\n";
    let found = problems(items);
    assert_eq!(found.len(), 2, "{found:?}");
}

/// A property that every resource sets itself hides the default, and its mistakes with it.
#[test]
fn they_are_looked_at_even_when_nobody_inherits_them() {
    let found = problems("- exec:\n    - defaults: {tiemout: 1s}\n    - a:\n");
    assert_eq!(found, ["decode::unknown-key: unknown key `tiemout`"]);
}
