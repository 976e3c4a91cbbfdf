//! What a rehearsal shows of content.

use crate::test::Test;
use insta::assert_snapshot;

fn manifest(content: &str) -> String {
    let content = serde_json::to_string(content).unwrap();
    format!(
        "ccm:\n  resources:\n    - file: {{name: @ROOT@/f, ensure: present, content: {content}, owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"}}\n"
    )
}

/// The lines of a rehearsal without its summary.
fn rehearsed(test: Test) -> String {
    let shown = test.args(["apply", "site.yaml", "--noop", "--no-report"]).exit(0).stdout();
    let (lines, _) = shown.split_once("\n\nRehearsal:").unwrap();
    lines.to_owned()
}

fn change(old: &[u8], new: &str) -> String {
    let test = Test::new().file("site.yaml", manifest(new)).file("f", old);
    std::fs::set_permissions(test.path("f"), std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
    rehearsed(test)
}

#[test]
fn a_changed_line_in_its_surroundings() {
    assert_snapshot!(change(b"1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"), @"
    file#[ROOT]/f  would change   content +1 -1
        --- [ROOT]/f
        +++ [ROOT]/f (site.yaml:3)
        @@ -2,7 +2,7 @@
         2
         3
         4
        -5
        +five
         6
         7
         8
    ");
}

#[test]
fn a_new_file() {
    assert_snapshot!(rehearsed(Test::new().file("site.yaml", manifest("one\ntwo\n"))), @"
    file#[ROOT]/f  would change   new file, content +2 -0, owner [UID], group [GID], mode 0644
        --- /dev/null
        +++ [ROOT]/f (site.yaml:3)
        @@ -0,0 +1,2 @@
        +one
        +two
    ");
}

#[test]
fn an_empty_file() {
    assert_snapshot!(rehearsed(Test::new().file("site.yaml", manifest(""))), @"file#[ROOT]/f  would change   new file, owner [UID], group [GID], mode 0644");
}

#[test]
fn a_file_that_is_emptied() {
    assert_snapshot!(change(b"text\n", ""), @"
    file#[ROOT]/f  would change   content +0 -1
        --- [ROOT]/f
        +++ [ROOT]/f (site.yaml:3)
        @@ -1 +0,0 @@
        -text
    ");
}

#[test]
fn no_line_break_at_the_end() {
    assert_snapshot!(change(b"one\ntwo", "one\ntwo\n"), @r"
    file#[ROOT]/f  would change   content +1 -1
        --- [ROOT]/f
        +++ [ROOT]/f (site.yaml:3)
        @@ -1,2 +1,2 @@
         one
        -two
        \ No newline at end of file
        +two
    ");
}

#[test]
fn line_ends_of_windows() {
    assert_snapshot!(change(b"one\r\ntwo\r\n", "one\ntwo\r\n"), @r"
    file#[ROOT]/f  would change   content +1 -1
        --- [ROOT]/f
        +++ [ROOT]/f (site.yaml:3)
        @@ -1,2 +1,2 @@
        -one\r
        +one
         two\r
    ");
}

#[test]
fn binary_content() {
    let said = "file#[ROOT]/f  would change   content\n    Binary file [ROOT]/f differs";
    assert_eq!(change(b"\x00\x01\x02", "text\n"), said);
    assert_eq!(change(b"caf\xe9\n", "text\n"), said);
}

#[test]
fn lines_that_look_like_a_diff() {
    assert_snapshot!(change(b"-- a\n++ b\n", "++ c\n-- d\n"), @"
    file#[ROOT]/f  would change   content +2 -2
        --- [ROOT]/f
        +++ [ROOT]/f (site.yaml:3)
        @@ -1,2 +1,2 @@
        --- a
        -++ b
        +++ c
        +-- d
    ");
}

#[test]
fn control_characters_are_shown_not_sent() {
    assert_snapshot!(change(b"a\n", "\u{1b}[2J\tb\n"), @r"
    file#[ROOT]/f  would change   content +1 -1
        --- [ROOT]/f
        +++ [ROOT]/f (site.yaml:3)
        @@ -1 +1 @@
        -a
        +\u{1b}[2J	b
    ");
}

#[test]
fn a_long_diff_is_cut() {
    let lines: String = (0..1000).map(|n| format!("{n}\n")).collect();
    let shown = rehearsed(Test::new().file("site.yaml", manifest(&lines)));
    assert!(shown.starts_with("file#[ROOT]/f  would change   new file, content +1000 -0, "), "{shown}");
    assert!(shown.ends_with("    +196\n    [... 803 more lines of the diff are not shown]"), "{shown}");
}

#[test]
fn a_huge_file_is_not_compared() {
    let old = "x\n".repeat(1_000_000);
    let said = "file#[ROOT]/f  would change   content\n    [ROOT]/f: too large to compare line by line";
    assert_eq!(change(old.as_bytes(), "y\n"), said);
}

#[test]
fn content_and_attributes_stand_on_one_line() {
    let test = Test::new().file("site.yaml", manifest("new\n")).file("f", "old\n");
    std::fs::set_permissions(test.path("f"), std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    assert_snapshot!(rehearsed(test), @"
    file#[ROOT]/f  would change   content +1 -1, mode 0600 -> 0644
        --- [ROOT]/f
        +++ [ROOT]/f (site.yaml:3)
        @@ -1 +1 @@
        -old
        +new
    ");
}

#[test]
fn attributes_alone() {
    let test = Test::new().file("site.yaml", manifest("same\n")).file("f", "same\n");
    std::fs::set_permissions(test.path("f"), std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    assert_snapshot!(rehearsed(test), @"file#[ROOT]/f  would change   mode 0600 -> 0644");
}

#[test]
fn a_copy_of_another_file() {
    let manifest = "ccm:\n  resources:\n    - file: {name: @ROOT@/f, ensure: present, source: original, owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"}\n";
    let test = Test::new().file("site.yaml", manifest).file("original", "new\n").file("f", "old\n");
    std::fs::set_permissions(test.path("f"), std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
    assert_snapshot!(rehearsed(test), @"
    file#[ROOT]/f  would change   content +1 -1
        --- [ROOT]/f
        +++ [ROOT]/f (site.yaml:3)
        @@ -1 +1 @@
        -old
        +new
    ");
}

/// The old password is a secret that nobody knows any more.
#[test]
fn a_secret_that_is_replaced_by_another_one() {
    let manifest = "ccm:\n  resources:\n    - file: {name: @ROOT@/f, ensure: present, content: \"a\\npassword = {{ Data.password }} # db\\n\", \
                    owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"}\n    - scaffold: {name: @ROOT@/out, ensure: present, \
                    source: @ROOT@/src, engine: go}\ndata:\n  # @secret\n  password: new-S3NTINEL\n";
    let old = "a\npassword = old-password # db\n";
    let test = Test::new()
        .file("site.yaml", manifest)
        .file("f", old)
        .file("out/g", old)
        .file("src/g", "a\npassword = {{ .Data.password }} # db\n");
    std::fs::set_permissions(test.path("f"), std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
    let shown = rehearsed(test);
    let masked = "-password = <secret> # db\n    +password = <secret> # db";
    assert!(shown.matches(masked).count() == 2 && !shown.contains("old-password"), "{shown}");
}
