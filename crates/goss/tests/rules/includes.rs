//! Files that rules include.

use super::{check, lines, load, messages};
use diagnostics::{Diagnostic, Redactor, Sources};
use goss::Rules;
use std::path::Path;
use system::{FakeEnvironment, FakeWorld};

#[test]
fn files_are_included_in_order_and_replace_what_was_there() {
    let world = FakeWorld::new();
    world.files.add_file("/rules/d/1.yaml", "matching:\n  m: {content: 1, matches: 1}\n");
    world
        .files
        .add_file("/rules/d/2.yaml", "matching:\n  m: {content: 2, matches: 1}\n  n: {content: 1, matches: 1}\n");
    let text = "matching:\n  m: {content: 0, matches: 0}\ngossfile:\n  d/*.yaml: {}\n";
    let suite = load(text, &world.read()).unwrap();
    assert_eq!(suite.warnings().len(), 2);
    let report = suite.check(&world.read(), None, &Redactor::default()).unwrap();
    assert_eq!(
        lines(&report),
        ["Matching: m: matches: Expected 2 to be numerically eq 1", "Matching: n: matches: matches expectation: 1"]
    );
}

#[test]
fn included_files_are_templates_and_the_rules_are_none() {
    let world = FakeWorld::new().with_environment(FakeEnvironment::in_directory("/").with("PORT", "8080"));
    world.files.add_file("/word", " one \n");
    world.files.add_file(
        "/rules/t.yaml",
        "matching:\n{{ range mkSlice 1 2 }}  m{{ . }}: {content: '{{ $.Env.PORT }}', matches: 8080}\n{{ end }}  \
         n: {content: '{{ readFile \"/word\" }} {{ getEnv \"NONE\" \"two\" | toUpper }}', matches: 'one TWO'}\n  \
         o: {content: '{{ get (findStringSubmatch \"(?P<x>b+)\" \"abb\") \"x\" }}', matches: bb}\n",
    );
    let text = "matching:\n  '{{ .Env.NONE }}': {content: 1, matches: 1}\ngossfile:\n  t.yaml: {}\n";
    let report = check(text, &world.read());
    assert!(report.is_success(), "{report:?}");
    assert_eq!(report.results.len(), 5);
}

#[test]
fn what_cannot_be_included_is_told() {
    let world = FakeWorld::new();
    world.files.add_file("/rules/loop.yaml", "gossfile:\n  loop.yaml: {}\n");
    world.files.add_file("/rules/bad.yaml", "command:\n  - nope\n");
    world.files.add_file("/rules/unset.yaml", "command: {'{{ .Env.NONE }}': {}}\n");
    for (file, message) in [
        ("none.yaml", "no matched files were found: `/rules/none.yaml`"),
        ("loop.yaml", "max depth of 50 reached: does a file include itself?"),
        ("bad.yaml", "section `command` has to be a map of resources, not a list"),
        ("'['", "cannot include `/rules/[`: `[` is not a pattern"),
    ] {
        let problems = load(&format!("gossfile:\n  {file}: {{}}\n"), &world.read()).err().unwrap();
        assert_eq!(messages(&problems), [message], "{file}");
    }
    let problems = load("gossfile: {unset.yaml: {}}", &world.read()).err().unwrap();
    assert!(messages(&problems)[0].contains("map has no entry for key \"NONE\""));
}

#[test]
fn a_file_that_is_no_text_is_shown() {
    let world = FakeWorld::new();
    world.files.add_file("/rules/a.yaml", b"command:\n  \xff: {}\n");
    let mut sources = Sources::new();
    let text = "gossfile: {a.yaml: {}}";
    let file = sources.add("rules.yaml", text);
    let loaded = Rules::parse(text, file).unwrap().load(&world.read(), Path::new("/rules"), &mut sources);
    let problems = loaded.err().unwrap();
    let span = problems.iter().next().and_then(Diagnostic::span).expect("it has a place");
    assert_eq!(sources.name(span.file), "/rules/a.yaml");
    assert_eq!(sources.position(span).line, 2);
}

#[test]
fn so_many_files_are_too_many() {
    let world = FakeWorld::new();
    for number in 0..40 {
        world.files.add_file(format!("/rules/{number}.inc"), "gossfile: {'*.inc': {}}\n");
    }
    let problems = load("gossfile: {'*.inc': {}}", &world.read()).err().unwrap();
    assert!(messages(&problems)[0].starts_with("max depth") || messages(&problems)[0].starts_with("more than 1000"));
}
