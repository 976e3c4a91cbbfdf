//! Manifests inside of manifests.

use crate::test::Test;
use insta::assert_snapshot;

fn site(resources: &str) -> String {
    format!("ccm:\n  resources:\n{resources}")
}

#[test]
fn manifests_that_include_each_other_change_nothing() {
    let mut test = Test::new()
        .file("site.yaml", site("    - exec: [{touch @ROOT@/done: {}}]\n    - apply: [{b.yaml: {}}]\n"))
        .file("b.yaml", site("    - apply:\n        - site.yaml: {}\n"));
    let ended = test.again(&["apply", "site.yaml"], 1);
    assert_eq!(ended.stdout(), "");
    assert_snapshot!(ended.stderr(), @"
    error[manifest::cycle]: a cycle of manifests: site.yaml > b.yaml > site.yaml
     --> b.yaml:4:11
      |
    4 |         - site.yaml: {}
      |           ^^^^^^^^^ leads back to a manifest that it stands in
      = site.yaml:4:16 applies b.yaml
      = b.yaml:4:11 applies site.yaml
      = help: a manifest cannot be its own child: take one of these steps out

    1 error
    ");
    assert!(!test.exists("done"));
    assert_eq!(test.again(&["check", "site.yaml"], 3).stderr(), ended.stderr());
}

#[test]
fn a_check_looks_into_children() {
    let bad = "    - exec:\n        - one: {timeout: soon}\n        - two: {require: [exec#on]}\n";
    let mut test = Test::new()
        .file("site.yaml", site("    - exec: [{zero: {}}]\n    - apply: [{base/parent.yaml: {}}]\n"))
        .file("base/parent.yaml", site("    - apply: [{child.yaml: {}}]\n"))
        .file("base/child.yaml", site(bad));
    assert_snapshot!(test.again(&["check", "site.yaml"], 3).stderr(), @"
    error[decode::duration]: invalid duration `soon`
     --> base/child.yaml:4:26
      |
    4 |         - one: {timeout: soon}
      |                          ^^^^ given here
      = site.yaml:4:16 applies base/parent.yaml
      = base/parent.yaml:3:16 applies child.yaml
      = help: write it as `30s`, `5m` or `1h30m`

    error[manifest::unknown-reference]: `require` names exec#on, which is not in this manifest
     --> base/child.yaml:5:27
      |
    5 |         - two: {require: [exec#on]}
      |                           ^^^^^^^ no resource has this name or alias
      = site.yaml:4:16 applies base/parent.yaml
      = base/parent.yaml:3:16 applies child.yaml
      = help: did you mean `exec#one`?

    2 errors
    ");
    // What is wrong with a child that is not looked at here is a finding.
    test = test.file("base/parent.yaml", site("    - apply: [{child.yaml: {control: {if: 'false'}}}]\n"));
    let said = test.again(&["check", "site.yaml"], 2).stderr();
    assert!(said.contains("warning[decode::duration]") && !said.contains("error["), "{said}");
}

#[test]
fn all_that_is_wrong_with_a_child_is_in_its_event() {
    let bad = "    - exec:\n        - one: {timeout: soon}\n        - two: {returns: [one], retuns: [1]}\n";
    let mut test = Test::new()
        .file("site.yaml", site("    - apply: [{base/child.yaml: {}}]\n"))
        .file("base/child.yaml", site(bad));
    let said = test.again(&["apply", "site.yaml", "--no-report"], 1).stdout();
    let problems = [
        "base/child.yaml:4:26: error[decode::duration]: invalid duration `soon`",
        "base/child.yaml:5:27: error[decode::wrong-type]: expected a whole number, found the text `one`",
        "base/child.yaml:5:33: error[decode::unknown-key]: unknown key `retuns`",
    ];
    assert!(said.contains("failed         the manifest cannot be used, it has 3 problems: "), "{said}");
    assert!(problems.iter().all(|problem| said.contains(problem)), "{said}");
    let event = test.again(&["apply", "site.yaml", "--output", "jsonl"], 1).stdout();
    let event: serde_json::Value = serde_json::from_str(event.lines().next().unwrap()).unwrap();
    let error = event["error"][0].as_str().unwrap();
    assert!(problems.iter().all(|problem| error.contains(problem)), "{error}");
}

#[test]
fn a_child_may_name_what_stands_above_it() {
    let above = "    - exec: [{zero: {}}]\n    - apply: [{child.yaml: {}}]\n    - exec: [{later: {}}]\n";
    let child = |name: &str| site(&format!("    - exec: [{{one: {{require: ['exec#{name}']}}}}]\n"));
    let mut test = Test::new().file("site.yaml", site(above)).file("child.yaml", child("zero"));
    test.again(&["check", "site.yaml"], 0);
    test = test.file("child.yaml", child("later"));
    let said = test.again(&["check", "site.yaml"], 3).stderr();
    assert!(said.contains("child.yaml:3:31") && said.contains("names exec#later"), "{said}");
}

#[test]
fn a_child_that_is_not_there_is_a_finding() {
    let mut test = Test::new().file("site.yaml", site("    - apply: [{child.yaml: {}}]\n"));
    assert_snapshot!(test.again(&["check", "site.yaml"], 2).stderr(), @"
    warning[manifest::child]: manifest `child.yaml` does not exist
     --> site.yaml:3:16
      |
    3 |     - apply: [{child.yaml: {}}]
      |                ^^^^^^^^^^ applied here
      = help: a step that stands before it may make it; otherwise correct the name

    1 warning
    ");
    let maker =
        "    - file: [{@ROOT@/child.yaml: {ensure: present, content: '', owner: root, group: root, mode: '0644'}}]\n";
    let made = site(&format!("{maker}    - apply: [{{child.yaml: {{}}}}]\n"));
    test = test.file("site.yaml", made);
    test.again(&["check", "site.yaml"], 0);
}

#[test]
fn an_unknown_name_behind_a_child_changes_nothing() {
    let resources = "    - apply: [{child.yaml: {}}]\n    - exec: [{touch @ROOT@/done: {require: [exec#on]}}]\n";
    let mut test = Test::new()
        .file("site.yaml", site(resources))
        .file("child.yaml", site("    - exec: [{one: {command: touch @ROOT@/one}}]\n"));
    let said = test.again(&["apply", "site.yaml"], 3).stderr();
    assert!(said.contains("`require` names exec#on") && said.contains("did you mean `exec#one`?"), "{said}");
    assert_eq!(test.names(), ["child.yaml", "site.yaml"]);
}

/// What a child that is only rehearsed would change is not called changed.
#[test]
fn the_last_line_tells_what_was_changed_from_what_would_be() {
    let child = site("    - exec: [{touch @ROOT@/never: {}}, {touch @ROOT@/neither: {}}]\n");
    let mut test = Test::new()
        .file("site.yaml", site("    - exec: [{touch @ROOT@/done: {}}]\n    - apply: [{child.yaml: {noop: true}}]\n"))
        .file("child.yaml", child);
    let ended = test.again(&["apply", "site.yaml", "--no-report"], 0).stdout();
    assert!(ended.contains("Done: 1 changed, 3 would change, 0 stable, in "), "{ended}");
    assert!(test.exists("done") && !test.exists("never"));
    let rehearsed = test.again(&["apply", "site.yaml", "--no-report", "--noop"], 0).stdout();
    assert!(rehearsed.contains("Rehearsal: 4 would change, 0 stable, in "), "{rehearsed}");
}

/// Each step counts, also when two of them have one name.
#[test]
fn a_child_counts_its_steps() {
    let file = |name: &str, content: &str| {
        format!(
            "    - file: [{{@ROOT@/{name}: {{ensure: present, content: {content}, owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"}}}}]\n"
        )
    };
    let child = [file("x", "one"), file("y", "two"), file("x", "three")].concat();
    let mut test =
        Test::new().file("site.yaml", site("    - apply: [{child.yaml: {}}]\n")).file("child.yaml", site(&child));
    let told = test.again(&["apply", "site.yaml", "--no-report"], 0).stdout();
    assert!(told.contains("3 of 3 resources"), "{told}");
}
