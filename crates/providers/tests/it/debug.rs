//! `debug`.

use crate::kit::{Kit, Screen, json};
use providers::{Capability, Cause, Inputs, Manners, Settings, what_if};
use std::os::unix::fs::{PermissionsExt, symlink};
use system::Signal;
use value::{List, Unknown, Value};

fn kit() -> Kit {
    let mut kit = Kit { screen: Some(Screen::default()), ..Kit::new() };
    kit.scope.data = Value::from_json(r#"{"x": {"a": 1, "b": "<é>"}}"#).unwrap().as_map().unwrap().clone();
    kit
}

#[test]
fn data_is_printed_in_every_format() {
    let kit = kit();
    for mode in Capability::ALL {
        let output = kit.call("debug", mode, r#"{"expression": "_.x", "label": "look"}"#).unwrap();
        assert!(output.streamed && output.warnings.is_empty(), "{output:?}");
    }
    let yaml = kit.data("debug", Capability::From, r#"{"expression": "_.x", "format": "yaml"}"#);
    assert_eq!(yaml.as_map().unwrap().get("output"), Some(&Value::string("a: 1\nb: <é>\n")));
    let pretty = r#"{"expression": "_.x", "format": "pretty", "destination": "stderr"}"#;
    kit.data("debug", Capability::From, pretty);
    let seeds = kit.data("debug", Capability::From, r#"{"message": "Current value", "value": [1, 2]}"#);
    assert_eq!(
        json(&seeds),
        r#"{"destination":"stdout","output":"=== Current value ===\n[\n  1,\n  2\n]","result":[1,2],"success":true}"#
    );
    let screen = kit.screen.as_ref().unwrap();
    assert!(screen.out_text().starts_with("=== look ===\n{\n  \"a\": 1,\n  \"b\": \"\\u003cé\\u003e\"\n}\n"));
    assert!(screen.out_text().ends_with("=== Current value ===\n[\n  1,\n  2\n]\n"), "{}", screen.out_text());
    assert_eq!(screen.err_text(), "map[a:1 b:<é>]\n");
}

#[test]
fn without_an_expression_everything_is_shown() {
    let mut kit = kit();
    kit.scope.names = [("__self", Value::from(7))].into_iter().collect();
    let all = kit.data("debug", Capability::From, "{}");
    assert_eq!(json(all.as_map().unwrap().get("result").unwrap()), r#"{"__self":7,"x":{"a":1,"b":"<é>"}}"#);
}

#[test]
fn nothing_is_printed_for_programs() {
    let kit = Kit { screen: None, ..kit() };
    let output = kit.call("debug", Capability::From, r#"{"expression": "1"}"#).unwrap();
    assert!(!output.streamed);
}

#[test]
fn colours_are_for_terminals_and_leave_texts_alone() {
    let kit = Kit { screen: Some(Screen { colour: true, ..Screen::default() }), ..kit() };
    let value = r#"{"value": {"k": ["a \"1\", true", 2, null]}, "colorize": true}"#;
    let output = kit.data("debug", Capability::From, value);
    assert!(!output.to_string().contains('\x1b'));
    let printed = kit.screen.as_ref().unwrap().out_text();
    assert_eq!(
        printed.replace('\x1b', "^"),
        "{\n  ^[36m\"k\"^[0m: [\n    ^[32m\"a \\\"1\\\", true\"^[0m,\n    ^[33m2^[0m,\n    ^[35mnull^[0m\n  ]\n}\n"
    );
}

#[test]
fn a_file_is_appended_to() {
    let kit = kit();
    let path = kit.root().join("dbg.txt");
    for value in [1, 2] {
        let output = kit.call(
            "debug",
            Capability::From,
            &format!(r#"{{"value": {value}, "destination": "file", "file": "dbg.txt"}}"#),
        );
        let data = output.unwrap().data;
        assert_eq!(data.as_map().unwrap().get("destination"), Some(&Value::string("dbg.txt")));
    }
    assert_eq!(kit.read("dbg.txt"), "1\n2\n");
    assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o644);
    let rehearsal = Kit { rehearsal: true, ..kit };
    let output = rehearsal.call("debug", Capability::From, r#"{"value": 3, "destination": "file", "file": "dbg.txt"}"#);
    let output = output.unwrap();
    assert_eq!(output.data.as_unknown().map(Unknown::reason), Some("after `dbg.txt` is written"));
    assert_eq!(rehearsal.read("dbg.txt"), "1\n2\n");
}

#[test]
fn many_at_once_lose_nothing() {
    let kit = kit();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..10 {
                    kit.data("debug", Capability::From, r#"{"value": 1, "destination": "file", "file": "log"}"#);
                }
            });
        }
    });
    assert_eq!(kit.read("log").lines().count(), 40);
}

#[test]
fn the_output_directory_is_not_left() {
    let mut kit = kit();
    let inside = kit.root().join("out");
    std::fs::create_dir(&inside).unwrap();
    symlink(kit.root(), inside.join("up")).unwrap();
    kit.directories.output = Some(inside);
    let file = |file: &str| format!(r#"{{"value": 1, "destination": "file", "file": {file:?}}}"#);
    kit.data("debug", Capability::Action, &file("a.txt"));
    assert_eq!(kit.read("out/a.txt"), "1\n");
    symlink("a.txt", kit.root().join("out/link")).unwrap();
    kit.data("debug", Capability::Action, &file("link"));
    assert_eq!(kit.read("out/a.txt"), "1\n1\n");
    assert!(kit.root().join("out/link").is_symlink(), "a link is followed and stays");
    for escape in ["../b.txt", "up/b.txt", "/tmp/upright-debug-test"] {
        let error = kit.error("debug", Capability::Action, &file(escape));
        assert!(error.contains(&format!("path {escape:?} resolves outside output directory")), "{error}");
    }
    assert!(!kit.root().join("b.txt").exists());
}

#[test]
fn mistakes_are_named() {
    let kit = Kit { manners: Manners::Lenient, ..kit() };
    let cases = [
        r#"{"format": "xml"}"#,
        r#"{"destination": "file"}"#,
        r#"{"destination": "moon"}"#,
        r#"{"expression": "1 / 0"}"#,
        r#"{"value": 1, "destination": "file", "file": "none/dbg.txt"}"#,
    ];
    let texts: Vec<String> = cases.iter().map(|inputs| kit.error("debug", Capability::From, inputs)).collect();
    insta::assert_snapshot!(texts.join("\n").replace(kit.root().to_str().unwrap(), "ROOT"), @r#"
    failed to decode inputs: debug: unsupported format: xml
    failed to decode inputs: debug: file path is required when destination is 'file'
    failed to decode inputs: debug: unsupported destination: moon
    provider execution failed: debug: failed to evaluate expression: failed to evaluate expression "1 / 0": failed to evaluate expression "1 / 0": division by zero
    Variable types: map[_:map[string]interface {}]
    Available variables: _
    Data shape of _: {x: map}
    provider execution failed: debug: failed to write to file: cannot write `ROOT/none/dbg.txt`: no such file or directory
    "#);
    kit.interrupt.raise(Signal::Terminate);
    let ended = kit.call("debug", Capability::From, r#"{"value": 1}"#).unwrap_err();
    assert_eq!(ended.fault().unwrap().cause, Cause::Interrupted(Signal::Terminate));
}

#[test]
fn a_dry_run_shows_nothing() {
    let kit = Kit { dry_run: true, ..kit() };
    let data = kit.data("debug", Capability::From, r#"{"expression": "1"}"#);
    assert_eq!(
        json(&data),
        "{\"_dryRun\":true,\"_message\":\"Would execute debug with format=json, destination=stdout, expression=1\",\
         \"destination\":\"stdout\",\"output\":\"\",\"result\":\"[DRY-RUN] Data not evaluated\",\"success\":true}"
    );
    assert_eq!(kit.screen.as_ref().unwrap().out_text(), "");
    let registered = kit.registry.get("debug").unwrap();
    assert_eq!(what_if(registered, &Inputs::default()), "Would output resolver data in json format to stdout");
    let inputs = [("expression", "1"), ("format", "yaml"), ("destination", "file")].into_iter().collect();
    assert_eq!(what_if(registered, &Inputs::new(inputs)), "Would output CEL-filtered data in yaml format to file");
}

#[test]
fn a_value_that_shares_its_parts_is_not_written_out() {
    let kit = Kit { screen: None, ..Kit::with(Settings { max_value_size: 1 << 20, ..Settings::default() }) };
    let mut value = Value::string("0123456789");
    for _ in 0..40 {
        value = [value.clone(), value].into_iter().collect::<List>().into();
    }
    for provider in ["debug", "message"] {
        let key = if provider == "debug" { "value" } else { "data" };
        let inputs = [(key, value.clone())].into_iter().collect();
        let error = kit.call_with(provider, Capability::Action, inputs).unwrap_err().to_string();
        assert!(error.contains("data is too large: the value has more than 1048576 bytes"), "{error}");
    }
}
