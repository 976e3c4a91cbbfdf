//! Texts that are no documents.

use super::{GOOD, refused, refused_items};
use crate::test::Test;
use insta::assert_snapshot;

#[test]
fn tab_as_indentation() {
    assert_snapshot!(refused(format!("{GOOD}\tfail_on_error: true\n")), @"");
}

#[test]
fn tab_after_spaces() {
    assert_snapshot!(refused("ccm:\n  resources:\n    - exec:\n    \tname: /bin/true\n"), @"");
}

#[test]
fn open_double_quote() {
    assert_snapshot!(refused_items("    - exec:\n        name: \"/bin/true\n        creates: /done\n"), @"");
}

#[test]
fn open_single_quote() {
    assert_snapshot!(refused_items("    - exec:\n        name: 'it's\n"), @"");
}

#[test]
fn open_bracket() {
    assert_snapshot!(refused_items("    - exec: {name: /bin/true, returns: [0, 1}\n"), @"");
}

#[test]
fn open_brace_at_the_end() {
    assert_snapshot!(refused_items("    - exec: {name: /bin/true\n"), @"");
}

#[test]
fn wrong_indentation() {
    assert_snapshot!(refused_items("    - exec:\n        name: /bin/true\n       creates: /done\n"), @"");
}

#[test]
fn list_item_out_of_line() {
    assert_snapshot!(refused_items("   - exec: {name: /bin/true}\n"), @"");
}

#[test]
fn two_colons() {
    assert_snapshot!(refused_items("    - exec:\n        name: echo a: b\n"), @"");
}

#[test]
fn missing_colon() {
    assert_snapshot!(refused_items("    - exec:\n        name: /bin/true\n        creates\n"), @"");
}

#[test]
fn unknown_alias() {
    assert_snapshot!(refused_items("    - exec: *common\n"), @"");
}

#[test]
fn bad_escape() {
    assert_snapshot!(refused_items("    - exec: {name: \"C:\\dir\"}\n"), @"");
}

#[test]
fn several_documents() {
    assert_snapshot!(refused(format!("{GOOD}---\n{GOOD}")), @"");
}

#[test]
fn empty() {
    assert_snapshot!(refused(""), @"");
}

#[test]
fn comments_only() {
    assert_snapshot!(refused("# nothing\n\n# at all\n"), @"");
}

#[test]
fn null() {
    assert_snapshot!(refused("---\n...\n"), @"");
}

#[test]
fn binary() {
    assert_snapshot!(refused(b"\x7fELF\x02\x01\x01\x00\x00\xff\xfe\x80"), @"");
}

#[test]
fn utf_16() {
    let text: Vec<u8> = GOOD.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_snapshot!(refused([&[0xff, 0xfe][..], &text].concat()), @"");
}

#[test]
fn latin_1() {
    assert_snapshot!(refused([GOOD.as_bytes(), b"# caf\xe9\n"].concat()), @"");
}

#[test]
fn nul_byte() {
    assert_snapshot!(refused(format!("{GOOD}  pre_message: a\0b\n")), @"");
}

#[test]
fn byte_order_mark_is_accepted() {
    let test = Test::new().file("site.yaml", format!("\u{feff}{GOOD}")).args(["apply", "site.yaml"]);
    test.exit(0);
    assert!(test.exists("canary"));
}

#[test]
fn line_ends_of_windows_are_accepted() {
    let test = Test::new().file("site.yaml", GOOD.replace('\n', "\r\n")).args(["apply", "site.yaml"]);
    test.exit(0);
    assert!(test.exists("canary"));
}

#[test]
fn json_is_accepted() {
    let json = r#"{"ccm": {"resources": [{"exec": {"name": "canary", "command": "touch canary", "cwd": "@ROOT@"}}]}}"#;
    let test = Test::new().file("site.json", json).args(["apply", "site.json"]);
    test.exit(0);
    assert!(test.exists("canary"));
}
