//! What is read, and what is said about it.

use super::{load, messages};
use diagnostics::{Diagnostics, FileId, Redactor, Sources};
use goss::Rules;
use system::FakeWorld;

fn problems(text: &str) -> Diagnostics {
    Rules::parse(text, FileId::FIRST).err().unwrap()
}

fn places(text: &str, problems: &Diagnostics) -> Vec<String> {
    let mut sources = Sources::new();
    sources.add("rules.yaml", text);
    problems.iter().map(|problem| sources.place(problem.span().unwrap())).collect()
}

#[test]
fn all_problems_at_once_with_places() {
    let text = "command:\n  a:\n    exit_status: 0\n    timeout: 2s\n    skip: 'true'\n  b:\nfile:\n  - /\nhttp:\n  u:\n    request-headers: {a: b}\n";
    let found = problems(text);
    assert_eq!(
        messages(&found),
        [
            "`command: a` has no attribute `exit_status`",
            "`timeout` has to be a number of milliseconds, not the text `2s`",
            "`skip` has to be `true` or `false`, not the text `true`",
            "`command: b` has no attributes",
            "section `file` has to be a map of resources, not a list",
            "`request-headers` has to be a list of texts",
        ]
    );
    assert_eq!(found.iter().next().unwrap().help.as_deref(), Some("did you mean `exit-status`?"));
    assert_eq!(places(text, &found)[0], "rules.yaml:3:5");
    assert_eq!(places(text, &found)[3], "rules.yaml:6:3");
}

#[test]
fn a_misspelt_section_is_a_warning_and_one_that_is_free_is_none() {
    let text = "x-defaults: {}\ncommands:\n  a: {}\nfile:\n  /: {exists: true}\n";
    let rules = Rules::parse(text, FileId::FIRST).unwrap();
    assert_eq!(messages(rules.warnings()), ["nothing in `commands` is checked: there is no such section"]);
    assert_eq!(rules.warnings().iter().next().unwrap().help.as_deref(), Some("did you mean `command`?"));
}

#[test]
fn an_expectation_that_cannot_be_met_is_a_warning() {
    let text = "command:\n  a:\n    exit-status: {eq: 0}\n";
    let rules = Rules::parse(text, FileId::FIRST).unwrap();
    let plain = Rules::parse("command: {a: {exit-status: none}}", FileId::FIRST).unwrap();
    assert_eq!(messages(plain.warnings()), ["`exit-status` can never be met: `none` is not a number"]);
    assert_eq!(messages(rules.warnings()), ["`exit-status` can never be met: Syntax Error: Unknown matcher: eq"]);
    assert_eq!(places(text, rules.warnings()), ["rules.yaml:3:18"]);
}

#[test]
fn rules_that_check_nothing_are_an_error() {
    let world = FakeWorld::new().read();
    for text in ["", "{}", "null", "# nothing", "bogus: {a: 1}", "command:", "gossfile: {x: {skip: true}}"] {
        let problems = load(text, &world).err().unwrap();
        assert_eq!(messages(&problems), ["found 0 tests"], "{text}");
    }
}

#[test]
fn words_of_yaml_1_1_are_truth_values_where_one_is_needed() {
    let world = FakeWorld::new().read();
    for word in ["yes", "on", "y", "true", "'yes'"] {
        let suite = load(&format!("file:\n  /x:\n    exists: true\n    skip: {word}\n"), &world).unwrap();
        let report = suite.check(&world, None, &Redactor::default()).unwrap();
        assert_eq!(report.results[0].line, "File: /x: exists: skipped", "{word}");
    }
}
