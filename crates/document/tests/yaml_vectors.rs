//! Every recorded case of both libraries: value, kinds, and for errors the line.
#![expect(clippy::disallowed_methods, reason = "the recorded cases are files")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod yaml_support;

use document::{Dialect, Documents, Options};
use serde_json::Value as Json;
use std::path::Path;
use yaml_support::{Outcome, judge};

/// Cases that are answered differently on purpose; each has its reason in `COMPATIBILITY.md`.
const EXCEPTIONS: &[&str] = &["yaml/block/literal-top-level-noindent/yamlv3"];

#[test]
fn recorded_cases() {
    let mut wrong = Vec::new();
    let mut cases = 0;
    for case in all_cases() {
        cases += 1;
        let id = case["id"].as_str().unwrap().to_owned();
        let excepted = EXCEPTIONS.contains(&id.as_str());
        match (run(&case), excepted) {
            (Err(what), false) => wrong.push(format!("{id}: {}\n    {what}", case["in"]["text"])),
            (Ok(()), true) => wrong.push(format!("{id}: passes, remove it from the exceptions")),
            _ => {}
        }
    }
    assert!(cases > 900, "only {cases} cases were found");
    assert!(EXCEPTIONS.len() * 100 <= cases, "more than one case in a hundred is excepted");
    assert!(wrong.is_empty(), "{} of {cases} cases differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_exception_has_a_reason() {
    let reasons = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("COMPATIBILITY.md")).unwrap();
    for id in EXCEPTIONS {
        assert!(reasons.contains(&format!("`{id}`")), "{id} has no reason in COMPATIBILITY.md");
    }
}

fn all_cases() -> Vec<Json> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/yaml");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let text: String = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn run(case: &Json) -> Result<(), String> {
    let text = case["in"]["text"].as_str().unwrap();
    let options = match case["in"]["lib"].as_str().unwrap() {
        "goccy" => Options::manifest(),
        _ => Options { dialect: Dialect::YamlV3, documents: Documents::First, ..Options::solution() },
    };
    let outcome = judge(text, &options, case["in"]["target"] == "map");
    compare(&outcome, &case["out"])
}

fn compare(outcome: &Outcome, out: &Json) -> Result<(), String> {
    match (outcome, out.get("error")) {
        (Outcome::Value { value, types }, None) => {
            if *value != out["value"] {
                return Err(format!("got {value}, expected {}", out["value"]));
            }
            if *types != out["types"] {
                return Err(format!("got kinds {types}, expected {}", out["types"]));
            }
            Ok(())
        }
        (Outcome::Value { value, .. }, Some(error)) => Err(format!("got {value}, expected the error {error}")),
        (Outcome::Failed { message, .. }, None) => Err(format!("got the error {message}, expected {}", out["value"])),
        (Outcome::Failed { message, lines }, Some(error)) => match out["line"].as_u64() {
            Some(line) if !lines.iter().any(|mine| line.abs_diff(*mine) <= 1) => {
                Err(format!("got {message} in the lines {lines:?}, expected line {line}: {error}"))
            }
            _ => Ok(()),
        },
    }
}
