//! Resources that are written in neither of the two forms.

use super::{refused, refused_items};
use insta::assert_snapshot;

#[test]
fn unknown_type() {
    assert_snapshot!(refused_items("    - user: {name: alice}\n"), @"");
}

#[test]
fn unknown_type_with_a_close_name() {
    assert_snapshot!(refused_items("    - flie:\n        - /nowhere/motd: {ensure: absent}\n"), @"");
}

#[test]
fn type_in_upper_case() {
    assert_snapshot!(refused_items("    - File:\n        - /nowhere/motd: {ensure: absent}\n"), @"");
}

#[test]
fn type_that_is_a_number() {
    assert_snapshot!(refused_items("    - 7: {name: a}\n"), @"");
}

#[test]
fn two_types_in_one_item() {
    assert_snapshot!(refused_items("    - file:
        - /nowhere/motd: {ensure: absent}
      exec:
        - /bin/true: {}
"), @"");
}

#[test]
fn type_as_a_property() {
    assert_snapshot!(refused_items("    - type: exec\n      name: /bin/true\n"), @"");
}

#[test]
fn properties_beside_their_type() {
    assert_snapshot!(refused_items("    - file:\n      name: /nowhere/motd\n      ensure: absent\n"), @"");
}

#[test]
fn map_form_without_a_name() {
    assert_snapshot!(refused_items("    - file:\n        ensure: absent\n"), @"");
}

#[test]
fn names_without_dashes() {
    assert_snapshot!(refused_items("    - file:\n        /nowhere/motd:\n          ensure: absent\n"), @"");
}

#[test]
fn item_that_is_a_text() {
    assert_snapshot!(refused_items("    - exec\n"), @"");
}

#[test]
fn item_that_is_null() {
    assert_snapshot!(refused_items("    -\n"), @"");
}

#[test]
fn item_that_is_an_empty_map() {
    assert_snapshot!(refused_items("    - {}\n"), @"");
}

#[test]
fn type_without_a_body() {
    assert_snapshot!(refused_items("    - file:\n"), @"");
}

#[test]
fn type_with_an_empty_list() {
    assert_snapshot!(refused_items("    - file: []\n"), @"");
}

#[test]
fn type_with_a_text() {
    assert_snapshot!(refused_items("    - exec: /bin/true\n"), @"");
}

#[test]
fn name_without_a_colon() {
    assert_snapshot!(refused_items("    - exec:\n        - /bin/true\n"), @"");
}

#[test]
fn two_names_in_one_item() {
    assert_snapshot!(refused_items("    - exec:
        - /bin/true: {}
          /bin/false: {}
"), @"");
}

#[test]
fn properties_beside_their_name() {
    assert_snapshot!(refused_items("    - file:
        - /nowhere/motd:
          ensure: absent
"), @"");
}

#[test]
fn properties_that_are_a_list() {
    assert_snapshot!(refused_items("    - exec:\n        - /bin/true: [creates]\n"), @"");
}

#[test]
fn name_without_a_value_loses_the_defaults() {
    assert_snapshot!(refused_items("    - file:
        - defaults: {ensure: absent}
        - /nowhere/motd:
"), @"");
}

#[test]
fn defaults_twice() {
    assert_snapshot!(refused_items("    - file:
        - defaults: {ensure: absent}
        - /nowhere/motd: {}
        - defaults: {force: true}
"), @"");
}

#[test]
fn defaults_that_are_a_list() {
    assert_snapshot!(refused_items("    - exec:\n        - defaults: [a]\n        - /bin/true: {}\n"), @"");
}

#[test]
fn resources_that_are_a_map() {
    assert_snapshot!(refused("ccm:\n  resources:\n    exec: {name: /bin/true}\n"), @"");
}

#[test]
fn resources_that_are_missing() {
    assert_snapshot!(refused("ccm:\n  fail_on_error: true\n"), @"");
}

#[test]
fn resources_that_are_null() {
    assert_snapshot!(refused("ccm:\n  resources:\n"), @"");
}

#[test]
fn resources_that_are_empty() {
    assert_snapshot!(refused("ccm:\n  resources: []\n"), @"");
}

#[test]
fn section_that_is_null() {
    assert_snapshot!(refused("ccm:\n"), @"");
}
