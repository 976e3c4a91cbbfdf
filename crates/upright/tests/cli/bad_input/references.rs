//! References that lead nowhere.

use super::{refused_exec, refused_items};
use insta::assert_snapshot;

#[test]
fn without_a_type() {
    assert_snapshot!(refused_exec("require: [canary]"), @"");
}

#[test]
fn in_the_manner_of_puppet() {
    assert_snapshot!(refused_exec("require:\n  - Exec[canary]"), @"");
}

#[test]
fn that_is_no_list() {
    assert_snapshot!(refused_exec("require: exec#canary"), @"");
}

#[test]
fn to_nothing() {
    assert_snapshot!(refused_exec("require: [file#/nowhere/motd]"), @"");
}

#[test]
fn to_something_close() {
    assert_snapshot!(refused_exec("subscribe: [exec#canari]"), @"");
}

#[test]
fn to_another_type() {
    assert_snapshot!(refused_exec("require: [file#canary]"), @"");
}

#[test]
fn to_something_later() {
    assert_snapshot!(refused_items("    - exec:
        - first: {command: /bin/true, require: [exec#second]}
        - second: {command: /bin/true}
"), @"");
}

#[test]
fn to_itself() {
    assert_snapshot!(refused_exec("command: /bin/true\nsubscribe: [exec#reindex]"), @"");
}

#[test]
fn to_its_own_alias() {
    assert_snapshot!(refused_exec("command: /bin/true\nalias: index\nrequire: [exec#index]"), @"");
}
