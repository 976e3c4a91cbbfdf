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
    assert_snapshot!(shortened(&refused("[".repeat(1_000_000))), @"
    error[document::too-deep]: lists and maps are nested deeper than the limit `depth` of 250
     --> site.yaml:1:251
      |
    1 | …[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…
      |                                                                       ^ one level too many
      = help: raise it with `--max-depth` if the document is meant to be like this (512 at most)

    1 error
    ");
}

#[test]
fn a_million_braces() {
    assert_snapshot!(shortened(&refused(format!("ccm: {}{}\n", "{a: ".repeat(1_000_000), "}".repeat(1_000_000)))), @"
    error[document::too-deep]: lists and maps are nested deeper than the limit `depth` of 250
     --> site.yaml:1:1002
      |
    1 | … {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a:…
      |                                                                       ^ one level too many
      = help: raise it with `--max-depth` if the document is meant to be like this (512 at most)

    1 error
    ");
}

#[test]
fn a_million_dashes() {
    assert_snapshot!(shortened(&refused("- ".repeat(1_000_000))), @"
    error[document::too-deep]: lists and maps are nested deeper than the limit `depth` of 250
     --> site.yaml:1:501
      |
    1 | … - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -…
      |                                                                       ^ one level too many
      = help: raise it with `--max-depth` if the document is meant to be like this (512 at most)

    1 error
    ");
}

#[test]
fn a_deep_block() {
    let deep: String = (0..2_000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    assert_snapshot!(refused(deep), @"
    error[document::too-deep]: lists and maps are nested deeper than the limit `depth` of 250
       --> site.yaml:251:251
        |
    251 | …                                                                                                                                          a:
        |                                                                                                                                            ^ one level too many
        = help: raise it with `--max-depth` if the document is meant to be like this (512 at most)

    1 error
    ");
}

#[test]
fn a_million_brackets_of_json() {
    assert_snapshot!(shortened(&refused(format!("{{\"ccm\": {}{}}}", "[".repeat(1_000_000), "]".repeat(1_000_000)))), @"
    error[document::too-deep]: lists and maps are nested deeper than the limit `depth` of 250
     --> site.yaml:1:258
      |
    1 | …[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…
      |                                                                       ^ one level too many
      = help: raise it with `--max-depth` if the document is meant to be like this (512 at most)

    1 error
    ");
}

#[test]
fn a_depth_that_was_asked_for() {
    assert_snapshot!(refused_with(GOOD, &["--max-depth", "3"]), @r#"
    error[document::too-deep]: lists and maps are nested deeper than the limit `depth` of 3
     --> site.yaml:3:7
      |
    3 |     - exec: {name: canary, command: touch canary, cwd: "[ROOT]"}
      |       ^ one level too many
      = help: raise it with `--max-depth` if the document is meant to be like this (512 at most)

    1 error
    "#);
}

/// Nine levels of nine aliases each: nearly four hundred million nodes.
#[test]
fn an_alias_bomb() {
    let mut bomb = format!("{GOOD}x-a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
    for level in 1..9 {
        let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
        bomb += &format!("x-a{level}: &a{level} [{aliases}]\n");
    }
    assert_snapshot!(refused(bomb), @"
    error[document::too-many-aliases]: aliases copy more nodes than the limit `aliases` of 1000000
     --> site.yaml:9:7
      |
    9 | x-a5: &a5 [*a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4]
      |       ^^^ one copy too many
      = help: raise it with `--max-aliases` if the document needs that many

    1 error
    ");
}

#[test]
fn a_bomb_of_merge_keys() {
    let mut bomb = format!("{GOOD}x-m0: &m0 {{a0: 1, b0: 1}}\n");
    for level in 1..30 {
        let below = level - 1;
        bomb += &format!("x-m{level}: &m{level} {{p{level}: *m{below}, q{level}: *m{below}, <<: *m{below}}}\n");
    }
    assert_snapshot!(refused(bomb), @"
    error[document::too-many-aliases]: aliases copy more nodes than the limit `aliases` of 1000000
      --> site.yaml:14:8
       |
    14 | x-m10: &m10 {p10: *m9, q10: *m9, <<: *m9}
       |        ^^^^ one copy too many
       = help: raise it with `--max-aliases` if the document needs that many

    1 error
    ");
}

#[test]
fn an_alias_of_what_holds_it() {
    assert_snapshot!(refused(format!("{GOOD}x-a: &a [*a]\n")), @"
    error[yaml::recursive-alias]: `*a` stands inside the node that `&a` marks
     --> site.yaml:4:10
      |
    4 | x-a: &a [*a]
      |          ^^ the value would contain itself

    1 error
    ");
}

#[test]
fn a_number_of_aliases_that_was_asked_for() {
    let document = format!("{GOOD}x-a: &a [1, 2, 3]\nx-b: [*a, *a]\n");
    assert_snapshot!(refused_with(document, &["--max-aliases", "5"]), @"
    error[document::too-many-aliases]: aliases copy more nodes than the limit `aliases` of 5
     --> site.yaml:5:7
      |
    5 | x-b: [*a, *a]
      |       ^^ one copy too many
      = help: raise it with `--max-aliases` if the document needs that many

    1 error
    ");
}

#[test]
fn too_many_resources() {
    let document = format!("{GOOD}    - exec: {{name: /bin/true}}\n");
    assert_snapshot!(refused_with(document, &["--max-resources", "1"]), @"
    error[manifest::too-many-resources]: the manifest has 2 resources, the limit is 1
     --> site.yaml:2:3
      |
    2 |   resources:
      |   ^^^^^^^^^ too many resources
      = help: raise it with `--max-resources` if the manifest is meant to be that large

    1 error
    ");
}

/// The limit that holds when nobody says anything.
#[test]
fn a_document_of_65_mebibytes() {
    let test = Test::new().file("site.yaml", "").file("facts.yaml", "").args(["apply", "site.yaml"]);
    for name in ["site.yaml", "facts.yaml"] {
        std::fs::File::options().write(true).open(test.path(name)).unwrap().set_len(65 << 20).unwrap();
    }
    assert_snapshot!(test.exit(3).stderr(), @"
    error[document::too-large]: `site.yaml` has 68157440 bytes, more than the limit of 67108864
     --> site.yaml:1:1
      |
    1 |
      | ^ nothing of it is used
      = help: raise it with `--max-document-size` if the document is meant to be that large

    1 error
    ");
    let mut test = test.file("small.yaml", GOOD);
    assert_snapshot!(test.again(&["apply", "small.yaml", "--facts", "facts.yaml"], 3).stderr(), @"
    error[document::too-large]: `facts.yaml` has 68157440 bytes, more than the limit of 67108864
     --> facts.yaml:1:1
      |
    1 |
      | ^ nothing of it is used
      = help: keep only what is needed: no setting raises this limit

    1 error
    ");
    assert_snapshot!(test.again(&["apply", "small.yaml", "--hiera", "facts.yaml"], 3).stderr(), @"
    error[document::too-large]: hiera data from `[ROOT]/facts.yaml` has more than 67108864 bytes
     = help: raise it with `--max-document-size` if the data is meant to be that large

    1 error
    ");
}

/// Nothing of it was read, so its place is its beginning.
#[test]
fn a_document_that_is_too_large() {
    let test = Test::new().file("site.yaml", GOOD).args(["apply", "site.yaml", "--max-document-size", "50"]);
    assert_snapshot!(test.exit(3).stderr().replace(&test.fill(GOOD).len().to_string(), "[SIZE]"), @"
    error[document::too-large]: `site.yaml` has [SIZE] bytes, more than the limit of 50
     --> site.yaml:1:1
      |
    1 |
      | ^ nothing of it is used
      = help: raise it with `--max-document-size` if the document is meant to be that large

    1 error
    ");
    assert!(!test.exists("canary"));
}

#[test]
fn limits_can_be_raised_and_met() {
    let size = Test::new().fill(GOOD).len().to_string();
    let test = Test::new().file("site.yaml", GOOD);
    let test =
        test.args(["apply", "site.yaml", "--max-document-size", &size, "--max-resources", "1", "--max-depth", "5"]);
    test.exit(0);
    assert!(test.exists("canary"));
}
