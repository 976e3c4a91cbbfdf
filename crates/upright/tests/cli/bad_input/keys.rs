//! Keys that nobody knows, keys that are there twice, keys that are missing.

use super::{GOOD, refused, refused_exec, refused_file, refused_items};
use insta::assert_snapshot;

#[test]
fn unknown_at_the_top() {
    assert_snapshot!(refused(format!("{GOOD}hierachy: {{}}\n")), @"
    error[decode::unknown-key]: unknown key `hierachy`
     --> site.yaml:4:1
      |
    4 | hierachy: {}
      | ^^^^^^^^ not a key of this map
      = help: did you mean `hierarchy`?

    1 error
    ");
}

#[test]
fn unknown_at_the_top_without_a_close_name() {
    assert_snapshot!(refused(format!("{GOOD}resources: []\n")), @"
    error[decode::unknown-key]: unknown key `resources`
     --> site.yaml:4:1
      |
    4 | resources: []
      | ^^^^^^^^^ not a key of this map
      = help: put it below `ccm:`, indented

    1 error
    ");
}

#[test]
fn unknown_in_the_section() {
    assert_snapshot!(refused(format!("{GOOD}  fail_on_errors: true\n")), @"
    error[decode::unknown-key]: unknown key `fail_on_errors`
     --> site.yaml:4:3
      |
    4 |   fail_on_errors: true
      |   ^^^^^^^^^^^^^^ not a key of this map
      = help: did you mean `fail_on_error`?

    1 error
    ");
}

#[test]
fn unknown_property() {
    assert_snapshot!(refused_file("ensure: absent\ncontents: text"), @"
    error[decode::unknown-key]: unknown key `contents`
     --> site.yaml:7:13
      |
    7 |             contents: text
      |             ^^^^^^^^ not a key of this map
      = help: did you mean `content`?

    1 error
    ");
}

#[test]
fn unknown_property_with_an_explanation() {
    assert_snapshot!(refused_file("ensure: absent\nrecurse: true"), @"
    error[decode::unknown-key]: unknown key `recurse`
     --> site.yaml:7:13
      |
    7 |             recurse: true
      |             ^^^^^^^ not a key of this map
      = help: `file` manages one path; `force: true` with `ensure: absent` removes a tree

    1 error
    ");
}

#[test]
fn unknown_property_of_a_command() {
    assert_snapshot!(refused_exec("refresh_only: true"), @"
    error[decode::unknown-key]: unknown key `refresh_only`
     --> site.yaml:6:13
      |
    6 |             refresh_only: true
      |             ^^^^^^^^^^^^ not a key of this map
      = help: did you mean `refreshonly`?

    1 error
    ");
}

#[test]
fn unknown_in_control() {
    assert_snapshot!(refused_exec("control: {when: true}"), @"
    error[decode::unknown-key]: unknown key `when`
     --> site.yaml:6:23
      |
    6 |             control: {when: true}
      |                       ^^^^ not a key of this map
      = help: possible keys are `if`, `unless`

    1 error
    ");
}

#[test]
fn unknown_in_defaults() {
    assert_snapshot!(refused_items("    - file:
        - defaults: {onwer: root, group: root, mode: \"0644\"}
        - /nowhere/motd: {ensure: present}
"), @r#"
    error[decode::unknown-key]: unknown key `onwer`
     --> site.yaml:5:22
      |
    5 |         - defaults: {onwer: root, group: root, mode: "0644"}
      |                      ^^^^^ not a key of this map
      = help: did you mean `owner`?

    1 error
    "#);
}

#[test]
fn unknown_in_a_health_check() {
    assert_snapshot!(refused_exec("health_checks: [{comand: /bin/true}]"), @"
    error[resource::health-check]: a health check needs a `command` or `goss_rules`
     --> site.yaml:6:29
      |
    6 |             health_checks: [{comand: /bin/true}]
      |                             ^^^^^^^^^^^^^^^^^^^ given here
      = help: add one of them

    error[decode::unknown-key]: unknown key `comand`
     --> site.yaml:6:30
      |
    6 |             health_checks: [{comand: /bin/true}]
      |                              ^^^^^^ not a key of this map
      = help: did you mean `command`?

    2 errors
    ");
}

#[test]
fn twice_in_a_map() {
    assert_snapshot!(refused_file("ensure: absent\nforce: true\nensure: present"), @"
    error[yaml::duplicate-key]: the key `ensure` is given twice
     --> site.yaml:8:13
      |
    6 |             ensure: absent
      |             ------ first given here
    7 |             force: true
    8 |             ensure: present
      |             ^^^^^^ given again here
      = help: remove one of them or rename it

    1 error
    ");
}

#[test]
fn twice_at_the_top() {
    assert_snapshot!(refused(format!("{GOOD}{GOOD}")), @"
    error[yaml::duplicate-key]: the key `ccm` is given twice
     --> site.yaml:4:1
      |
    1 | ccm:
      | --- first given here
    ...
    4 | ccm:
      | ^^^ given again here
      = help: remove one of them or rename it

    1 error
    ");
}

#[test]
fn no_section() {
    assert_snapshot!(refused("data: {}\n"), @"
    error[decode::missing-key]: missing key `ccm`
     --> site.yaml:1:1
      |
    1 | data: {}
      | ^^^^^^^^ it belongs in here
      = help: `ccm` takes a map

    1 error
    ");
}

#[test]
fn no_ensure() {
    assert_snapshot!(refused_file("owner: root\ngroup: root\nmode: \"0644\""), @"
    error[decode::missing-key]: missing key `ensure`
     --> site.yaml:6:13
      |
    6 |             owner: root
      |             ^^^^^^^^^^^ it belongs in here
      = help: `ensure` takes `present`, `absent` or `directory`

    1 error
    ");
}

#[test]
fn no_owner() {
    assert_snapshot!(refused_file("ensure: present\ngroup: root\nmode: \"0644\""), @"
    error[file::attribute-missing]: owner cannot be empty
     --> site.yaml:5:11
      |
    5 |         - /nowhere/motd:
      |           ^^^^^^^^^^^^^ has no `owner`
      = help: add `owner: root`, or what fits here

    1 error
    ");
}

#[test]
fn no_group() {
    assert_snapshot!(refused_file("ensure: directory\nowner: root\nmode: \"0755\""), @"
    error[file::attribute-missing]: group cannot be empty
     --> site.yaml:5:11
      |
    5 |         - /nowhere/motd:
      |           ^^^^^^^^^^^^^ has no `group`
      = help: add `group: root`, or what fits here

    1 error
    ");
}

#[test]
fn no_mode() {
    assert_snapshot!(refused_file("ensure: present\nowner: root\ngroup: root"), @r#"
    error[file::attribute-missing]: mode cannot be empty
     --> site.yaml:5:11
      |
    5 |         - /nowhere/motd:
      |           ^^^^^^^^^^^^^ has no `mode`
      = help: add `mode: "0644"`, or what fits here

    1 error
    "#);
}

#[test]
fn empty_owner_and_mode() {
    assert_snapshot!(refused_file("ensure: present\nowner: \"\"\ngroup: root\nmode: \"\""), @r#"
    error[file::attribute-missing]: owner cannot be empty
     --> site.yaml:7:20
      |
    7 |             owner: ""
      |                    ^^ has no `owner`
      = help: add `owner: root`, or what fits here

    error[file::attribute-missing]: mode cannot be empty
     --> site.yaml:9:19
      |
    9 |             mode: ""
      |                   ^^ has no `mode`
      = help: add `mode: "0644"`, or what fits here

    2 errors
    "#);
}

#[test]
fn resources_misspelt() {
    assert_snapshot!(refused("ccm:\n  resorces:\n    - exec: {name: \"true\"}\n"), @"
    error[decode::unknown-key]: unknown key `resorces`
     --> site.yaml:2:3
      |
    2 |   resorces:
      |   ^^^^^^^^ not a key of this map
      = help: did you mean `resources`?

    1 error
    ");
}

#[test]
fn a_required_key_misspelt_is_reported_once() {
    let items = "    - file:\n        - /srv/a:\n            ensur: present\n            ownr: root\n            group: root\n            mode: \"0644\"\n";
    assert_snapshot!(refused_items(items), @"
    error[decode::unknown-key]: unknown key `ensur`
     --> site.yaml:6:13
      |
    6 |             ensur: present
      |             ^^^^^ not a key of this map
      = help: did you mean `ensure`?

    error[decode::unknown-key]: unknown key `ownr`
     --> site.yaml:7:13
      |
    7 |             ownr: root
      |             ^^^^ not a key of this map
      = help: did you mean `owner`?

    2 errors
    ");
}
