//! `upright check`: everything that can be known without touching the machine, all at once.

use crate::test::Test;
use insta::assert_snapshot;
use serde_json::json;

const EIGHT_MISTAKES: &str = "\
ccm:
  fail_on_errors: true
  pre_message: [Hello]
  resources:
    - file:
        - /nowhere/motd: {ensure: present, owner: root, mode: 0644}
        - nowhere/issue: {ensure: absent}
    - exec:
        - reindex: {refresh_only: true, timeout: soon}
    - pakage:
        - nginx: {ensure: present}
";

#[test]
fn all_problems_are_shown_at_once() {
    let test = Test::new().file("site.yaml", EIGHT_MISTAKES).args(["check", "site.yaml"]);
    assert_snapshot!(test.exit(3).stderr(), @"");
}

#[test]
fn problems_are_a_list_for_programs() {
    let test = Test::new().file("site.yaml", EIGHT_MISTAKES).args(["check", "site.yaml", "--output", "json"]);
    let ended = test.exit(3);
    let problems = ended.json();
    let found: Vec<String> = problems
        .as_array()
        .unwrap()
        .iter()
        .map(|p| format!("{} {}:{}:{}", p["code"].as_str().unwrap(), p["file"].as_str().unwrap(), p["line"], p["column"]))
        .collect();
    assert_eq!(ended.stderr(), "");
    assert_snapshot!(found.join("\n"), @"");
    assert_snapshot!(serde_json::to_string_pretty(&problems[0]).unwrap(), @"");
}

const TWINS: &str = "\
ccm:
  resources:
    - file:
        - defaults: {ensure: present, owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"}
        - @ROOT@/motd: {content: first}
        - @ROOT@/motd: {content: second}
";

#[test]
fn a_path_that_is_declared_twice_is_a_finding() {
    let mut test = Test::new().file("site.yaml", TWINS);
    let found = test.again(&["check", "site.yaml"], 2).stderr();
    assert!(found.starts_with("warning[manifest::declared-twice]: file#[ROOT]/motd is declared twice\n"), "{found}");
    assert!(found.contains("--> site.yaml:6:11\n") && found.ends_with("\n1 warning\n"), "{found}");
    let applied = test.again(&["apply", "site.yaml"], 0);
    assert_eq!(applied.stderr(), found, "apply warns and goes on");
    assert_eq!(test.read("motd"), "second");
}

#[test]
fn a_command_may_be_declared_twice() {
    let manifest = "ccm:\n  resources:\n    - exec:\n        - /bin/true: {}\n        - /bin/true: {}\n";
    Test::new().file("site.yaml", manifest).args(["check", "site.yaml"]).exit(0);
}

#[test]
fn a_good_document_says_so() {
    let manifest = "ccm: {resources: [{exec: {name: /bin/true}}]}\n";
    let mut test = Test::new().file("site.yaml", manifest);
    assert_eq!(test.again(&["check", "site.yaml"], 0).stdout(), "site.yaml: no problems in 1 resource\n");
    assert_eq!(test.again(&["check", "site.yaml", "--output", "json"], 0).json(), json!([]));
}

#[test]
fn nothing_of_the_machine_is_touched() {
    let manifest = "\
ccm:
  resources:
    - exec: {name: \"touch @ROOT@/ran\", unless: \"touch @ROOT@/asked\"}
    - file: {name: @ROOT@/motd, ensure: present, owner: nobody-of-that-name, group: \"@GID@\", mode: \"0644\"}
";
    let test = Test::new().file("site.yaml", manifest).args(["check", "site.yaml"]);
    let before = test.tree();
    test.exit(0);
    assert_eq!(before, test.tree());
}

#[test]
fn a_file_that_is_not_there() {
    let test = Test::new().args(["check", "site.yaml"]);
    assert_snapshot!(test.exit(4).stderr(), @"");
}
