//! Values of the wrong type, and values that mean nothing.

use super::{GOOD, refused, refused_exec, refused_file, refused_items};
use insta::assert_snapshot;

fn refused_mode(mode: &str) -> String {
    refused_file(&format!("ensure: present\nowner: root\ngroup: root\nmode: {mode}"))
}

#[test]
fn mode_without_quotes() {
    assert_snapshot!(refused_mode("0644"), @"");
}

#[test]
fn mode_without_quotes_and_zero() {
    assert_snapshot!(refused_mode("644"), @"");
}

#[test]
fn symbolic_mode() {
    assert_snapshot!(refused_mode("rw-r--"), @"");
}

#[test]
fn mode_with_special_bits() {
    assert_snapshot!(refused_mode("\"1777\""), @"");
}

#[test]
fn short_mode() {
    assert_snapshot!(refused_mode("\"77\""), @"");
}

#[test]
fn mode_that_is_a_list() {
    assert_snapshot!(refused_mode("[6, 4, 4]"), @"");
}

#[test]
fn content_and_source() {
    assert_snapshot!(refused_file("ensure: present\ncontent: text\nsource: motd\nowner: root\ngroup: root\nmode: \"0644\""), @"");
}

#[test]
fn unknown_ensure() {
    assert_snapshot!(refused_file("ensure: presnt\nowner: root\ngroup: root\nmode: \"0644\""), @"");
}

#[test]
fn list_where_a_text_belongs() {
    assert_snapshot!(refused_file("ensure: present\nowner: [root]\ngroup: root\nmode: \"0644\""), @"");
}

#[test]
fn map_where_a_text_belongs() {
    assert_snapshot!(refused_file("ensure: present\nowner: root\ngroup: root\nmode: \"0644\"\ncontent:\n  line: text"), @"");
}

#[test]
fn text_where_a_truth_belongs() {
    assert_snapshot!(refused(format!("{GOOD}  fail_on_error: yes please\n")), @"");
}

#[test]
fn text_where_numbers_belong() {
    assert_snapshot!(refused_exec("returns: [0, two]"), @"");
}

#[test]
fn number_where_a_list_belongs() {
    assert_snapshot!(refused_exec("returns: 0"), @"");
}

#[test]
fn section_that_is_a_list() {
    assert_snapshot!(refused("ccm:\n  - resources\n"), @"");
}

#[test]
fn document_that_is_a_list() {
    assert_snapshot!(refused("- file:\n    - /nowhere/motd: {ensure: absent}\n"), @"");
}

#[test]
fn document_that_is_a_text() {
    assert_snapshot!(refused("hello\n"), @"");
}

#[test]
fn relative_path() {
    assert_snapshot!(refused_items("    - file:\n        - etc/motd: {ensure: absent}\n"), @"");
}

#[test]
fn path_that_is_not_canonical() {
    assert_snapshot!(refused_items("    - file:\n        - /nowhere/../etc/: {ensure: absent}\n"), @"");
}

#[test]
fn force_without_absent() {
    assert_snapshot!(refused_file("ensure: directory\nforce: true\nowner: root\ngroup: root\nmode: \"0755\""), @"");
}

#[test]
fn force_on_the_root() {
    assert_snapshot!(refused_items("    - file:\n        - /: {ensure: absent, force: true}\n"), @"");
}

#[test]
fn account_that_is_too_large() {
    assert_snapshot!(refused_file("ensure: present\nowner: 4294967295\ngroup: root\nmode: \"0644\""), @"");
}

#[test]
fn environment_without_an_equals_sign() {
    assert_snapshot!(refused_exec("environment: [HOME]"), @"");
}

#[test]
fn environment_with_a_bad_name() {
    assert_snapshot!(refused_exec("environment:\n  - 1ST=a\n  - =b\n  - C="), @"");
}

#[test]
fn relative_search_path() {
    assert_snapshot!(refused_exec("path: /usr/bin:bin"), @"");
}

#[test]
fn timeout_without_a_unit() {
    assert_snapshot!(refused_exec("timeout: \"30\""), @"");
}

#[test]
fn timeout_that_is_a_number() {
    assert_snapshot!(refused_exec("timeout: 30"), @"");
}

#[test]
fn negative_timeout() {
    assert_snapshot!(refused_exec("timeout: -5s"), @"");
}

#[test]
fn command_with_an_open_quote() {
    assert_snapshot!(refused_items("    - exec:\n        - 'echo \"hello': {}\n"), @"");
}

#[test]
fn unknown_provider() {
    assert_snapshot!(refused_exec("provider: bash"), @"");
}

#[test]
fn secret_in_a_name() {
    assert_snapshot!(refused_items("    - exec:
        - curl --token S3NTINEL-in-a-name:
            environment: [API_TOKEN=S3NTINEL-in-a-name]
"), @"");
}
