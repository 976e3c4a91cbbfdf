//! `cel`.

use crate::kit::{Kit, json};
use providers::{Capability, Cause, Inputs, Iteration, Manners, Settings, what_if};
use std::time::Duration;
use system::Signal;
use value::{Map, Unknown, Value};

const MODES: [Capability; 2] = [Capability::Transform, Capability::Action];

fn kit() -> Kit {
    let mut kit = Kit::new();
    kit.scope.data = Value::from_json(r#"{"base": [3, 1, 2], "name": "web"}"#).unwrap().as_map().unwrap().clone();
    kit
}

#[test]
fn expressions_see_resolvers_names_and_variables() {
    let mut kit = kit();
    kit.scope.names = [("__self", Value::from(7))].into_iter().collect();
    kit.iteration = Some(Iteration { item: "x".into(), index: 2, item_alias: Some("it".into()), index_alias: None });
    for mode in MODES {
        let sum = kit.data("cel", mode, r#"{"expression": "_.base.map(x, x * k).sort()", "variables": {"k": 10}}"#);
        assert_eq!(json(&sum), "[10,20,30]");
        let all = kit.data("cel", mode, r#"{"expression": "[__self, __item, __index, it, _.name]"}"#);
        assert_eq!(json(&all), r#"[7,"x",2,"x","web"]"#);
    }
    let hidden = kit.data("cel", MODES[0], r#"{"expression": "__self", "variables": "{\"__self\": 1}"}"#);
    assert_eq!(hidden, Value::from(1));
    assert_eq!(kit.data("cel", MODES[0], r#"{"expression": "null"}"#), Value::Null);
}

#[test]
fn mistakes_have_the_words_of_the_original_and_a_place() {
    let kit = kit();
    let error = kit.call("cel", MODES[0], r#"{"expression": "_.gone + 1"}"#).unwrap_err();
    insta::assert_snapshot!(error, @r#"
    provider execution failed: cel: failed to evaluate expression "_.gone + 1": failed to evaluate expression "_.gone + 1": no such key: gone
    Variable types: map[_:map[string]interface {}]
    Available variables: _
    Data shape of _: {base: list, name: string}
    "#);
    let fault = error.fault().unwrap();
    assert_eq!(
        fault.at.as_ref().map(|(input, place)| (*input, &"_.gone + 1"[place.clone()])),
        Some(("expression", ".gone"))
    );
    let error = kit.error("cel", MODES[0], r#"{"expression": "1 +"}"#);
    assert!(error.contains(r#"cel: failed to compile expression "1 +": "#), "{error}");
    assert!(error.ends_with("Available variables: _"), "{error}");
    let kit = Kit { manners: Manners::Lenient, ..kit };
    let texts = [
        kit.error("cel", Capability::From, "{}"),
        kit.error("cel", Capability::From, r#"{"expression": ""}"#),
        kit.error("cel", Capability::From, r#"{"expression": "1", "variables": [1]}"#),
        kit.error("cel", Capability::From, r#"{"expression": "1", "variables": "{no"}"#),
    ];
    insta::assert_snapshot!(texts.join("\n"), @r#"
    failed to decode inputs: cel: expression is required and must be a string
    failed to decode inputs: cel: expression is required and must be a string
    failed to decode inputs: cel: variables must be an object, got []interface {}
    failed to decode inputs: cel: variables: cannot convert "{no" to object: found `n` where a key in double quotes should be at byte 1
    "#);
}

#[test]
fn nothing_is_evaluated_in_a_dry_run() {
    let kit = Kit { dry_run: true, ..kit() };
    let output = kit.call("cel", MODES[0], r#"{"expression": "1 + 2"}"#).unwrap();
    assert_eq!(output.data, Value::string("[DRY-RUN] Expression not evaluated: 1 + 2"));
    assert_eq!(json(&output.metadata.into()), r#"{"dryRun":true}"#);
    let refused = kit.error("cel", MODES[0], r#"{"expression": "1 +"}"#);
    assert!(refused.contains("cel: failed to compile expression \"1 +\""), "{refused}");
    let says = |expression: &str| {
        let inputs = Inputs::new([("expression", Value::string(expression))].into_iter().collect());
        what_if(kit.registry.get("cel").unwrap(), &inputs)
    };
    assert_eq!(says("1 + 2"), "Would evaluate CEL expression: 1 + 2");
    assert_eq!(says(&"x".repeat(81)), format!("Would evaluate CEL expression: {}...", "x".repeat(80)));
}

#[test]
fn what_is_not_known_yet_stays_unknown() {
    let mut kit = Kit { rehearsal: true, ..kit() };
    kit.scope.data.insert("later", Unknown::new("exec has not run"));
    let value = kit.data("cel", MODES[0], r#"{"expression": "_.later + 1"}"#);
    assert_eq!(value.as_unknown().map(Unknown::reason), Some("exec has not run"));
    assert_eq!(kit.data("cel", MODES[0], r#"{"expression": "_.name"}"#), Value::string("web"));
}

#[test]
fn a_call_ends_when_it_has_to() {
    let kit = Kit { time: Some(Duration::ZERO), ..kit() };
    let late = kit.call("cel", MODES[0], r#"{"expression": "1"}"#).unwrap_err();
    assert_eq!(late.fault().unwrap().cause, Cause::TimedOut);
    let kit = Kit { time: None, ..kit };
    kit.interrupt.raise(Signal::Interrupt);
    let ended = kit.call("cel", MODES[0], r#"{"expression": "1"}"#).unwrap_err();
    assert_eq!(ended.fault().unwrap().cause, Cause::Interrupted(Signal::Interrupt));
}

#[test]
fn expressions_without_end_are_stopped() {
    let endless = "[1,2,3,4,5,6,7,8,9,10].all(a, [1,2,3,4,5,6,7,8,9,10].all(b, [1,2,3,4,5,6,7,8,9,10].all(c, \
                   [1,2,3,4,5,6,7,8,9,10].all(d, [1,2,3,4,5,6,7,8,9,10].all(e, [1,2,3,4,5,6,7,8,9,10].all(f, a > 0))))))";
    let inputs: Map = [("expression", Value::string(endless))].into_iter().collect();
    let error = kit().call_with("cel", MODES[0], inputs.clone()).unwrap_err().to_string();
    assert!(error.contains("operation cancelled: actual cost limit exceeded"), "{error}");
    let deep: Map = [("expression", Value::string("(".repeat(8000)))].into_iter().collect();
    assert!(kit().call_with("cel", MODES[0], deep).is_err());
    let long: Map = [("expression", Value::string("1+".repeat(4095) + "1"))].into_iter().collect();
    assert!(kit().call_with("cel", MODES[0], long).is_err());
    let doubled = "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30].map(x, x)";
    let unlimited = Kit::with(Settings { cel_cost_limit: 0, ..Settings::default() });
    assert!(unlimited.call("cel", MODES[0], &format!(r#"{{"expression": "{doubled}"}}"#)).is_ok());
}

#[test]
fn literal_expressions_name_the_resolvers_that_they_use() {
    let kit = kit();
    let of = |provider: &str, literals: &str| {
        let literals = Value::from_json(literals).unwrap();
        let provider = kit.registry.get(provider).unwrap().provider();
        provider.extract_dependencies(literals.as_map().unwrap(), &kit.run.engines).unwrap().join(" ")
    };
    assert_eq!(of("cel", r#"{"expression": "_.a + _['b'].c + _.a + x", "variables": {"x": "_.no"}}"#), "a b");
    assert_eq!(of("cel", r#"{"expression": "_.a +"}"#), "");
    assert_eq!(of("validation", r#"{"expression": "__self == _.a", "failWhen": "has(_.b)", "match": "_.c"}"#), "a b");
    assert_eq!(of("debug", r#"{"expression": "_.a", "label": "_.b"}"#), "a");
    let template =
        r#"{"template": "{{ .a }}{{ range .b }}{{ .c }}{{ $.d }}{{ end }}{{ .__self }}{{ .e }}", "data": {"e": 1}}"#;
    assert_eq!(of("go-template", template), "a b d");
    let marked = r#"{"template": "<% .a %>{{ .b }}<% .c }} # raw", "leftDelim": "<%", "rightDelim": "%>",
        "ignoredBlocks": [{"line": "raw"}], "entries": [{"path": "x", "content": "<% .f %>"}, {"path": "y"}]}"#;
    assert_eq!(of("go-template", marked), "f");
}
