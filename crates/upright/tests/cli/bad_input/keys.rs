//! Keys that nobody knows, keys that are there twice, keys that are missing.

use super::{GOOD, refused, refused_exec, refused_file, refused_items};
use insta::assert_snapshot;

#[test]
fn unknown_at_the_top() {
    assert_snapshot!(refused(format!("{GOOD}hierachy: {{}}\n")), @"");
}

#[test]
fn unknown_at_the_top_without_a_close_name() {
    assert_snapshot!(refused(format!("{GOOD}resources: []\n")), @"");
}

#[test]
fn unknown_in_the_section() {
    assert_snapshot!(refused(format!("{GOOD}  fail_on_errors: true\n")), @"");
}

#[test]
fn unknown_property() {
    assert_snapshot!(refused_file("ensure: absent\ncontents: text"), @"");
}

#[test]
fn unknown_property_with_an_explanation() {
    assert_snapshot!(refused_file("ensure: absent\nrecurse: true"), @"");
}

#[test]
fn unknown_property_of_a_command() {
    assert_snapshot!(refused_exec("refresh_only: true"), @"");
}

#[test]
fn unknown_in_control() {
    assert_snapshot!(refused_exec("control: {when: true}"), @"");
}

#[test]
fn unknown_in_defaults() {
    assert_snapshot!(refused_items("    - file:
        - defaults: {onwer: root, group: root, mode: \"0644\"}
        - /nowhere/motd: {ensure: present}
"), @"");
}

#[test]
fn unknown_in_a_health_check() {
    assert_snapshot!(refused_exec("health_checks: [{comand: /bin/true}]"), @"");
}

#[test]
fn twice_in_a_map() {
    assert_snapshot!(refused_file("ensure: absent\nforce: true\nensure: present"), @"");
}

#[test]
fn twice_at_the_top() {
    assert_snapshot!(refused(format!("{GOOD}{GOOD}")), @"");
}

#[test]
fn no_section() {
    assert_snapshot!(refused("data: {}\n"), @"");
}

#[test]
fn no_ensure() {
    assert_snapshot!(refused_file("owner: root\ngroup: root\nmode: \"0644\""), @"");
}

#[test]
fn no_owner() {
    assert_snapshot!(refused_file("ensure: present\ngroup: root\nmode: \"0644\""), @"");
}

#[test]
fn no_group() {
    assert_snapshot!(refused_file("ensure: directory\nowner: root\nmode: \"0755\""), @"");
}

#[test]
fn no_mode() {
    assert_snapshot!(refused_file("ensure: present\nowner: root\ngroup: root"), @"");
}

#[test]
fn empty_owner_and_mode() {
    assert_snapshot!(refused_file("ensure: present\nowner: \"\"\ngroup: root\nmode: \"\""), @"");
}
