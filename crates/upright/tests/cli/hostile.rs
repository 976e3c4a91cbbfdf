//! Documents that were written to do harm: each ends with an error that names what is too much, and changes nothing.

use crate::test::Test;
use std::time::{Duration, Instant};

fn refused(document: &str, code: i32, expected: &str) {
    let test = Test::new().file("site.yaml", document).args(["apply", "site.yaml"]);
    let began = Instant::now();
    let ended = test.exit(code);
    // Generous: what is unbounded takes hours, not seconds.
    assert!(began.elapsed() < Duration::from_secs(30), "{expected}");
    let said = ended.stderr() + &ended.stdout();
    assert!(said.contains(expected), "{expected}:\n{}", &said[..said.len().min(2000)]);
    assert!(!test.exists("done"));
}

fn with_data(data: &str, text: &str) -> String {
    format!("{data}ccm:\n  resources:\n    - exec:\n        - \"touch @ROOT@/done\": {{unless: \"{text}\"}}\n")
}

#[test]
fn texts_that_grow_without_end() {
    let doubled = "{{ let a = repeat('x', 1000000); let b = repeat(a, 1000000); b }}";
    refused(&with_data("", doubled), 1, "budget");
    refused(&with_data("", "{{ len(1..1000000000) }}"), 1, "budget");
}

#[test]
fn lists_that_are_shared_many_times() {
    let doubled = "{{ reduce(1..40, [#acc, #acc], [1]) }}";
    refused(&with_data("", doubled), 1, "more than 4000000 parts");
    refused(&with_data(&format!("data: {{a: \"{doubled}\"}}\n"), "true"), 3, "more than 4000000 parts");
}

#[test]
fn a_template_that_calls_itself() {
    let test = Test::new()
        .file("site.yaml", with_data("", "{{ template('t.templ') }}"))
        .file("t.templ", "{{ template('t.templ') }}")
        .args(["apply", "site.yaml"]);
    let said = test.exit(1).stdout();
    assert!(said.contains("levels deep"), "{said}");
}

#[test]
fn aliases_that_multiply() {
    let mut bomb = String::from("data:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..9 {
        let before = level - 1;
        bomb.push_str(&format!("  a{level}: &a{level} [{}]\n", vec![format!("*a{before}"); 10].join(", ")));
    }
    refused(&with_data(&bomb, "true"), 3, "limit");
}

#[test]
fn more_resources_than_the_limit_from_a_template() {
    let test = Test::new()
        .file("site.yaml", "ccm:\n  resources_jet_file: list.jet\n")
        .file("list.jet", "[[ range i := ints(0, 200) ]]\n- exec: {name: \"touch @ROOT@/done[[ i ]]\"}\n[[ end ]]\n")
        .args(["apply", "site.yaml", "--max-resources", "100"]);
    let said = test.exit(3).stderr();
    assert!(said.contains("the limit is 100"), "{said}");
    assert_eq!(test.names(), ["list.jet", "site.yaml"]);
}

#[test]
fn expressions_in_what_comes_from_outside_stay_text() {
    let mut test = Test::new()
        .file("site.yaml", "ccm:\n  resources:\n    - exec: {name: one, command: \"printf %s '{{ Facts.x }}{{ Environ.Y }}{{ readFile('f') }}'\", logoutput: true}\n")
        .file("f", "{{ 3 }}")
        .env("Y", "${ 2 }");
    let ended = test.again(&["apply", "site.yaml", "--fact", "x={{ 1 }}", "--no-report"], 0);
    assert!(ended.stdout().contains("| {{ 1 }}${ 2 }{{ 3 }}"), "{}", ended.stdout());
}

/// What was used is measured by the kernel; the limits are those of the program as it is called.
fn memory_of(test: &Test) -> u64 {
    let arguments = ["-c", "ulimit -v 700000; exec \"$UPRIGHT\" apply site.yaml"];
    let mut command = std::process::Command::new("sh");
    let command = command.args(arguments).current_dir(test.path("")).env("UPRIGHT", env!("CARGO_BIN_EXE_upright"));
    let output = command.stdin(std::process::Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{}", &said[..said.len().min(2000)]);
    assert!(said.contains("limit") || said.contains("bytes of output"), "{}", &said[..said.len().min(2000)]);
    said.len() as u64
}

#[test]
fn more_items_than_the_limit() {
    let test = Test::new().file("site.yaml", format!("data: [{}]\nccm: {{}}\n", "1,".repeat(3_000_000)));
    assert!(memory_of(&test) < 10_000, "the message is short");
}

#[test]
fn more_resources_than_the_limit() {
    let items: Vec<String> = (0..100_001).map(|n| format!("    - exec: {{name: t{n}}}\n")).collect();
    let test = Test::new().file("site.yaml", format!("ccm:\n  resources:\n{}", items.concat()));
    assert!(memory_of(&test) < 10_000, "the message is short");
}

#[test]
fn a_list_of_resources_without_end() {
    let test = Test::new()
        .file("site.yaml", "ccm:\n  resources_jet_file: list.jet\n")
        .file("list.jet", "[[ range i := ints(0, 2000000000) ]]\n- exec: {name: \"touch @ROOT@/done\"}\n[[ end ]]\n");
    assert!(memory_of(&test) < 10_000, "the message is short");
}
