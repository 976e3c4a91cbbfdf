//! `env`.

use crate::kit::{Kit, json};
use providers::{Capability, Manners};

const FROM: Capability = Capability::From;

fn kit() -> Kit {
    let kit = Kit::new();
    kit.run.environment.set("DEMO_A", "1");
    kit.run.environment.set("DEMO_EMPTY", "");
    kit.run.environment.unset("NOPE_X");
    kit
}

#[test]
fn variables_are_read_in_every_form() {
    let kit = kit();
    for (inputs, expected) in [
        (
            r#"{"operation": "get", "name": "DEMO_A"}"#,
            r#"{"exists":true,"name":"DEMO_A","operation":"get","value":"1"}"#,
        ),
        (
            r#"{"operation": "get", "name": "NOPE_X"}"#,
            r#"{"exists":false,"name":"NOPE_X","operation":"get","value":""}"#,
        ),
        (
            r#"{"operation": "get", "key": "DEMO_EMPTY", "default": "d"}"#,
            r#"{"exists":true,"name":"DEMO_EMPTY","operation":"get","value":""}"#,
        ),
        (r#"{"operation": "get", "name": "NOPE_X", "default": "d", "raw": true}"#, r#""d""#),
        (r#"{"operation": "get", "name": "NOPE_X", "raw": true}"#, r#""""#),
        (r#"{"key": "DEMO_A"}"#, r#""1""#),
        (r#"{"key": "NOPE_X", "default": ""}"#, r#""""#),
        (
            r#"{"operation": "list", "prefix": "DEMO_"}"#,
            r#"{"count":2,"operation":"list","variables":{"DEMO_A":"1","DEMO_EMPTY":""}}"#,
        ),
    ] {
        assert_eq!(json(&kit.data("env", FROM, inputs)), expected, "{inputs}");
    }
}

#[test]
fn a_key_that_is_not_set_makes_way_for_the_next_source() {
    assert_eq!(
        kit().error("env", FROM, r#"{"key": "NOPE_X"}"#),
        "provider execution failed: env: environment variable \"NOPE_X\" not set"
    );
}

#[test]
fn what_is_missing_is_told() {
    let kit = Kit { manners: Manners::Lenient, ..kit() };
    for (inputs, expected) in [
        ("{}", "operation is required and must be a string"),
        (r#"{"name": "HOME"}"#, "operation is required and must be a string"),
        (r#"{"operation": "grow"}"#, "unsupported operation: grow"),
        (r#"{"operation": "get"}"#, "name is required for get operation"),
        (r#"{"operation": "set", "name": "X"}"#, "value is required for set operation"),
        (r#"{"operation": "unset"}"#, "name is required for unset operation"),
        (r#"{"operation": "list"}"#, "prefix is required for list operation: the whole environment is not listed"),
        (r#"{"operation": "set", "name": "A=B", "value": ""}"#, "\"A=B\" is not the name of an environment variable"),
        (
            r#"{"operation": "set", "name": "A", "value": "\u0000"}"#,
            "the value of an environment variable cannot have a NUL in it",
        ),
    ] {
        assert_eq!(kit.error("env", FROM, inputs), format!("failed to decode inputs: env: {expected}"));
    }
}

#[test]
fn the_run_has_its_own_environment() {
    let kit = kit();
    let output = kit.call("env", FROM, r#"{"operation": "set", "name": "UPRIGHT_T", "value": "v"}"#).unwrap();
    assert_eq!(json(&output.data), r#"{"name":"UPRIGHT_T","operation":"set","value":"v"}"#);
    assert!(output.metadata.contains_key("warning"));
    assert_eq!(json(&kit.data("env", FROM, r#"{"key": "UPRIGHT_T"}"#)), r#""v""#);
    assert!(std::env::var_os("UPRIGHT_T").is_none());
    kit.data("env", FROM, r#"{"operation": "unset", "name": "UPRIGHT_T"}"#);
    assert_eq!(kit.run.environment.get("UPRIGHT_T"), None);
}

#[test]
fn dry_runs_read_and_set_nothing() {
    let kit = Kit { dry_run: true, ..kit() };
    for (inputs, expected) in [
        (
            r#"{"operation": "get", "name": "DEMO_A"}"#,
            r#"{"exists":false,"name":"DEMO_A","operation":"get","value":"[DRY-RUN] Value not retrieved"}"#,
        ),
        (r#"{"key": "NOPE_X"}"#, r#""[DRY-RUN] Value not retrieved""#),
        (
            r#"{"operation": "set", "name": "NOPE_X", "value": "v"}"#,
            r#"{"name":"NOPE_X","operation":"set","value":"v"}"#,
        ),
        (r#"{"operation": "unset", "name": "DEMO_A"}"#, r#"{"name":"DEMO_A","operation":"unset"}"#),
        (r#"{"operation": "list", "prefix": "DEMO_"}"#, r#"{"count":0,"operation":"list","variables":{}}"#),
    ] {
        assert_eq!(json(&kit.data("env", FROM, inputs)), expected, "{inputs}");
    }
    assert_eq!((kit.run.environment.get("NOPE_X"), kit.run.environment.get("DEMO_A")), (None, Some("1".to_owned())));
}

#[test]
fn names_that_say_so_make_secrets() {
    let kit = kit();
    kit.run.environment.set("DEMO_TOKEN", "S3NTINEL-1");
    for inputs in [
        r#"{"key": "DEMO_TOKEN"}"#,
        r#"{"operation": "set", "name": "DB_PASSWORD", "value": "S3NTINEL-2"}"#,
        r#"{"operation": "list", "prefix": "D"}"#,
    ] {
        kit.data("env", FROM, inputs);
    }
    assert_eq!(kit.run.redactor.text("S3NTINEL-1 S3NTINEL-2"), "[REDACTED] [REDACTED]");
}
