//! What explains the program: codes, schema, completions, manual, help.

use crate::test::Test;
use insta::assert_snapshot;
use serde_json::Value as Json;

fn run(arguments: &[&str], code: i32) -> (String, String) {
    let ended = Test::new().again(arguments, code);
    (ended.stdout(), ended.stderr())
}

#[test]
fn explain_a_code() {
    assert_snapshot!(run(&["explain", "file::mode-unquoted"], 0).0, @"");
}

#[test]
fn explain_a_code_that_is_almost_one() {
    assert_eq!(run(&["explain", "file::mode-unqoted"], 4), (String::new(), "error: there is no error code `file::mode-unqoted`; did you mean `file::mode-unquoted`?\n".to_owned()));
}

#[test]
fn explain_nonsense() {
    assert_snapshot!(run(&["explain", "quux"], 4).1, @"");
}

#[test]
fn explain_lists_all_codes_and_each_has_a_page() {
    let list = run(&["explain"], 0).0;
    let codes: Vec<&str> = list.lines().collect();
    assert!(codes.len() > 40 && codes.is_sorted_by(|a, b| a < b), "{list}");
    for code in codes {
        let page = run(&["explain", code], 0).0;
        assert!(page.contains(code) && page.lines().count() >= 2, "{code}: {page}");
    }
}

#[test]
fn the_schema_has_every_property() {
    let schema: Json = serde_json::from_str(&run(&["schema", "manifest"], 0).0).unwrap();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    let keys = |part: &Json| part["properties"].as_object().unwrap().keys().map(String::as_str).collect::<Vec<_>>().join(" ");
    let part = |name: &str| &schema["$defs"][name];
    assert_snapshot!(keys(&schema), @"");
    assert_snapshot!(keys(part("ccm")), @"");
    assert_snapshot!(keys(part("file")), @"");
    assert_snapshot!(keys(part("exec")), @"");
    for name in ["file", "exec", "ccm"] {
        assert_eq!(part(name)["additionalProperties"], false, "{name}");
        for (key, property) in part(name)["properties"].as_object().unwrap() {
            assert!(property["description"].is_string(), "{name}.{key} has no description");
        }
    }
    assert_eq!(part("file")["required"], serde_json::json!(["ensure", "name"]));
}

/// Every reference inside the schema leads somewhere.
#[test]
fn the_schema_is_complete() {
    let schema: Json = serde_json::from_str(&run(&["schema", "manifest"], 0).0).unwrap();
    let mut references = Vec::new();
    collect(&schema, &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let pointer = reference.strip_prefix('#').expect("references stay inside the document");
        assert!(schema.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
}

fn collect(json: &Json, references: &mut Vec<String>) {
    match json {
        Json::Object(map) => {
            references.extend(map.get("$ref").and_then(Json::as_str).map(str::to_owned));
            map.values().for_each(|value| collect(value, references));
        }
        Json::Array(items) => items.iter().for_each(|item| collect(item, references)),
        _ => {}
    }
}

#[test]
fn schema_of_something_else() {
    assert_snapshot!(run(&["schema", "manifets"], 2).1, @"");
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let text = run(&["completions", shell], 0).0;
        for word in ["apply", "ensure", "check", "explain", "schema", "completions", "noop", "exec-unless"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    assert!(run(&["completions", "cmd"], 2).1.contains("bash"));
}

#[test]
fn completions_are_what_the_shell_understands() {
    let script = run(&["completions", "bash"], 0).0;
    let test = Test::new().file("completions", script);
    let output = std::process::Command::new("bash").arg("-n").arg(test.path("completions")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_manual_page_names_every_command() {
    let page = run(&["man"], 0).0;
    assert!(page.contains(".TH upright 1") || page.contains(".TH UPRIGHT 1"), "{page}");
    for word in ["apply", "ensure", "check", "explain", "Examples", "Exit codes"] {
        assert!(page.contains(word), "{word}: {page}");
    }
}

#[test]
fn version() {
    assert_eq!(run(&["--version"], 0).0, format!("upright {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(run(&["-V"], 0).0, run(&["--version"], 0).0);
}

#[test]
fn help() {
    assert_snapshot!(run(&["--help"], 0).0, @"");
}

#[test]
fn help_of_apply() {
    assert_snapshot!(run(&["apply", "--help"], 0).0, @"");
}

#[test]
fn help_of_ensure_file() {
    assert_snapshot!(run(&["ensure", "file", "--help"], 0).0, @"");
}

#[test]
fn nothing_typed_is_help_too() {
    let (stdout, stderr) = run(&[], 2);
    assert_eq!(stdout, "");
    assert_eq!(stderr, run(&["--help"], 0).0);
}

#[test]
fn unknown_command() {
    assert_snapshot!(run(&["aply", "site.yaml"], 2).1, @"");
}

#[test]
fn unknown_flag() {
    assert_snapshot!(run(&["apply", "site.yaml", "--nop"], 2).1, @"");
}

#[test]
fn unknown_form() {
    assert_snapshot!(run(&["apply", "site.yaml", "--output", "jso"], 2).1, @"");
}

#[test]
fn unknown_type_to_ensure() {
    assert_snapshot!(run(&["ensure", "fil", "/nowhere/a"], 2).1, @"");
}

#[test]
fn no_manifest() {
    assert_snapshot!(run(&["apply"], 2).1, @"");
}

#[test]
fn limit_that_is_no_number() {
    assert_snapshot!(run(&["check", "site.yaml", "--max-depth", "deep"], 2).1, @"");
}
