//! Documents that would take all memory, or all time.

use super::{GOOD, refused, refused_with};
use crate::test::Test;
use insta::assert_snapshot;

/// A problem in a line that is too long to be shown.
fn shortened(text: &str) -> String {
    let lines = text.lines().map(|line| if line.len() > 200 { format!("{}[…]", &line[..60]) } else { line.to_owned() });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_million_brackets() {
    assert_snapshot!(shortened(&refused("[".repeat(1_000_000))), @"");
}

#[test]
fn a_million_braces() {
    assert_snapshot!(shortened(&refused(format!("ccm: {}{}\n", "{a: ".repeat(1_000_000), "}".repeat(1_000_000)))), @"");
}

#[test]
fn a_million_dashes() {
    assert_snapshot!(shortened(&refused("- ".repeat(1_000_000))), @"");
}

#[test]
fn a_deep_block() {
    let deep: String = (0..2_000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    assert_snapshot!(refused(deep), @"");
}

#[test]
fn a_million_brackets_of_json() {
    assert_snapshot!(shortened(&refused(format!("{{\"ccm\": {}{}}}", "[".repeat(1_000_000), "]".repeat(1_000_000)))), @"");
}

#[test]
fn a_depth_that_was_asked_for() {
    assert_snapshot!(refused_with(GOOD, &["--max-depth", "3"]), @"");
}

/// Nine levels of nine aliases each: nearly four hundred million nodes.
#[test]
fn an_alias_bomb() {
    let mut bomb = format!("{GOOD}x-a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
    for level in 1..9 {
        let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
        bomb += &format!("x-a{level}: &a{level} [{aliases}]\n");
    }
    assert_snapshot!(refused(bomb), @"");
}

#[test]
fn a_bomb_of_merge_keys() {
    let mut bomb = format!("{GOOD}x-m0: &m0 {{a0: 1, b0: 1}}\n");
    for level in 1..30 {
        let below = level - 1;
        bomb += &format!("x-m{level}: &m{level} {{p{level}: *m{below}, q{level}: *m{below}, <<: *m{below}}}\n");
    }
    assert_snapshot!(refused(bomb), @"");
}

#[test]
fn an_alias_of_what_holds_it() {
    assert_snapshot!(refused(format!("{GOOD}x-a: &a [*a]\n")), @"");
}

#[test]
fn a_number_of_aliases_that_was_asked_for() {
    let document = format!("{GOOD}x-a: &a [1, 2, 3]\nx-b: [*a, *a]\n");
    assert_snapshot!(refused_with(document, &["--max-aliases", "5"]), @"");
}

#[test]
fn too_many_resources() {
    let document = format!("{GOOD}    - exec: {{name: /bin/true}}\n");
    assert_snapshot!(refused_with(document, &["--max-resources", "1"]), @"");
}

/// Nothing of it was read, so there is no line to show.
#[test]
fn a_document_that_is_too_large() {
    let test = Test::new().file("site.yaml", GOOD).args(["apply", "site.yaml", "--max-document-size", "50"]);
    assert_snapshot!(test.exit(3).stderr().replace(&test.fill(GOOD).len().to_string(), "[SIZE]"), @"");
    assert!(!test.exists("canary"));
}

#[test]
fn limits_can_be_raised_and_met() {
    let size = Test::new().fill(GOOD).len().to_string();
    let test = Test::new().file("site.yaml", GOOD);
    let test = test.args(["apply", "site.yaml", "--max-document-size", &size, "--max-resources", "1", "--max-depth", "5"]);
    test.exit(0);
    assert!(test.exists("canary"));
}
