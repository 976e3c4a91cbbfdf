//! References that lead nowhere.

use super::{refused, refused_exec, refused_items};
use insta::assert_snapshot;

#[test]
fn without_a_type() {
    assert_snapshot!(refused_exec("require: [canary]"), @"
    error[reference::malformed]: `canary` is not a reference: expected `type#name`, such as `file#/etc/motd`
     --> site.yaml:6:23
      |
    6 |             require: [canary]
      |                       ^^^^^^ not of the form `type#name`

    1 error
    ");
}

#[test]
fn in_the_manner_of_puppet() {
    assert_snapshot!(refused_exec("require:\n  - Exec[canary]"), @"
    error[reference::malformed]: `Exec[canary]` is not a reference: expected `type#name`, such as `file#/etc/motd`
     --> site.yaml:7:17
      |
    7 |               - Exec[canary]
      |                 ^^^^^^^^^^^^ not of the form `type#name`

    1 error
    ");
}

#[test]
fn that_is_no_list() {
    assert_snapshot!(refused_exec("require: exec#canary"), @"
    error[decode::wrong-type]: expected a list of references, found the text `exec#canary`
     --> site.yaml:6:22
      |
    6 |             require: exec#canary
      |                      ^^^^^^^^^^^ given here
      = help: write it as a list: `[exec#canary]`

    1 error
    ");
}

#[test]
fn to_nothing() {
    assert_snapshot!(refused_exec("require: [file#/nowhere/motd]"), @"
    error[manifest::unknown-reference]: `require` names file#/nowhere/motd, which is not in this manifest
     --> site.yaml:6:23
      |
    6 |             require: [file#/nowhere/motd]
      |                       ^^^^^^^^^^^^^^^^^^ no resource has this name or alias
      = help: before it there is `exec#canary`

    1 error
    ");
}

#[test]
fn to_something_close() {
    assert_snapshot!(refused_exec("subscribe: [exec#canari]"), @"
    error[manifest::unknown-reference]: `subscribe` names exec#canari, which is not in this manifest
     --> site.yaml:6:25
      |
    6 |             subscribe: [exec#canari]
      |                         ^^^^^^^^^^^ no resource has this name or alias
      = help: did you mean `exec#canary`?

    1 error
    ");
}

#[test]
fn to_another_type() {
    assert_snapshot!(refused_exec("require: [file#canary]"), @"
    error[manifest::unknown-reference]: `require` names file#canary, which is not in this manifest
     --> site.yaml:6:23
      |
    6 |             require: [file#canary]
      |                       ^^^^^^^^^^^ no resource has this name or alias
      = help: did you mean `exec#canary`?

    1 error
    ");
}

#[test]
fn to_something_later() {
    assert_snapshot!(refused_items("    - exec:
        - first: {command: /bin/true, require: [exec#second]}
        - second: {command: /bin/true}
"), @"
    error[manifest::unknown-reference]: `require` names exec#second, which comes only later
     --> site.yaml:5:49
      |
    5 |         - first: {command: /bin/true, require: [exec#second]}
      |                                                 ^^^^^^^^^^^ named here
    6 |         - second: {command: /bin/true}
      |           ------ declared here
      = help: resources run in the order in which they are written: move it up

    1 error
    ");
}

#[test]
fn to_itself() {
    assert_snapshot!(refused_exec("command: /bin/true\nsubscribe: [exec#reindex]"), @"
    error[manifest::unknown-reference]: `subscribe` of exec#reindex names the resource itself
     --> site.yaml:7:25
      |
    7 |             subscribe: [exec#reindex]
      |                         ^^^^^^^^^^^^ named here
      = help: remove it: a resource does not wait for itself

    1 error
    ");
}

#[test]
fn to_its_own_alias() {
    assert_snapshot!(refused_exec("command: /bin/true\nalias: index\nrequire: [exec#index]"), @"
    error[manifest::unknown-reference]: `require` of exec#index names the resource itself
     --> site.yaml:8:23
      |
    8 |             require: [exec#index]
      |                       ^^^^^^^^^^ named here
      = help: remove it: a resource does not wait for itself

    1 error
    ");
}

#[test]
fn with_a_type_in_capitals() {
    assert_snapshot!(refused_exec("require: ['File#/etc/motd']"), @"
    error[reference::malformed]: `File#/etc/motd` is not a reference: expected `type#name`, such as `file#/etc/motd`
     --> site.yaml:6:23
      |
    6 |             require: ['File#/etc/motd']
      |                       ^^^^^^^^^^^^^^^^ not of the form `type#name`
      = help: did you mean `file#/etc/motd`?

    1 error
    ");
}

#[test]
fn may_mean_a_resource_with_a_mistake() {
    let items = "    - exec: {name: first, alias: one, timout: 3}\n    - exec: {name: second, require: [exec#oen]}\n";
    let said = refused_items(items);
    assert!(said.contains("names exec#oen") && said.contains("help: did you mean `exec#one`?"), "{said}");
}

#[test]
fn are_judged_beside_other_problems() {
    let items = "    - exec: {name: first, alias: one, timout: 3}\n    - exec: {name: second, require: [exec#one, exec#first, exec#thrid]}\n    - exec: {name: third}\n";
    assert_snapshot!(refused_items(items), @"
    error[decode::unknown-key]: unknown key `timout`
     --> site.yaml:4:39
      |
    4 |     - exec: {name: first, alias: one, timout: 3}
      |                                       ^^^^^^ not a key of this map
      = help: did you mean `timeout`?

    error[manifest::unknown-reference]: `require` names exec#thrid, which is not in this manifest
     --> site.yaml:5:60
      |
    5 |     - exec: {name: second, require: [exec#one, exec#first, exec#thrid]}
      |                                                            ^^^^^^^^^^ no resource has this name or alias
      = help: did you mean `exec#third`?

    2 errors
    ");
}

/// A resource that cannot be used names others all the same.
#[test]
fn are_judged_in_resources_that_cannot_be_read() {
    let items = "    - exec: {name: first}\n    - exec: {name: second, timeout: soon, require: [exec#one, File#x, exec#third, exec#first]}\n    - exec: {name: third}\n";
    assert_snapshot!(refused_items(items), @"
    error[decode::duration]: invalid duration `soon`
     --> site.yaml:5:37
      |
    5 |     - exec: {name: second, timeout: soon, require: [exec#one, File#x, exec#third, exec#first]}
      |                                     ^^^^ given here
      = help: write it as `30s`, `5m` or `1h30m`

    error[manifest::unknown-reference]: `require` names exec#one, which is not in this manifest
     --> site.yaml:5:53
      |
    5 |     - exec: {name: second, timeout: soon, require: [exec#one, File#x, exec#third, exec#first]}
      |                                                     ^^^^^^^^ no resource has this name or alias
      = help: before it there is `exec#canary`, `exec#first`

    error[reference::malformed]: `File#x` is not a reference: expected `type#name`, such as `file#/etc/motd`
     --> site.yaml:5:63
      |
    5 |     - exec: {name: second, timeout: soon, require: [exec#one, File#x, exec#third, exec#first]}
      |                                                               ^^^^^^ not of the form `type#name`
      = help: did you mean `file#x`?

    error[manifest::unknown-reference]: `require` names exec#third, which comes only later
     --> site.yaml:5:71
      |
    5 |     - exec: {name: second, timeout: soon, require: [exec#one, File#x, exec#third, exec#first]}
      |                                                                       ^^^^^^^^^^ named here
    6 |     - exec: {name: third}
      |                    ----- declared here
      = help: resources run in the order in which they are written: move it up

    4 errors
    ");
}

/// What `defaults` name is looked for once, and not by each of the resources among all of them.
#[test]
fn of_very_many_resources() {
    let files: String = (0..10_000).map(|number| format!("        - /nowhere/{number}: {{}}\n")).collect();
    let told = refused(format!(
        "ccm:\n  resources:\n    - file:\n        - defaults: {{ensure: absent, require: [\"file#/nowhere/top\"]}}\n{files}"
    ));
    assert!(told.contains("site.yaml:4:48") && told.ends_with("\n1 error\n"), "{told}");
    let commands: String =
        (0..3_000).map(|number| format!("        - c{number}: {{require: [exec#d{number}]}}\n")).collect();
    let told = refused_items(&format!("    - exec:\n{commands}"));
    assert!(told.contains("did you mean") && told.ends_with("\n3000 errors\n"), "{}", told.len());
}
