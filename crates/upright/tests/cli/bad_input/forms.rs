//! Resources that are written in neither of the two forms.

use super::{refused, refused_items};
use insta::assert_snapshot;

#[test]
fn unknown_type() {
    assert_snapshot!(refused_items("    - user: {name: alice}\n"), @"
    error[manifest::unknown-type]: unknown resource type `user`
     --> site.yaml:4:7
      |
    4 |     - user: {name: alice}
      |       ^^^^ not a resource type
      = help: the types are: apply, archive, exec, file, package, scaffold, service

    1 error
    ");
}

#[test]
fn unknown_type_with_a_close_name() {
    assert_snapshot!(refused_items("    - flie:\n        - /nowhere/motd: {ensure: absent}\n"), @"
    error[manifest::unknown-type]: unknown resource type `flie`
     --> site.yaml:4:7
      |
    4 |     - flie:
      |       ^^^^ not a resource type
      = help: did you mean `file`?

    1 error
    ");
}

#[test]
fn type_in_upper_case() {
    assert_snapshot!(refused_items("    - File:\n        - /nowhere/motd: {ensure: absent}\n"), @"
    error[manifest::unknown-type]: unknown resource type `File`
     --> site.yaml:4:7
      |
    4 |     - File:
      |       ^^^^ not a resource type
      = help: did you mean `file`?

    1 error
    ");
}

#[test]
fn type_that_is_a_number() {
    assert_snapshot!(refused_items("    - 7: {name: a}\n"), @"
    error[manifest::unknown-type]: unknown resource type `7`
     --> site.yaml:4:7
      |
    4 |     - 7: {name: a}
      |       ^ not a resource type
      = help: the types are: apply, archive, exec, file, package, scaffold, service

    1 error
    ");
}

#[test]
fn two_types_in_one_item() {
    assert_snapshot!(refused_items("    - file:
        - /nowhere/motd: {ensure: absent}
      exec:
        - /bin/true: {}
"), @"
    error[manifest::item]: an item of `resources` has one key, the type, not 2: `file`, `exec`
     --> site.yaml:6:7
      |
    6 |       exec:
      |       ^^^^ one key too many
      = help: begin a new list item for each type, and indent properties below their type

    1 error
    ");
}

#[test]
fn type_as_a_property() {
    assert_snapshot!(refused_items("    - type: exec\n      name: /bin/true\n"), @"
    error[manifest::item]: an item of `resources` has one key, the type, not 2: `type`, `name`
     --> site.yaml:5:7
      |
    5 |       name: /bin/true
      |       ^^^^ one key too many
      = help: write the type as the key: `- exec: {name: …}`

    1 error
    ");
}

#[test]
fn properties_beside_their_type() {
    assert_snapshot!(refused_items("    - file:\n      name: /nowhere/motd\n      ensure: absent\n"), @"
    error[manifest::item]: an item of `resources` has one key, the type, not 3: `file`, `name`, `ensure`
     --> site.yaml:5:7
      |
    5 |       name: /nowhere/motd
      |       ^^^^ one key too many
      = help: begin a new list item for each type, and indent properties below their type

    1 error
    ");
}

#[test]
fn map_form_without_a_name() {
    assert_snapshot!(refused_items("    - file:\n        ensure: absent\n"), @"
    error[manifest::item]: name is required: this `file` has none
     --> site.yaml:5:9
      |
    5 |         ensure: absent
      |         ^^^^^^ expected `name` among these keys
      = help: add `name`, or use the list form

    1 error
    ");
}

#[test]
fn names_of_nothing_but_blanks() {
    let items = "    - exec: {name: '', command: 'true'}\n    - file:\n        - '  ': {ensure: absent}\n    - apply: {name: ''}\n";
    assert_snapshot!(refused_items(items), @"
    error[decode::missing-key]: name is required: this one is blank
     --> site.yaml:4:20
      |
    4 |     - exec: {name: '', command: 'true'}
      |                    ^^ nothing but blanks

    error[decode::missing-key]: name is required: this one is blank
     --> site.yaml:6:11
      |
    6 |         - '  ': {ensure: absent}
      |           ^^^^ nothing but blanks

    error[decode::missing-key]: name is required: this one is blank
     --> site.yaml:7:21
      |
    7 |     - apply: {name: ''}
      |                     ^^ nothing but blanks

    3 errors
    ");
    for kind in ["archive", "package", "scaffold", "service"] {
        let shown = refused_items(&format!("    - {kind}: {{name: \"\", ensure: absent}}\n"));
        assert!(shown.starts_with("error[decode::missing-key]: name is required: this one is blank\n"), "{shown}");
    }
}

#[test]
fn names_without_dashes() {
    assert_snapshot!(refused_items("    - file:\n        /nowhere/motd:\n          ensure: absent\n"), @"
    error[manifest::item]: name is required: this `file` has none
     --> site.yaml:5:9
      |
    5 |         /nowhere/motd:
      |         ^^^^^^^^^^^^^ expected `name` among these keys
      = help: write it as a list: `- /nowhere/motd: {…}`

    1 error
    ");
}

#[test]
fn item_that_is_a_text() {
    assert_snapshot!(refused_items("    - exec\n"), @"
    error[manifest::item]: a resource is a map with its type as the key, not the text `exec`
     --> site.yaml:4:7
      |
    4 |     - exec
      |       ^^^^ given here

    1 error
    ");
}

#[test]
fn item_that_is_null() {
    assert_snapshot!(refused_items("    -\n"), @"
    error[manifest::item]: a resource is a map with its type as the key, not nothing
     --> site.yaml:4:6
      |
    4 |     -
      |      ^ given here

    1 error
    ");
}

#[test]
fn item_that_is_an_empty_map() {
    assert_snapshot!(refused_items("    - {}\n"), @"
    error[manifest::item]: an item of `resources` is empty
     --> site.yaml:4:7
      |
    4 |     - {}
      |       ^^ expected a resource type as the key

    1 error
    ");
}

#[test]
fn type_without_a_body() {
    assert_snapshot!(refused_items("    - file:\n"), @"
    error[manifest::item]: `file` has no properties
     --> site.yaml:4:12
      |
    4 |     - file:
      |            ^ expected a list or a map

    1 error
    ");
}

#[test]
fn type_with_an_empty_list() {
    assert_snapshot!(refused_items("    - file: []\n"), @"
    error[manifest::item]: `file` has an empty list of resources
     --> site.yaml:4:13
      |
    4 |     - file: []
      |             ^^ nothing in here

    1 error
    ");
}

#[test]
fn type_with_a_text() {
    assert_snapshot!(refused_items("    - exec: /bin/true\n"), @"
    error[manifest::item]: `exec` is a list of `name: {properties}` or a map of properties, not the text `/bin/true`
     --> site.yaml:4:13
      |
    4 |     - exec: /bin/true
      |             ^^^^^^^^^ given here

    1 error
    ");
}

#[test]
fn name_without_a_colon() {
    assert_snapshot!(refused_items("    - exec:\n        - /bin/true\n"), @"
    error[manifest::item]: an item of `exec` is `name: {properties}`, not the text `/bin/true`
     --> site.yaml:5:11
      |
    5 |         - /bin/true
      |           ^^^^^^^^^ given here
      = help: end the name with a colon

    1 error
    ");
}

#[test]
fn two_names_in_one_item() {
    assert_snapshot!(refused_items("    - exec:
        - /bin/true: {}
          /bin/false: {}
"), @"
    error[manifest::item]: multiple resource names found in one item of `exec`
     --> site.yaml:6:11
      |
    6 |           /bin/false: {}
      |           ^^^^^^^^^^ one key too many
      = help: begin a new list item for each name, and indent properties below their name

    1 error
    ");
}

#[test]
fn properties_beside_their_name() {
    assert_snapshot!(refused_items("    - file:
        - /nowhere/motd:
          ensure: absent
"), @"
    error[manifest::item]: multiple resource names found in one item of `file`
     --> site.yaml:6:11
      |
    6 |           ensure: absent
      |           ^^^^^^ one key too many
      = help: begin a new list item for each name, and indent properties below their name

    1 error
    ");
}

#[test]
fn properties_that_are_a_list() {
    assert_snapshot!(refused_items("    - exec:\n        - /bin/true: [creates]\n"), @"
    error[manifest::item]: the properties of `/bin/true` are a map, not a list
     --> site.yaml:5:22
      |
    5 |         - /bin/true: [creates]
      |                      ^^^^^^^^^ given here

    1 error
    ");
}

#[test]
fn name_without_a_value_loses_the_defaults() {
    assert_snapshot!(refused_items("    - file:
        - defaults: {ensure: absent}
        - /nowhere/motd:
"), @"
    error[decode::missing-key]: missing key `ensure`
     --> site.yaml:6:11
      |
    6 |         - /nowhere/motd:
      |           ^^^^^^^^^^^^^ it belongs in here
      = help: `ensure` takes `present`, `absent` or `directory`

    1 error
    ");
}

#[test]
fn defaults_twice() {
    assert_snapshot!(refused_items("    - file:
        - defaults: {ensure: absent}
        - /nowhere/motd: {}
        - defaults: {force: true}
"), @"
    error[manifest::defaults]: multiple `defaults` in one list of `file`
     --> site.yaml:7:11
      |
    5 |         - defaults: {ensure: absent}
      |           -------- first here
    6 |         - /nowhere/motd: {}
    7 |         - defaults: {force: true}
      |           ^^^^^^^^ again here

    1 error
    ");
}

#[test]
fn defaults_that_are_a_list() {
    assert_snapshot!(refused_items("    - exec:\n        - defaults: [a]\n        - /bin/true: {}\n"), @"
    error[manifest::item]: the properties of `defaults` are a map, not a list
     --> site.yaml:5:21
      |
    5 |         - defaults: [a]
      |                     ^^^ given here

    1 error
    ");
}

#[test]
fn resources_that_are_a_map() {
    assert_snapshot!(refused("ccm:\n  resources:\n    exec: {name: /bin/true}\n"), @"
    error[manifest::no-resources]: expected a list of resources, found a map
     --> site.yaml:3:5
      |
    3 |     exec: {name: /bin/true}
      |     ^^^^^^^^^^^^^^^^^^^^^^^ given here
      = help: begin each resource with a dash: `- file:`

    1 error
    ");
}

#[test]
fn resources_that_are_missing() {
    assert_snapshot!(refused("ccm:\n  fail_on_error: true\n"), @"
    error[manifest::no-resources]: manifest must contain resources
     --> site.yaml:1:1
      |
    1 | ccm:
      | ^^^ no resources in here

    1 error
    ");
}

#[test]
fn resources_that_are_null() {
    assert_snapshot!(refused("ccm:\n  resources:\n"), @"
    error[manifest::no-resources]: manifest must contain resources
     --> site.yaml:2:3
      |
    2 |   resources:
      |   ^^^^^^^^^ no resources in here

    1 error
    ");
}

#[test]
fn resources_that_are_empty() {
    assert_snapshot!(refused("ccm:\n  resources: []\n"), @"
    error[manifest::no-resources]: manifest must contain resources
     --> site.yaml:2:3
      |
    2 |   resources: []
      |   ^^^^^^^^^ no resources in here

    1 error
    ");
}

#[test]
fn section_that_is_null() {
    assert_snapshot!(refused("ccm:\n"), @"
    error[decode::missing-key]: missing key `ccm`
     --> site.yaml:1:1
      |
    1 | ccm:
      | ^^^ this has no value
      = help: `ccm` takes a map

    1 error
    ");
}
