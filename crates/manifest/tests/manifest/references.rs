//! `require` and `subscribe`.

use crate::site::{messages, names, problems, read_items};

const FIRST: &str = "- exec:\n    - first: {alias: one}\n";

fn after_first(properties: &str) -> Vec<String> {
    problems(&format!("{FIRST}    - second: {{{properties}}}\n    - third: {{alias: three}}\n"))
}

#[test]
fn names_and_aliases_of_earlier_resources_are_found() {
    for properties in
        ["require: [exec#first]", "require: [exec#one]", "subscribe: [exec#one]", "require: [exec#first, exec#one]"]
    {
        assert_eq!(after_first(properties), Vec::<String>::new(), "{properties}");
    }
}

#[test]
fn what_leads_nowhere_is_refused() {
    let table = [
        (
            "require: [exec#zero]",
            "manifest::unknown-reference: `require` names exec#zero, which is not in this manifest",
        ),
        (
            "subscribe: [file#first]",
            "manifest::unknown-reference: `subscribe` names file#first, which is not in this manifest",
        ),
        ("require: [exec#third]", "manifest::unknown-reference: `require` names exec#third, which comes only later"),
        (
            "subscribe: [exec#three]",
            "manifest::unknown-reference: `subscribe` names exec#three, which comes only later",
        ),
        ("require: [exec#second]", "manifest::unknown-reference: `require` of exec#second names the resource itself"),
        (
            "alias: two, require: [exec#two]",
            "manifest::unknown-reference: `require` of exec#two names the resource itself",
        ),
        (
            "require: [first]",
            "reference::malformed: `first` is not a reference: expected `type#name`, such as `file#/etc/motd`",
        ),
        (
            "require: [Exec#first]",
            "reference::malformed: `Exec#first` is not a reference: expected `type#name`, such as `file#/etc/motd`",
        ),
        (
            "require: [exec#]",
            "reference::malformed: `exec#` is not a reference: expected `type#name`, such as `file#/etc/motd`",
        ),
    ];
    for (properties, wanted) in table {
        assert_eq!(after_first(properties), [wanted], "{properties}");
    }
}

#[test]
fn every_bad_reference_is_reported() {
    assert_eq!(after_first("require: [exec#a, exec#b], subscribe: [exec#c]").len(), 3);
}

#[test]
fn only_the_first_hash_splits() {
    let items = "- exec:\n    - echo a#b: {}\n    - second: {require: [\"exec#echo a#b\"]}\n";
    assert_eq!(names(items).len(), 2);
}

#[test]
fn the_first_of_two_with_one_name_will_do() {
    assert_eq!(names("- exec:\n    - a: {}\n    - b: {require: [exec#a]}\n    - a: {}\n").len(), 3);
}

/// One that could not be read is no unknown name.
#[test]
fn a_broken_resource_does_not_break_those_that_name_it() {
    let loaded = read_items("- exec:\n    - a: {tiemout: 1s, returns: no}\n    - b: {require: [exec#a]}\n");
    let found = messages(&loaded);
    assert!(!found.is_empty() && found.iter().all(|text| text.starts_with("decode::")), "{found:?}");
}

/// It may be what others name.
#[test]
fn a_resource_whose_name_cannot_be_worked_out_may_be_any() {
    let items = "- exec:\n    - \"{{ nope }}\": {}\n    - b: {require: [exec#a, file#/x]}\n";
    assert_eq!(
        problems(items),
        [
            "expr::compile: unknown name `nope`",
            "manifest::unknown-reference: `require` names file#/x, which is not in this manifest",
        ]
    );
}

#[test]
fn a_broken_resource_names_others_all_the_same() {
    let found = problems("- exec:\n    - a: {tiemout: 1s, require: [exec#zero], subscribe: [file#x]}\n");
    assert_eq!(
        found,
        [
            "decode::unknown-key: unknown key `tiemout`",
            "manifest::unknown-reference: `require` names exec#zero, which is not in this manifest",
            "manifest::unknown-reference: `subscribe` names file#x, which is not in this manifest",
        ]
    );
}

#[test]
fn an_item_in_a_wrong_form_hides_only_references_that_may_lead_to_it() {
    let rest = "- exec:\n    - one: {require: [exec#later, file#/nope, service#nginx]}\n    - later: {}\n";
    let lines = |item: &str| problems(&format!("{item}{rest}")).split_off(1);
    let later = "manifest::unknown-reference: `require` names exec#later, which comes only later";
    let nope = "manifest::unknown-reference: `require` names file#/nope, which is not in this manifest";
    assert_eq!(lines("- service: {nginx: {ensure: running}}\n"), [later, nope]);
    assert_eq!(lines("- {service: [{nginx: {}}], exec: [{x: {}}]}\n"), [later, nope]);
    assert_eq!(lines("- nginx\n"), [later]);
}

#[test]
fn a_type_that_nobody_knows_hides_no_reference() {
    let items = "- pakage:\n    - nginx: {ensure: present, alias: web}\n- exec:\n    - one: {require: [exec#zero]}\n    - two: {require: [package#nginx, package#web]}\n";
    let found = problems(items);
    assert_eq!(
        found,
        [
            "manifest::unknown-type: unknown resource type `pakage`",
            "manifest::unknown-reference: `require` names exec#zero, which is not in this manifest",
        ]
    );
}
