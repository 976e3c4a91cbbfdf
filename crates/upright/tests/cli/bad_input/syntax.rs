//! Texts that are no documents.

use super::{GOOD, refused, refused_items};
use crate::test::Test;
use insta::assert_snapshot;

#[test]
fn tab_as_indentation() {
    assert_snapshot!(refused(format!("{GOOD}\tfail_on_error: true\n")), @"
    error[yaml::tab-indentation]: a tab is used for indentation
     --> site.yaml:4:1
      |
    4 |     fail_on_error: true
      | ^^^^ this is a tab
      = help: indent with spaces

    1 error
    ");
}

#[test]
fn tab_after_spaces() {
    assert_snapshot!(refused("ccm:\n  resources:\n    - exec:\n    \tname: /bin/true\n"), @"
    error[yaml::tab-indentation]: a tab is used for indentation
     --> site.yaml:4:5
      |
    4 |         name: /bin/true
      |     ^^^^ this is a tab
      = help: indent with spaces

    1 error
    ");
}

#[test]
fn open_double_quote() {
    assert_snapshot!(refused_items("    - exec:\n        name: \"/bin/true\n        creates: /done\n"), @r#"
    error[yaml::unclosed-quote]: the text that begins with `"` is not closed
     --> site.yaml:5:15
      |
    5 |         name: "/bin/true
      |               ^ opened here
    6 |         creates: /done
      |                       - no closing `"` up to here
      = help: close it with `"`; a `"` inside the text is written `\"`

    1 error
    "#);
}

#[test]
fn open_single_quote() {
    assert_snapshot!(refused_items("    - exec:\n        name: 'it's\n"), @"
    error[yaml::unexpected-text]: found `s` after the end of the value
     --> site.yaml:5:19
      |
    5 |         name: 'it's
      |                   ^ not expected here
      |                   - the value is complete here
      = help: inside `'…'` a quote is written twice: `''`

    1 error
    ");
}

#[test]
fn open_bracket() {
    assert_snapshot!(refused_items("    - exec: {name: /bin/true, returns: [0, 1}\n"), @"
    error[yaml::missing-comma]: expected `,` or `]` in the list, found `}`
     --> site.yaml:4:45
      |
    4 |     - exec: {name: /bin/true, returns: [0, 1}
      |                                        -    ^ `,` or `]` expected
      |                                        |
      |                                        the list begins here

    1 error
    ");
}

#[test]
fn open_brace_at_the_end() {
    assert_snapshot!(refused_items("    - exec: {name: /bin/true\n"), @"
    error[yaml::unclosed-bracket]: the map that begins with `{` is not closed
     --> site.yaml:4:13
      |
    4 |     - exec: {name: /bin/true
      |             ^               - no `}` up to here
      |             |
      |             opened here
      = help: close it with `}`, or put the value into quotes if it is a text

    1 error
    ");
}

#[test]
fn wrong_indentation() {
    assert_snapshot!(refused_items("    - exec:\n        name: /bin/true\n       creates: /done\n"), @"
    error[yaml::wrong-indentation]: this line does not line up with the map it belongs to
     --> site.yaml:6:8
      |
    4 |     - exec:
      |       ---- the map begins in column 7
    5 |         name: /bin/true
    6 |        creates: /done
      |        ^^^^^^^^^^^^^^ begins in column 8
      = help: give all keys of a map, and all dashes of a list, the same indentation

    1 error
    ");
}

#[test]
fn list_item_out_of_line() {
    assert_snapshot!(refused_items("   - exec: {name: /bin/true}\n"), @r#"
    error[yaml::wrong-indentation]: this line does not line up with the map it belongs to
     --> site.yaml:4:4
      |
    2 |   resources:
      |   --------- the map begins in column 3
    3 |     - exec: {name: canary, command: touch canary, cwd: "[ROOT]"}
    4 |    - exec: {name: /bin/true}
      |    ^^^^^^^^^^^^^^^^^^^^^^^^^ begins in column 4
      = help: give all keys of a map, and all dashes of a list, the same indentation

    1 error
    "#);
}

#[test]
fn two_colons() {
    assert_snapshot!(refused_items("    - exec:\n        name: echo a: b\n"), @"
    error[yaml::nested-value]: a value cannot contain `: ` without quotes
     --> site.yaml:5:21
      |
    5 |         name: echo a: b
      |               ------^ this `:` would begin a second value
      |               |
      |               inside this text
      = help: put the text into quotes, or begin the inner map on the next line

    1 error
    ");
}

#[test]
fn missing_colon() {
    assert_snapshot!(refused_items("    - exec:\n        name: /bin/true\n        creates\n"), @"
    error[yaml::missing-colon]: expected `key: value`, found `creates`
     --> site.yaml:6:9
      |
    5 |         name: /bin/true
      |         ---- in the map of this key
    6 |         creates
      |         ^^^^^^^ no `: ` here
      = help: write `key: value`; a text that goes on from the line above is indented deeper than its key

    1 error
    ");
}

#[test]
fn unknown_alias() {
    assert_snapshot!(refused_items("    - exec: *common\n"), @"
    error[yaml::unknown-anchor]: there is no anchor `&common` before this alias
     --> site.yaml:4:13
      |
    4 |     - exec: *common
      |             ^^^^^^^ not known here
      = help: mark a node with `&common` first, or put the text into quotes

    1 error
    ");
}

#[test]
fn bad_escape() {
    assert_snapshot!(refused_items("    - exec: {name: \"C:\\dir\"}\n"), @r#"
    error[yaml::unknown-escape]: there is no escape `\d`
     --> site.yaml:4:23
      |
    4 |     - exec: {name: "C:\dir"}
      |                       ^^ not known
      = help: write a backslash as `\\`, or use `'…'`, where it means nothing

    1 error
    "#);
}

#[test]
fn several_documents() {
    assert_snapshot!(refused(format!("{GOOD}---\n{GOOD}")), @"
    error[yaml::several-documents]: the file holds more than one document
     --> site.yaml:4:1
      |
    4 | ---
      | ^^^ the second document begins here
      = help: put each document into a file of its own

    1 error
    ");
}

#[test]
fn empty() {
    assert_snapshot!(refused(""), @"
    error[manifest::empty]: the manifest is empty
     --> site.yaml:1:1
      |
    1 |
      | ^ nothing in here
      = help: a manifest begins with `ccm:`; see `upright explain manifest::empty`

    1 error
    ");
}

#[test]
fn comments_only() {
    assert_snapshot!(refused("# nothing\n\n# at all\n"), @"
    error[manifest::empty]: the manifest is empty
     --> site.yaml:1:1
      |
    1 | # nothing
      | ^ nothing in here
      = help: a manifest begins with `ccm:`; see `upright explain manifest::empty`

    1 error
    ");
}

#[test]
fn null() {
    assert_snapshot!(refused("---\n...\n"), @"
    error[manifest::empty]: the manifest is empty
     --> site.yaml:1:1
      |
    1 | ---
      | ^ nothing in here
      = help: a manifest begins with `ccm:`; see `upright explain manifest::empty`

    1 error
    ");
}

#[test]
fn binary() {
    assert_snapshot!(refused(b"\x7fELF\x02\x01\x01\x00\x00\xff\xfe\x80"), @r"
    error[document::not-text]: `site.yaml` is not a text file: byte 0xff at offset 9
     --> site.yaml:1:10
      |
    1 | \u{7f}ELF\u{2}\u{1}\u{1}\u{0}\u{0}���
      |                                   ^ this byte
      = help: save the file as UTF-8, or name another file

    1 error
    ");
}

#[test]
fn utf_16() {
    let text: Vec<u8> = GOOD.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_snapshot!(refused([&[0xff, 0xfe][..], &text].concat()), @r"
    error[document::not-text]: `site.yaml` is not a text file: byte 0xff at offset 0
     --> site.yaml:1:1
      |
    1 | ��c\u{0}c\u{0}m\u{0}:\u{0}
      | ^ this byte
      = help: the file looks like UTF-16; save it as UTF-8

    1 error
    ");
}

#[test]
fn latin_1() {
    assert_snapshot!(refused(b"ccm:\n  resources: []\n# caf\xe9\n"), @"
    error[document::not-text]: `site.yaml` is not a text file: byte 0xe9 at offset 26
     --> site.yaml:3:6
      |
    3 | # caf�
      |      ^ this byte
      = help: save the file as UTF-8, or name another file

    1 error
    ");
}

#[test]
fn nul_byte() {
    assert_snapshot!(refused("ccm:\n  pre_message: a\0b\n"), @r"
    error[document::not-text]: `site.yaml` is not a text file: byte 0x00 at offset 21
     --> site.yaml:2:17
      |
    2 |   pre_message: a\u{0}b
      |                 ^ this byte
      = help: save the file as UTF-8, or name another file

    1 error
    ");
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
