//! What is known and cannot be carried out yet: nothing of the manifest is applied.

use super::{GOOD, refused, refused_exec, refused_file, refused_items};
use insta::assert_snapshot;

#[test]
fn expression_in_content() {
    assert_snapshot!(refused_file("ensure: present\ncontent: \"Welcome to {{ Facts.host }}\"\nowner: root\ngroup: root\nmode: \"0644\""), @"");
}

#[test]
fn expression_in_a_name() {
    assert_snapshot!(refused_items("    - exec:\n        - \"echo ${ facts.host }\": {}\n"), @"");
}

#[test]
fn expression_in_a_message() {
    assert_snapshot!(refused(format!("{GOOD}  pre_message: Hello {{{{ Facts.host }}}}\n")), @"");
}

#[test]
fn data() {
    assert_snapshot!(refused(format!("{GOOD}data:\n  port: 80\n")), @"");
}

#[test]
fn hierarchy_and_overrides() {
    assert_snapshot!(refused(format!("{GOOD}hierarchy: {{order: [default], merge: deep}}\noverrides:\n  default: {{}}\n")), @"");
}

#[test]
fn template_of_resources() {
    assert_snapshot!(refused("ccm:\n  resources_jet_file: resources.jet\n"), @"");
}

#[test]
fn package() {
    assert_snapshot!(refused_items("    - package:\n        - nginx: {ensure: present}\n"), @"");
}

#[test]
fn control() {
    assert_snapshot!(refused_exec("control: {if: \"true\"}"), @"");
}

#[test]
fn health_checks() {
    assert_snapshot!(refused_exec("health_checks: [{command: /bin/true}]"), @"");
}

#[test]
fn solution() {
    assert_snapshot!(refused("apiVersion: scafctl.io/v1\nkind: Solution\nmetadata: {name: a}\nspec: {}\n"), @"");
}
