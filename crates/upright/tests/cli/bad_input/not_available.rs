//! What is known and cannot be carried out yet: nothing of the manifest is applied.

use super::{GOOD, refused, refused_exec, refused_file, refused_items};
use insta::assert_snapshot;

#[test]
fn expression_in_content() {
    assert_snapshot!(refused_file("ensure: present\ncontent: \"Welcome to {{ Facts.host }}\"\nowner: root\ngroup: root\nmode: \"0644\""), @r#"
    error[manifest::not-available]: an expression cannot be used with this version of upright
     --> site.yaml:7:22
      |
    7 |             content: "Welcome to {{ Facts.host }}"
      |                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ holds `{{ … }}` or `${ … }`
      = help: write the value itself

    1 error
    "#);
}

#[test]
fn expression_in_a_name() {
    assert_snapshot!(refused_items("    - exec:\n        - \"echo ${ facts.host }\": {}\n"), @r#"
    error[manifest::not-available]: an expression cannot be used with this version of upright
     --> site.yaml:5:11
      |
    5 |         - "echo ${ facts.host }": {}
      |           ^^^^^^^^^^^^^^^^^^^^^^ holds `{{ … }}` or `${ … }`
      = help: write the value itself

    1 error
    "#);
}

#[test]
fn expression_in_a_message() {
    assert_snapshot!(refused(format!("{GOOD}  pre_message: Hello {{{{ Facts.host }}}}\n")), @"
    error[manifest::not-available]: an expression cannot be used with this version of upright
     --> site.yaml:4:16
      |
    4 |   pre_message: Hello {{ Facts.host }}
      |                ^^^^^^^^^^^^^^^^^^^^^^ holds `{{ … }}` or `${ … }`
      = help: write the value itself

    1 error
    ");
}

#[test]
fn data() {
    assert_snapshot!(refused(format!("{GOOD}data:\n  port: 80\n")), @"
    error[manifest::not-available]: `data` cannot be used with this version of upright
     --> site.yaml:4:1
      |
    4 | data:
      | ^^^^ given here

    1 error
    ");
}

#[test]
fn hierarchy_and_overrides() {
    assert_snapshot!(refused(format!("{GOOD}hierarchy: {{order: [default], merge: deep}}\noverrides:\n  default: {{}}\n")), @"
    error[manifest::not-available]: `hierarchy` cannot be used with this version of upright
     --> site.yaml:4:1
      |
    4 | hierarchy: {order: [default], merge: deep}
      | ^^^^^^^^^ given here

    error[manifest::not-available]: `overrides` cannot be used with this version of upright
     --> site.yaml:5:1
      |
    5 | overrides:
      | ^^^^^^^^^ given here

    2 errors
    ");
}

#[test]
fn template_of_resources() {
    assert_snapshot!(refused("ccm:\n  resources_jet_file: resources.jet\n"), @"
    error[manifest::not-available]: `resources_jet_file` cannot be used with this version of upright
     --> site.yaml:2:3
      |
    2 |   resources_jet_file: resources.jet
      |   ^^^^^^^^^^^^^^^^^^ given here

    1 error
    ");
}

#[test]
fn package() {
    assert_snapshot!(refused_items("    - package:\n        - nginx: {ensure: present}\n"), @"
    error[manifest::not-available]: the resource type `package` cannot be used with this version of upright
     --> site.yaml:4:7
      |
    4 |     - package:
      |       ^^^^^^^ given here

    1 error
    ");
}

#[test]
fn control() {
    assert_snapshot!(refused_exec("control: {if: \"true\"}"), @r#"
    error[manifest::not-available]: `control` cannot be used with this version of upright
     --> site.yaml:6:22
      |
    6 |             control: {if: "true"}
      |                      ^^^^^^^^^^^^ given here

    1 error
    "#);
}

#[test]
fn health_checks() {
    assert_snapshot!(refused_exec("health_checks: [{command: /bin/true}]"), @"
    error[manifest::not-available]: `health_checks` cannot be used with this version of upright
     --> site.yaml:6:29
      |
    6 |             health_checks: [{command: /bin/true}]
      |                             ^^^^^^^^^^^^^^^^^^^^ given here

    1 error
    ");
}

#[test]
fn solution() {
    assert_snapshot!(refused("apiVersion: scafctl.io/v1\nkind: Solution\nmetadata: {name: a}\nspec: {}\n"), @"
    error[manifest::is-a-solution]: this is a solution, and this version of upright runs manifests only
     --> site.yaml:1:1
      |
    1 | apiVersion: scafctl.io/v1
      | ^^^^^^^^^^^^^^^^^^^^^^^^^ has the keys of a solution (up to line 4)

    1 error
    ");
}
