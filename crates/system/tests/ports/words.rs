//! Word splitting; what the original answered is recorded under `tests/vectors/shellquote`.

use system::process::words;

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
