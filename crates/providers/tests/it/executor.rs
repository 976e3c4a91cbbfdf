//! The path of a call: what is checked in which order, and what is told of it.

use crate::kit::{Kit, json};
use diagnostics::Redactor;
use providers::{
    Capability, Context, Descriptor, Fault, Inputs, Manners, Output, Overwrite, Provider, Schema, strangers, what_if,
};
use value::Value;

/// Gives its inputs back, or fails when it is told to.
struct Mirror;

impl Provider for Mirror {
    type Decoded = Inputs;

    fn descriptor(&self) -> Descriptor {
        let output = || Schema::object("").with("success", Schema::flag(""));
        Descriptor {
            schema: Schema::object("")
                .with("operation", Schema::text("").one_of(["look", "change", "fail", "odd"]).defaults_to("look"))
                .with("name", Schema::text("").at_most(8).pattern("^[a-z]+$"))
                .with("count", Schema::integer("").at_most(10))
                .with("on", Schema::flag(""))
                .with("password", Schema::integer("").secret())
                .require(&["name"]),
            output_schemas: vec![(Capability::From, output()), (Capability::Action, output())],
            capabilities: &[Capability::From, Capability::Action],
            sensitive_fields: &["password"],
            write_operations: &["change"],
            ..Descriptor::new("mirror", "Mirror", "1.0.0", "Gives its inputs back")
        }
    }

    fn decode(&self, inputs: Inputs) -> Result<Inputs, Fault> {
        if inputs.text("name") == Some("undecid") { Err(Fault::new("what now")) } else { Ok(inputs) }
    }

