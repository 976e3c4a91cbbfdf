//! Laws of matchers, and rules that mean harm.

use super::{Matcher, parse};
use proptest::prelude::*;
use value::{List, Map, Value};

fn matcher(text: &str) -> Result<Matcher, String> {
    parse(&Value::from_json(text).unwrap())
}

fn test(expected: &str, actual: &str) -> Result<bool, String> {
    matcher(expected)?.test(&Value::from_json(actual).unwrap())
}

#[test]
fn mistakes_are_errors() {
    for text in [
        "{}",
        "null",
        r#"{"a":1,"b":2}"#,
        r#"{"eq":1}"#,
        r#"{"not":{}}"#,
        r#"{"or":[1,{}]}"#,
        r#"{"have-prefix":1}"#,
        r#"{"have-len":"1"}"#,
        r#"{"contain-element":true}"#,
        r#"{"gjson":[]}"#,
        r#"{"and":1}"#,
    ] {
        assert!(matcher(text).is_err_and(|error| error.starts_with("Syntax Error: ")), "{text}");
    }
    for text in [r#"{"have-patterns":["/"]}"#, r#"{"have-patterns":["!/"]}"#, r#"{"have-patterns":[1]}"#] {
        assert!(test(text, r#""x""#).is_err(), "{text}");
        assert!(test(&format!(r#"{{"not":{{"or":[{text}]}}}}"#), r#""x""#).is_err(), "{text}");
    }
}

#[test]
fn semver_ranges() {
    for (range, version, holds) in [
        (">=1.2.0 <2.0.0", "1.9.9", true),
        (">= 1.2.0", "1.2.0", true),
        ("1.2.3 || 2.0.0", "2.0.0", true),
        ("1.x", "1.9.0", true),
        ("1.2.x", "1.3.0", false),
        ("1.x.x", "1.9.0", false),
        ("!=1.2.x", "1.0.0", false),
        (">1.0.0", "2.0.0-rc1", true),
        ("<2.0.0", "2.0.0-rc1", true),
        ("2.0.0", "2.0.0+build.5", true),
        ("~1.x", "1.0.0", true),
    ] {
        let expected = format!(r#"{{"semver-constraint":"{range}"}}"#);
        assert_eq!(test(&expected, &format!("\"{version}\"")), Ok(holds), "{range} {version}");
    }
    for range in ["", "x", "||1.0.0", "1.0.0 ||", "1.0.0 || || 2.0.0", "^1.0.0", ">1", "1.0.0-x", "é1.0.0 "] {
        assert!(test(&format!(r#"{{"semver-constraint":"{range}"}}"#), r#""1.0.0""#).is_err(), "{range}");
    }
    for version in ["v1.0.0", "1.0", "1.0.0\\n", "01.0.0", "1.0.0-", "1.0.0-01", "1.0.0+", ""] {
        assert!(test(r#"{"semver-constraint":">0.0.0"}"#, &format!("\"{version}\"")).is_err(), "{version}");
    }
}

/// Values as JSON and YAML have them.
fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        (-5_i64..5).prop_map(Value::Int),
        (-5_i64..5).prop_map(|number| Value::Float(f64::from(i32::try_from(number).unwrap()) / 2.0)),
        "[a-c!/\n1.{}\"\\\\]{0,4}".prop_map(Value::from),
        prop::collection::vec(any::<u8>(), 0..3).prop_map(|bytes| super::text_of_bytes(&bytes)),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4)
                .prop_map(|items| Value::List(items.into_iter().collect::<List>())),
            prop::collection::vec(("[a-b]{0,2}", inner), 0..3)
                .prop_map(|entries| Value::Map(entries.into_iter().collect::<Map>())),
        ]
    })
}

const NAMES: [&str; 18] = [
    "equal",
    "have-prefix",
    "have-suffix",
    "contain-substring",
    "match-regexp",
    "have-len",
    "have-patterns",
    "have-key",
    "contain-element",
    "contain-elements",
    "consist-of",
    "and",
    "or",
    "not",
    "semver-constraint",
    "gjson",
    "gt",
    "nope",
];

/// Expectations, most of them not sensible.
fn expectations() -> impl Strategy<Value = Value> {
    values().prop_recursive(3, 20, 3, |inner| {
        let named = |name: &'static str, argument: Value| Value::Map(Map::from_iter([(name, argument)]));
        (
            0..NAMES.len(),
            prop_oneof![
                inner.clone(),
                prop::collection::vec(inner, 0..3).prop_map(|items| Value::List(items.into_iter().collect::<List>())),
            ],
        )
            .prop_map(move |(at, argument)| named(NAMES[at], argument))
    })
}

fn within(name: &'static str, expected: Value) -> Value {
    Value::Map(Map::from_iter([(name, expected)]))
}

fn alone(expected: Value) -> Value {
    Value::List([expected].into_iter().collect())
}

proptest! {
    #[test]
    fn nothing_does_harm_and_failures_can_be_told(expected in expectations(), actual in values()) {
        if let Ok(matcher) = parse(&expected) {
            let verdict = matcher.test(&actual);
            let finding = matcher.explain(&actual);
            prop_assert!(verdict != Ok(false) || !finding.message.is_empty());
        }
    }

    #[test]
    fn laws(expected in expectations(), actual in values()) {
        let Ok(matcher) = parse(&expected) else {
            prop_assert!(parse(&within("not", expected)).is_err());
            return Ok(());
        };
        let plain = matcher.test(&actual);
        let of = |expected: Value| parse(&expected).unwrap().test(&actual);
        prop_assert_eq!(of(within("not", within("not", expected.clone()))), plain.clone());
        prop_assert_eq!(of(within("and", alone(expected.clone()))), plain.clone());
        prop_assert_eq!(of(within("or", alone(expected.clone()))), plain.clone());
        let list = Value::List([actual.clone()].into_iter().collect());
        let in_list = parse(&within("consist-of", alone(expected))).unwrap().test(&list);
        prop_assert_eq!(in_list, Ok(plain == Ok(true)));
    }

    #[test]
    fn a_text_in_pieces_is_the_same_text(text in "[ab\r\n]{0,12}", at in 0_usize..12) {
        let patterns = super::Patterns::parse(&["a", "!ab", "/^b$/", ""].into_iter().collect());
        let mut whole = patterns.scan().unwrap();
        let _ = whole.feed(text.as_bytes());
        let mut pieces = patterns.scan().unwrap();
        let (one, two) = text.split_at(at.min(text.len()));
        let _ = pieces.feed(one.as_bytes()).is_continue() && pieces.feed(two.as_bytes()).is_continue();
        prop_assert_eq!(whole.finish().unwrap().is_none(), pieces.finish().unwrap().is_none());
    }
}
