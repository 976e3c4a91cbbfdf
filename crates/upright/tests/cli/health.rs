//! Health checks: what they say, when they count, and runs that only ask them.

use crate::test::Test;
use insta::assert_snapshot;

fn site(checks: &str) -> Test {
    let manifest = format!(
        "ccm:\n  resources:\n    - exec:\n        - one:\n            command: touch @ROOT@/one\n            creates: @ROOT@/one\n            health_checks:\n{checks}        - two:\n            command: touch @ROOT@/two\n            require: [exec#one]\n"
    );
    Test::new().file("site.yaml", manifest).args(["apply", "site.yaml", "--no-report"])
}

#[test]
fn a_bad_answer_fails_the_resource() {
    let test = site("              - {command: \"sh -c 'echo all is lost; exit 2'\", name: lost}\n");
    assert_snapshot!(test.exit(1).stdout(), @r#"
    exec#one  failed         after it was changed: health check `lost` status "CRITICAL" (site.yaml:4)
        | lost CRITICAL: all is lost
    exec#two  skipped        requires exec#one

    Done: 0 stable, 1 skipped, 1 failed, in [TIME] s.
    "#);
    assert!(test.exists("one") && !test.exists("two"));
}

#[test]
fn a_check_that_cannot_run_is_unknown() {
    let test = site("              - {command: /no/such/check}\n              - {command: sleep 60, timeout: 50ms}\n");
    assert_snapshot!(test.exit(1).stdout(), @"
    exec#one  failed         after it was changed: health check `check` could not run: cannot start `/no/such/check`: no such file or directory; health check `sleep 60` could not run: `sleep` did not end within 50ms and was killed (site.yaml:4)
        | check UNKNOWN: cannot start `/no/such/check`: no such file or directory
        | sleep 60 UNKNOWN: `sleep` did not end within 50ms and was killed
    exec#two  skipped        requires exec#one

    Done: 0 stable, 1 skipped, 1 failed, in [TIME] s.
    ");
}

#[test]
fn tries_end_with_the_first_good_answer() {
    let check = "              - {command: \"sh -c 'echo x >> @ROOT@/count; test $(wc -l < @ROOT@/count) -ge 3'\", tries: 5, try_sleep: 1ms}\n";
    let test = site(check);
    test.exit(0);
    assert_eq!(test.read("count"), "x\nx\nx\n");
}

#[test]
fn a_bad_answer_before_a_change_is_unknown_in_a_rehearsal() {
    let mut test = site("              - {command: test -e @ROOT@/one}\n");
    assert_snapshot!(test.again(&["apply", "site.yaml", "--noop", "--no-report"], 0).stdout(), @"
    exec#one  would change   run, unknown: health check `one` says WARNING, depends on exec#one
        | one WARNING
    exec#two  would change   run

    Rehearsal: 2 would change, 1 of them unknown, 0 stable, in [TIME] s. Nothing was changed.
    ");
    test.again(&["apply", "site.yaml"], 0);
    std::fs::remove_file(test.path("one")).unwrap();
    let ended = test.again(&["apply", "site.yaml", "--monitor-only", "--no-report"], 1);
    assert_snapshot!(ended.stdout(), @r#"
    exec#one  failed         health check `one` status "WARNING" (site.yaml:4)
        | one WARNING
    exec#two  skipped        requires exec#one

    Done: 0 stable, 1 skipped, 1 failed, in [TIME] s.
    "#);
    assert!(!test.exists("one"), "a run that only asks changes nothing");
}

#[test]
fn rules_of_goss() {
    let rules = "              - goss_rules:\n                  file:\n                    \"@ROOT@/{{ 'one' }}\": {exists: true, mode: \"0644\"}\n                  command:\n                    echo hi: {exit-status: 0, stdout: [hi]}\n";
    site(rules).exit(0);
    let shown = site(&rules.replace("0644", "0600")).exit(1).stdout();
    for line in [
        "failed         after it was changed: health check `goss` status \"CRITICAL\"",
        "    | goss CRITICAL: Count: 4, Failed: 1, Duration: ",
        "    | File: [ROOT]/one: mode: Expected \"0644\" to equal \"0600\"",
    ] {
        assert!(shown.contains(line), "{line}:\n{shown}");
    }
}

#[test]
fn mistakes_are_found_before_anything_runs() {
    let checks = "              - {command: a, goss_rules: {file: {}}}\n              - {name: neither}\n              - {command: a, format: goss}\n              - {command: a, tries: -1, timeout: soon}\n              - {goss_rules: {file: {\"{{ Nme }}\": {exists: true}}}}\n";
    let test = site(checks);
    assert_snapshot!(test.exit(3).stderr(), @"
    error[resource::health-check]: `command` and `goss_rules` are mutually exclusive
     --> site.yaml:8:42
      |
    8 |               - {command: a, goss_rules: {file: {}}}
      |                                          ^^^^^^^^^^ given here
      = help: make two checks of it

    error[resource::health-check]: a health check needs a `command` or `goss_rules`
     --> site.yaml:9:17
      |
    9 |               - {name: neither}
      |                 ^^^^^^^^^^^^^^^ given here
      = help: add one of them

    error[resource::health-check]: `format` must be `nagios` here, not `goss`
      --> site.yaml:10:38
       |
    10 |               - {command: a, format: goss}
       |                                      ^^^^ given here
       = help: leave it out: it follows from what is checked

    error[resource::health-check]: `tries` must be 1 or more
      --> site.yaml:11:37
       |
    11 |               - {command: a, tries: -1, timeout: soon}
       |                                     ^^ given here
       = help: leave it out to try once

    error[decode::duration]: invalid duration `soon`
      --> site.yaml:11:50
       |
    11 |               - {command: a, tries: -1, timeout: soon}
       |                                                  ^^^^ given here
       = help: write it as `30s`, `5m` or `1h30m`

    5 errors
    ");
}

/// An answer that does not count in a rehearsal is not waited for.
#[test]
fn a_rehearsal_waits_for_no_answer_that_does_not_count() {
    let check = "{command: \"sh -c 'echo x >> @ROOT@/count; false'\", tries: 4, try_sleep: 20s}";
    let manifest = format!(
        "ccm:\n  resources:\n    - exec:\n        - one: {{command: touch @ROOT@/done, health_checks: [{check}]}}\n"
    );
    let mut test = Test::new().file("site.yaml", manifest);
    let said = test.again(&["apply", "site.yaml", "--noop", "--no-report"], 0).stdout();
    assert!(said.contains("says WARNING, depends on exec#one"), "{said}");
    assert_eq!(test.read("count"), "x\n");
}

#[test]
fn sections_beside_expressions_are_known_by_name() {
    let mut test = site(
        "              - goss_rules:\n                  file: {\"{{ '/' }}\": {exists: true}}\n                  prt: {\"tcp:1\": {listening: true}}\n                  x-own: 1\n",
    );
    let said = test.again(&["check", "site.yaml"], 2).stderr();
    assert!(said.contains("site.yaml:10:19") && said.contains("did you mean `port`?"), "{said}");
    assert!(said.ends_with("1 warning\n"), "{said}");
}

#[test]
fn the_report_counts_checks() {
    let test = site("              - {command: /bin/true}\n              - {command: /bin/false}\n")
        .args(["apply", "site.yaml"]);
    let report = test.exit(1).stdout();
    assert!(report.contains("Checked Resources: 1 (ok: 1, critical: 0, warning: 1 unknown: 0)"), "{report}");
}

/// The document alone shows it, so nothing runs; a section that is misspelt would check nothing.
#[test]
fn wrong_rules_are_found_before_anything_runs() {
    let mut test = site(
        "              - goss_rules:\n                  file: {\"/\": {exsts: true}}\n              - goss_rules: 5\n",
    );
    assert_snapshot!(test.again(&["apply", "site.yaml"], 3).stderr(), @r#"
    error[goss::unknown-attribute]: `file: /` has no attribute `exsts`
     --> site.yaml:9:32
      |
    9 |                   file: {"/": {exsts: true}}
      |                                ^^^^^ unknown attribute
      = help: did you mean `exists`?

    error[goss::shape]: the rules has to be a map of sections, not the number 5
      --> site.yaml:10:29
       |
    10 |               - goss_rules: 5
       |                             ^ given here

    2 errors
    "#);
    assert!(!test.exists("one"));
    let mut misspelt = site(
        "              - goss_rules:\n                  file: {\"/\": {exists: true}}\n                  prt: {\"tcp:1\": {listening: true}}\n",
    );
    assert_snapshot!(misspelt.again(&["check", "site.yaml"], 2).stderr(), @r#"
    warning[goss::unknown-section]: nothing in `prt` is checked: there is no such section
      --> site.yaml:10:19
       |
    10 |                   prt: {"tcp:1": {listening: true}}
       |                   ^^^ unknown section
       = help: did you mean `port`?

    1 warning
    "#);
}

#[test]
fn a_run_that_only_looks_does_not_stop_at_a_failure() {
    let manifest = "ccm:\n  fail_on_error: true\n  resources:\n    - exec:\n        - one: {command: touch @ROOT@/done, health_checks: [{command: /bin/false, tries: 1}]}\n        - two: {command: touch @ROOT@/done, health_checks: [{command: /bin/true}]}\n";
    let mut test = Test::new().file("site.yaml", manifest);
    let ended = test.again(&["apply", "site.yaml", "--monitor-only", "-o", "jsonl"], 1);
    let names: Vec<_> = ended.lines().iter().filter_map(|event| Some(event["name"].as_str()?.to_owned())).collect();
    assert_eq!(names, ["one", "two"]);
    assert!(!ended.raw().contains("not looked at"), "{}", ended.raw());
    assert!(!test.exists("done"));
    // A run that changes things does.
    let ended = test.again(&["apply", "site.yaml"], 1);
    assert!(ended.raw().contains("1 resource was not looked at: `fail_on_error` is set"), "{}", ended.raw());
}