    fn execute(&self, inputs: Inputs, _context: &Context<'_>) -> Result<Output, Fault> {
        match inputs.text("operation") {
            Some("fail") => {
                Err(Fault::new(format!("broken with {}", inputs.get("password").cloned().unwrap_or_default())))
            }
            Some("odd") => Ok(Output::of(Value::from_json(r#"{"success": "perhaps"}"#).unwrap())),
            _ => Ok(Output::of(inputs.into_map())),
        }
    }
}

fn kit() -> Kit {
    let mut kit = Kit::new();
    kit.registry.register(Box::new(Mirror), Overwrite::Never).unwrap();
    kit.run.redactor = Redactor::new("***REDACTED***");
    kit
}

#[test]
fn each_check_has_its_turn_and_its_text() {
    let kit = kit();
    let cases = [
        ("mirrow", Capability::From, "{}"),
        ("mirror", Capability::Validation, "{}"),
        ("mirror", Capability::From, "{}"),
        ("mirror", Capability::From, r#"{"name": null}"#),
        ("mirror", Capability::From, r#"{"name": "a", "on": "maybe"}"#),
        ("mirror", Capability::From, r#"{"name": "a", "password": "no number"}"#),
        ("mirror", Capability::From, r#"{"name": "a", "operation": "change"}"#),
        ("mirror", Capability::From, r#"{"name": "Abc", "count": 11}"#),
        ("mirror", Capability::From, r#"{"name": "abcdefghi"}"#),
        ("mirror", Capability::From, r#"{"name": "a", "operation": "dance"}"#),
        ("mirror", Capability::From, r#"{"name": "undecid"}"#),
        ("mirror", Capability::From, r#"{"name": "a", "operation": "fail"}"#),
    ];
    let texts: Vec<String> = cases.iter().map(|(name, mode, inputs)| kit.error(name, *mode, inputs)).collect();
    insta::assert_snapshot!(texts.join("\n"));
}

#[test]
fn actions_get_what_the_schema_lists_in_its_types() {
    let kit = kit();
    let given = r#"{"name": "a", "count": "7", "on": "T", "operation": "change", "unknown": 1}"#;
    let data = kit.data("mirror", Capability::Action, given);
    assert_eq!(json(&data), r#"{"count":7,"name":"a","on":true,"operation":"change"}"#);
}

#[test]
fn resolvers_get_everything_and_any_provider() {
    let kit = Kit { manners: Manners::Lenient, ..kit() };
    let given = r#"{"name": "Not Allowed", "count": "many", "on": "1", "unknown": {"expr": "1 + 1"}}"#;
    let data = kit.data("mirror", Capability::Validation, given);
    assert_eq!(
        json(&data),
        r#"{"count":"many","name":"Not Allowed","on":true,"operation":"look","unknown":{"expr":"1 + 1"}}"#
    );
    let write = kit.error("mirror", Capability::From, r#"{"name": "a", "operation": "change"}"#);
    assert!(write.contains("cannot be used in read-only execution mode \"from\""), "{write}");
}

#[test]
fn an_output_that_is_not_as_described_is_warned_of() {
    let output = kit().call("mirror", Capability::From, r#"{"name": "a", "operation": "odd"}"#).unwrap();
    assert_eq!(output.warnings, ["output of provider \"mirror\": success: expected boolean, got string"]);
}

#[test]
fn every_call_is_told_once_and_without_secrets() {
    let kit = kit();
    kit.call("mirror", Capability::From, r#"{"name": "a"}"#).unwrap();
    kit.call("mirror", Capability::From, r#"{"name": "a", "operation": "fail", "password": 123456789}"#).unwrap_err();
    // What is refused before anything is done is told as well.
    for inputs in ["{}", r#"{"name": "a", "password": "S3NTINEL-password"}"#, r#"{"name": "Abc", "count": 11}"#] {
        kit.call("mirror", Capability::From, inputs).unwrap_err();
    }
    kit.call("mirror", Capability::Validation, "{}").unwrap_err();
    kit.call("mirrow", Capability::From, "{}").unwrap_err();
    let kit = Kit { manners: Manners::ByHand, ..kit };
    kit.call("mirror", Capability::From, r#"{"nam": "a"}"#).unwrap_err();
    let heard = kit.heard.lock().unwrap().join("\n");
    assert!(!heard.contains("123456789") && !heard.contains("S3NTINEL"), "{heard}");
    insta::assert_snapshot!(heard);
}

/// Which part of the text is the secret nobody knows, so all of it is.
#[test]
fn why_a_sensitive_call_fails_is_told_to_whoever_calls_and_to_nobody_else() {
    let kit = Kit { is_sensitive: true, ..kit() };
    let inputs = r#"{"name": "a", "operation": "fail", "password": 123456789}"#;
    let error = kit.call("mirror", Capability::From, inputs).unwrap_err();
    assert!(error.to_string().contains("broken with"), "{error}");
    let heard = kit.heard.lock().unwrap().join("\n");
    assert!(!heard.contains("broken with") && heard.matches("REDACTED").count() == 2, "{heard}");
    kit.run.redactor.reveal();
    kit.call("mirror", Capability::From, inputs).unwrap_err();
    assert!(kit.heard.lock().unwrap().join("\n").contains("broken with"));
}

#[test]
fn a_provider_without_a_sentence_has_the_general_one() {
    let kit = kit();
    assert_eq!(what_if(kit.registry.get("mirror").unwrap(), &Inputs::default()), "Would execute mirror provider");
    let inputs = Inputs::new([("value", 5)].into_iter().collect());
    assert_eq!(what_if(kit.registry.get("static").unwrap(), &inputs), "Would return static value: 5");
}

/// Keys are judged where a schema lists all that there are, at any depth, also in JSON text.
#[test]
fn keys_that_mean_nothing_are_told_with_their_way() {
    let kit = Kit::new();
    let cases = [
        ("http", r#"{"url": "", "ulr": "", "retry": {"maxAtempts": 3}, "headers": {"any": "x"}}"#),
        ("http", r#"{"retry": "{\"maxAtempts\": 3}", "poll": {"untill": "true"}, "pagination": {"zzz": 1}}"#),
        ("message", r#"{"style": {"colour": "red"}, "columnHints": {"a": {"dispayName": "A"}}, "display": {"x": 1}}"#),
        ("go-template", r#"{"ignoredBlocks": [{"line": "a"}, {"strt": "b"}], "entries": [{"mode": "0644"}]}"#),
        ("hcl", r#"{"blocks": {"varables": [], "resources": [{"type": "a", "size": 1, "attributes": {"c": 1}}]}}"#),
        (
            "hcl",
            r#"{"blocks": {"data": [{"blocks": [{"typ": "x", "blocks": [{"lables": []}]}]}], "locals": {"a": 1}}}"#,
        ),
        ("hcl", r#"{"output_format": "json", "blocks": {"varables": [], "resources": [{"type": "a", "size": 1}]}}"#),
        ("metadata", r#"{"any": 1}"#),
        ("exec", r#"{"env": {"FREE": "1"}}"#),
    ];
    let mut told = String::new();
    for (name, inputs) in cases {
        let schema = &kit.registry.get(name).unwrap().descriptor().schema;
        let inputs = Value::from_json(inputs).unwrap();
        for one in strangers(schema, inputs.as_map().unwrap()) {
            told = told + &one.problem(name) + "; " + &one.help + "\n";
        }
    }
    insta::assert_snapshot!(told);
}

/// The original takes them, so a call goes on; where it fails, one of them may be why.
#[test]
fn keys_that_mean_nothing_fail_no_call_by_hand() {
    let kit = Kit { manners: Manners::ByHand, ..Kit::new() };
    let output = kit.call("message", Capability::Action, r#"{"message": "hi", "style": {"colour": "red"}}"#).unwrap();
    assert_eq!(output.warnings, ["provider `message` has no input `style.colour`; did you mean `color`?"]);
    let error = kit.call("http", Capability::From, r#"{"url": "http://a.b", "pagination": {"stratgy": "offset"}}"#);
    let error = error.unwrap_err();
    assert_eq!(error.to_string(), "failed to decode inputs: http: pagination: strategy is required");
    let help = error.fault().unwrap().help.as_deref();
    let first = "provider `http` has no input `pagination.stratgy`; did you mean `strategy`?";
    assert!(help.is_some_and(|help| help.starts_with(first)), "{help:?}");
    let error = kit.error("message", Capability::Action, r#"{"message": "a", "style": {"bold": 3, "colour": 1}}"#);
    insta::assert_snapshot!(error);
}
