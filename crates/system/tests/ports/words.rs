//! Word splitting, against recorded answers of the original.

use serde_json::Value;
use system::process::words;

#[test]
fn words_are_split_as_recorded() {
    let cases = include_str!("../vectors/shellquote/split.jsonl");
    let mut count = 0;
    for case in cases.lines().filter(|line| !line.trim().is_empty()) {
        let case: Value = serde_json::from_str(case).unwrap();
        let line = case["in"]["line"].as_str().unwrap();
        let answer = match words(line) {
            Ok(words) => serde_json::json!({ "words": words }),
            Err(error) => serde_json::json!({ "error": error.to_string() }),
        };
        assert_eq!(answer, case["out"], "{}", case["id"]);
        count += 1;
    }
    assert!(count > 50);
}

#[test]
fn corners_are_as_in_the_original() {
    let ok = |line: &str, wanted: &[&str]| assert_eq!(words(line).unwrap(), wanted, "{line:?}");
    ok("", &[]);
    ok("''", &[""]);
    ok("\"\" a", &["", "a"]);
    ok("a''", &["a"]);
    ok("\\\n\\\n", &[]);
    ok("a \\\n b", &["a", "b"]);
    ok("\"\\$\\`\\\"\\\\\\a\"", &["$`\"\\\\a"]);
    ok("a\rb", &["a\rb"]);
}
