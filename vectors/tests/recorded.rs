//! The project's own copy of the recorded cases passes, and the runner notices what it has to notice.
#![expect(clippy::disallowed_methods, reason = "the runner is a program and its cases are files")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::process::{Command, Output};

/// So many exceptions are no sign of anything, however small an engine is.
const FEW: usize = 2;

fn run(words: &[&str]) -> (Output, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_vectors")).args(words).output().unwrap();
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    (output, text)
}

/// Runs cases that are not in the tree.
fn run_cases(cases: &str, words: &[&str]) -> (Option<i32>, String) {
    let (code, text, _) = run_and_tell(cases, words);
    (code, text)
}

/// The same, with what is on stderr.
fn run_and_tell(cases: &str, words: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("cases.jsonl"), cases).unwrap();
    let path: &Path = folder.path();
    let words: Vec<&str> = std::iter::once(path.to_str().unwrap()).chain(words.iter().copied()).collect();
    let (output, text) = run(&words);
    (output.status.code(), text, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn every_recorded_case_passes_or_has_a_reason() {
    let (output, text) = run(&[]);
    assert!(output.status.success(), "{text}");
    for line in text.lines().filter(|line| line.contains(" excepted")) {
        let numbers: Vec<usize> = line.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
        let most = ((numbers[0] + numbers[2]) / 100).max(FEW);
        assert!(numbers[2] <= most, "more than one case in a hundred is excepted: {line}");
    }
}

#[test]
fn a_wrong_answer_fails_with_all_that_is_needed_to_see_it() {
    let case = r#"{"id":"duration/parse/x","in":{"text":"1s"},"out":{"ns":2,"text":"2ns"}}"#;
    let (code, text) = run_cases(case, &[]);
    assert_eq!(code, Some(1));
    assert_eq!(
        text,
        "duration: 0 passed, 1 failed, 0 excepted\n\nfailed: duration/parse/x\n  input:    {\"text\":\"1s\"}\n  \
         expected: {\"ns\":2,\"text\":\"2ns\"}\n  got:      {\"ns\":1000000000,\"text\":\"1s\"}\n\n0 passed, 1 failed\n"
    );
}

#[test]
fn a_field_that_nothing_uses_fails() {
    let case = r#"{"id":"duration/parse/x","in":{"text":"1s","zone":"UTC"},"out":{"ns":1000000000}}"#;
    let (code, text) = run_cases(case, &[]);
    assert_eq!(code, Some(1));
    assert!(text.contains("nothing uses `in.zone`"), "{text}");
}

#[test]
fn an_excepted_case_that_passes_fails() {
    let case = r#"{"id":"duration/parse/113-1-s1d","in":{"text":"1s"},"out":{"ns":1000000000}}"#;
    let (code, text) = run_cases(case, &[]);
    assert_eq!(code, Some(1));
    assert!(text.contains("it is no exception any more"), "{text}");
}

#[test]
fn an_engine_that_is_not_built_is_skipped_by_name_only() {
    let case = r#"{"id":"nothing/a/b","in":{},"out":{}}"#;
    let (code, text) = run_cases(case, &[]);
    assert_eq!((code, text.as_str()), (Some(1), "skipped: nothing 1\n\n0 passed, 0 failed\n"));
    assert_eq!(run_cases(case, &["--skip", "nothing"]).0, Some(0));
}

#[test]
fn a_skip_that_changes_nothing_is_told() {
    let case = r#"{"id":"duration/parse/x","in":{"text":"1s"},"out":{"ns":1000000000,"text":"1s"}}"#;
    let (code, text, told) = run_and_tell(case, &["--skip", "duration", "--skip", "durations"]);
    assert_eq!((code, text.as_str()), (Some(0), "duration: 1 passed, 0 failed, 0 excepted\n\n1 passed, 0 failed\n"));
    assert_eq!(
        told,
        "vectors: `--skip duration` does nothing: this engine is built, and its cases are run\n\
         vectors: `--skip durations` does nothing: there is no case of such an engine\n"
    );
}

#[test]
fn cases_without_an_answer_are_told() {
    let cases = "{\"id\":\"nothing/a/b\",\"in\":{},\"out\":{}}\n\
                 {\"id\":\"shellquote/a/b\",\"in\":{\"line\":\"a\"},\"out\":{\"words\":[]}}\n";
    let (code, text, told) = run_and_tell(cases, &["--answers"]);
    assert_eq!((code, text.lines().count(), told.as_str()), (Some(1), 1, "skipped: nothing 1\n"));
    let (code, _, told) = run_and_tell(cases, &["--answers", "--skip", "nothing"]);
    assert_eq!((code, told.as_str()), (Some(0), "skipped: nothing 1\n"));
}

#[test]
fn answers_have_the_recorded_shape() {
    let case = r#"{"id":"shellquote/a/b","in":{"line":"a 'b c'"},"out":{"words":[]}}"#;
    let (code, text) = run_cases(case, &["--answers"]);
    assert_eq!((code, text.as_str()), (Some(0), "{\"got\":{\"words\":[\"a\",\"b c\"]},\"id\":\"shellquote/a/b\"}\n"));
}

#[test]
fn an_error_of_another_cause_fails() {
    let cases = [
        (
            "expr",
            "foo",
            "compile",
            "unknown name foo (1:1)",
            "invalid operation: + (mismatched types int and string) (1:1)",
        ),
        (
            "expr",
            "1 % Data.n",
            "run",
            "runtime error: integer divide by zero (1:3)",
            "missing key 'n' in environment (1:1)",
        ),
        (
            "cel",
            "foo",
            "compile",
            "undeclared reference to 'foo' (in container '')",
            "found no matching overload for 'foo'",
        ),
        ("cel", "{}.a", "run", "no such key: a", "division by zero"),
    ];
    for (engine, text, phase, right, wrong) in cases {
        let case = |error: &str| {
            let data = if engine == "expr" { r#","data":{"n":0}"# } else { "" };
            format!(
                r#"{{"id":"{engine}/a/b","in":{{"expr":"{text}"{data}}},"out":{{"error":"{error}","phase":"{phase}"}}}}"#
            )
        };
        assert_eq!(run_cases(&case(right), &[]).0, Some(0), "{text}: {right}");
        let (code, told) = run_cases(&case(wrong), &[]);
        assert_eq!(code, Some(1), "{text}: {wrong}");
        assert!(told.contains("\"cause\":"), "{told}");
    }
}

#[test]
fn errors_whose_cause_no_words_tell_are_counted() {
    let case = |id: &str, error: &str| {
        format!(r#"{{"id":"expr/a/{id}","in":{{"expr":"foo"}},"out":{{"error":"{error}","phase":"compile"}}}}{}"#, '\n')
    };
    let known = case("a", "unknown name foo (1:1)");
    let (code, text, told) = run_and_tell(&(known.clone() + &case("b", "gone") + &case("c", "lost")), &[]);
    assert_eq!((code, text.as_str()), (Some(0), "expr: 3 passed, 0 failed, 0 excepted\n\n3 passed, 0 failed\n"));
    assert_eq!(told, "vectors: expr: 2 errors compared by phase only: no known words tell the cause\n");
    assert_eq!(run_and_tell(&known, &[]).2, "");
}

#[test]
fn answers_do_not_tell_the_cause() {
    let case = r#"{"id":"expr/a/b","in":{"expr":"foo"},"out":{"error":"unknown name foo","phase":"compile"}}"#;
    let (_, text) = run_cases(case, &["--answers"]);
    let expected = r#"{"got":{"error":"unknown name `foo` (1:1)","phase":"compile"},"id":"expr/a/b"}"#;
    assert_eq!(text, format!("{expected}\n"));
}

#[test]
fn a_broken_line_is_told_and_the_others_are_run() {
    let cases =
        "{\"id\":\"shellquote/a/b\"\n{\"id\":\"shellquote/a/b\",\"in\":{\"line\":\"a\"},\"out\":{\"words\":[\"a\"]}}\n";
    let (code, text, told) = run_and_tell(cases, &[]);
    assert_eq!((code, text.as_str()), (Some(1), "shellquote: 1 passed, 0 failed, 0 excepted\n\n1 passed, 0 failed\n"));
    assert!(told.contains("vectors: no case: ") && told.contains("cases.jsonl:1: "), "{told}");
}

#[test]
fn bytes_are_recorded_in_two_ways() {
    for (value, passes) in [(r#""aGk=""#, true), (r#"{"$base64":"aGk="}"#, true), (r#"{"$base64":"aGo="}"#, false)] {
        let case = format!(r#"{{"id":"cel/a/b","in":{{"expr":"b'hi'"}},"out":{{"value":{value},"type":"bytes"}}}}"#);
        assert_eq!(run_cases(&case, &[]).0 == Some(0), passes, "{value}");
    }
}
