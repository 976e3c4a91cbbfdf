//! Rules that made the original die, and rules that ask for too much.

use super::{check, outcomes};
use goss::{Outcome, Rules};
use system::FakeWorld;

fn error_of(text: &str) -> String {
    let world = FakeWorld::new();
    world.files.add_file("/x", "text\n");
    let report = check(text, &world.read());
    let result = report.results.iter().find(|result| result.outcome == Outcome::Error).unwrap();
    result.line.clone()
}

#[test]
fn what_made_the_original_die_is_an_error() {
    for (text, reason) in [
        ("file: {/x: {exists: true, contents: ['/']}}", "pattern `/` has no regular expression"),
        ("file: {/x: {exists: true, contents: ['!/']}}", "pattern `!/` has no regular expression"),
        ("file: {/x: {exists: true, size: {}}}", "A matcher is missing"),
        ("user: {root: {exists: true, uid: root}}", "`root` is not a number"),
        ("group: {root: {exists: true, gid: ''}}", "`` is not a number"),
        ("http: {'http://a/': {status: 200, request-headers: [X-A]}}", "has no `: `"),
        ("matching: {m: {content: a, matches: {not: {or: [{gt: 1}]}}}}", "invalid syntax"),
    ] {
        let line = error_of(text);
        assert!(line.contains(reason), "{text}: {line}");
    }
}

#[test]
fn nesting_has_an_end() {
    let deep = format!("matching: {{m: {{content: 1, matches: {}1{}}}}}", "{not: ".repeat(200), "}".repeat(200));
    assert_eq!(outcomes(&check(&deep, &FakeWorld::new().read())), [Outcome::Passed]);
    let deeper =
        format!("matching: {{m: {{content: 1, matches: {}1{}}}}}", "{not: ".repeat(100_000), "}".repeat(100_000));
    assert!(Rules::parse(&deeper, diagnostics::FileId::FIRST).is_err());
}

#[test]
fn long_lines_and_large_texts() {
    let world = FakeWorld::new();
    world.files.add_file("/long", "a".repeat(1 << 20));
    world.files.add_file("/fits", "a".repeat((1 << 20) - 1));
    world.files.add_file("/late", format!("b\n{}", "a".repeat(1 << 20)));
    let text = "file:\n  /long: {exists: true, contents: [a]}\n  /fits: {exists: true, contents: [a]}\n  /late: {exists: true, contents: [b]}\n";
    let report = check(text, &world.read());
    assert_eq!(
        outcomes(&report),
        [Outcome::Passed, Outcome::Passed, Outcome::Passed, Outcome::Passed, Outcome::Passed, Outcome::Error]
    );
    let report = check("file: {/long: {exists: true, contents: x}}", &world.read());
    assert!(report.results[1].line.len() < 20_000 && report.results[1].line.contains("bytes more"));
}

#[test]
fn many_elements_end_with_an_error() {
    let world = FakeWorld::new();
    world.files.add_file("/x", "a\n".repeat(500_000));
    let wanted = "a,".repeat(100);
    let text = format!("file: {{/x: {{exists: true, contents: {{contain-elements: [{wanted}]}}}}}}");
    let report = check(&text, &world.read());
    assert!(report.results[1].line.contains("too many to compare"));
}
