//! `validation`.

use crate::kit::{Kit, json};
use providers::{Capability, Manners};
use value::{Unknown, Value};

fn kit() -> Kit {
    let mut kit = Kit { manners: Manners::Lenient, ..Kit::new() };
    kit.scope.names = [("__self", Value::string("abc"))].into_iter().collect();
    kit.scope.data = [("limit", Value::from(3))].into_iter().collect();
    kit
}

#[test]
fn what_passes_is_given_on_in_a_chain() {
    let kit = kit();
    let rules = r#"{"match": "^a", "notMatch": "z$", "expression": "size(__self) <= _.limit"}"#;
    let valid = r#"{"details":"all validations passed","valid":true}"#;
    assert_eq!(json(&kit.data("validation", Capability::Validation, rules)), valid);
    assert_eq!(kit.data("validation", Capability::Transform, rules), Value::string("abc"));
    let given = r#"{"value": 5, "expression": "__self > 4"}"#;
    assert_eq!(kit.data("validation", Capability::Transform, given), Value::from(5));
    let named = r#"{"__self": [1, 2], "failWhen": "size(__self) > 2"}"#;
    assert_eq!(json(&kit.data("validation", Capability::Transform, named)), "[1,2]");
}

#[test]
fn what_does_not_pass_is_an_error() {
    let kit = kit();
    let cases = [
        r#"{"match": "^b"}"#,
        r#"{"notMatch": "c$"}"#,
        r#"{"expression": "__self == 'x'"}"#,
        r#"{"failWhen": "__self == 'abc'"}"#,
        r#"{"match": "^b", "message": "has to begin with b"}"#,
        r#"{"match": "(", "message": "not about the value"}"#,
        r#"{"notMatch": "a**"}"#,
        r#"{"value": 5, "match": "5"}"#,
        r#"{"value": {"a": 1}, "notMatch": "5"}"#,
        r#"{"expression": "'x'"}"#,
        r#"{"failWhen": "[1]"}"#,
        r#"{"failWhen": "true", "expression": "true"}"#,
        r#"{"message": "m"}"#,
    ];
    let texts: Vec<String> =
        cases.iter().map(|inputs| kit.error("validation", Capability::Validation, inputs)).collect();
    insta::assert_snapshot!(texts.join("\n"), @"
    provider execution failed: validation: value does not match pattern: ^b
    provider execution failed: validation: value matches forbidden pattern: c$
    provider execution failed: validation: expression evaluated to false: __self == 'x'
    provider execution failed: validation: error condition met: __self == 'abc'
    provider execution failed: validation: has to begin with b
    provider execution failed: validation: invalid match pattern: error parsing regexp: missing closing ): `(`
    provider execution failed: validation: invalid notMatch pattern: error parsing regexp: invalid nested repetition operator: `**`
    provider execution failed: validation: 'match' pattern requires a string value, got int
    provider execution failed: validation: 'notMatch' pattern requires a string value, got map[string]interface {}
    provider execution failed: validation: expression must return boolean, got string
    provider execution failed: validation: failWhen must return boolean, got []interface {}
    failed to decode inputs: validation: 'expression' and 'failWhen' are mutually exclusive -- use one or the other
    provider execution failed: validation: at least one of 'match', 'notMatch', 'expression', or 'failWhen' is required
    ");
    let nobody = Kit { manners: Manners::Lenient, ..Kit::new() };
    let text = nobody.error("validation", Capability::Validation, r#"{"match": "a"}"#);
    assert_eq!(text, "provider execution failed: validation: either 'value' or '__self' is required");
    let broken = kit.call("validation", Capability::Validation, r#"{"failWhen": "__self ++"}"#).unwrap_err();
    assert_eq!(broken.fault().unwrap().at.as_ref().map(|(input, _)| *input), Some("failWhen"));
}

#[test]
fn the_command_line_gives_text() {
    let kit = Kit::new();
    let text = kit.error("validation", Capability::Validation, r#"{"value": 5, "expression": "__self == 5"}"#);
    assert!(text.ends_with("expression evaluated to false: __self == 5"), "{text}");
    kit.data("validation", Capability::Validation, r#"{"value": 5, "expression": "__self == '5'"}"#);
}

#[test]
fn what_is_not_known_is_not_judged() {
    let mut kit = kit();
    kit.scope.data.insert("later", Unknown::new("not run"));
    let value = kit.data("validation", Capability::Transform, r#"{"expression": "__self == _.later"}"#);
    assert_eq!(value.as_unknown().map(Unknown::reason), Some("not run"));
    kit.scope.names.insert("__self", Unknown::new("not run"));
    let value = kit.data("validation", Capability::Transform, r#"{"match": "x"}"#);
    assert_eq!(value.as_unknown().map(Unknown::reason), Some("not run"));
}

#[test]
fn patterns_take_linear_time() {
    let kit = kit();
    let text = "a".repeat(200_000) + "!";
    let inputs = [("value", Value::string(text)), ("match", Value::string("^(a+)+$"))].into_iter().collect();
    let error = kit.call_with("validation", Capability::Validation, inputs).unwrap_err().to_string();
    assert!(error.contains("value does not match pattern"), "{error}");
}
