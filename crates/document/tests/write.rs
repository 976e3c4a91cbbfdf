//! YAML as yaml.v3 writes it. `write/marshal.jsonl` holds values and the text that yaml.v3 gave for them.

use diagnostics::FileId;
use document::write::{Fidelity, Order, WriteError, YamlStyle, to_yaml};
use document::{Options, parse};
use serde_json::Value as Json;
use value::{Key, List, Map, Unknown, Value};

#[test]
fn writes_what_yaml_v3_writes() {
    let mut wrong = Vec::new();
    for line in include_str!("write/marshal.jsonl").lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        let indent = usize::try_from(case["indent"].as_u64().unwrap()).unwrap();
        let written = to_yaml(&value_of(&case["value"]), &YamlStyle { indent, ..YamlStyle::default() }).unwrap();
        if case["text"] != written {
            wrong.push(format!("{line}\n     ours: {written:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn writes_what_only_values_have() {
    let cases = [
        (Value::Float(f64::INFINITY), ".inf\n"),
        (Value::Float(f64::NEG_INFINITY), "-.inf\n"),
        (Value::Float(f64::NAN), ".nan\n"),
        (Value::from(b"\xff\xfe".as_slice()), "!!binary //4=\n"),
        (Value::text(b"\xff\xfe".as_slice()), "!!binary //4=\n"),
        (Value::from(b"".as_slice()), "!!binary \"\"\n"),
        (Value::Timestamp("2024-01-02T03:04:05.5+02:00".parse().unwrap()), "2024-01-02T03:04:05.5+02:00\n"),
        (Value::Duration(value::Duration::parse_go("90s").unwrap()), "1m30s\n"),
    ];
    for (value, text) in cases {
        assert_eq!(to_yaml(&value, &YamlStyle::default()).unwrap(), text);
    }
}

#[test]
fn long_bytes_are_a_block_of_lines() {
    let bytes = Value::from([0xff_u8; 60].as_slice());
    let line = "/".repeat(70);
    let text = to_yaml(&List::from(vec![bytes]).into(), &YamlStyle::default()).unwrap();
    assert_eq!(text, format!("- !!binary |\n  {line}\n  {}\n", "/".repeat(10)));
}

#[test]
fn keys_of_other_kinds_come_first() {
    let map: Map = [
        (Key::from("b"), 1),
        (Key::from("1"), 2),
        (Key::Uint(2), 3),
        (Key::Int(2), 4),
        (Key::Bool(true), 5),
        (Key::Int(-1), 6),
        (Key::from("true"), 7),
    ]
    .into_iter()
    .collect();
    let text = to_yaml(&map.into(), &YamlStyle::default()).unwrap();
    assert_eq!(text, "-1: 6\ntrue: 5\n2: 4\n2: 3\n\"1\": 2\nb: 1\n\"true\": 7\n");
}

#[test]
fn order_can_be_kept() {
    let map: Map = [("b", 1), ("a10", 2), ("a9", 3)].into_iter().collect();
    let style = YamlStyle { order: Order::Keep, ..YamlStyle::default() };
    assert_eq!(to_yaml(&map.clone().into(), &style).unwrap(), "b: 1\na10: 2\na9: 3\n");
    assert_eq!(to_yaml(&map.into(), &YamlStyle::default()).unwrap(), "a9: 3\na10: 2\nb: 1\n");
}

#[test]
fn keys_with_numbers_that_overflow_do_not_panic() {
    let digits = ["18446744073709551615", "9223372036854775807", "9223372036854775808", "1", "2-", "199-", ".", "_2. "];
    let map: Map = (0..400).map(|at| (format!("{}{at}{}", digits[at % 8], digits[(at / 8) % 8]), 1)).collect();
    assert_eq!(to_yaml(&map.clone().into(), &YamlStyle::default()).unwrap().lines().count(), map.len());
}

#[test]
fn meaning_can_go_before_bytes() {
    let style = YamlStyle { fidelity: Fidelity::Meaning, ..YamlStyle::default() };
    let cases = [
        (Value::from("\na\n"), "\"\\na\\n\"\n"),
        (List::from_iter([" a\nb"]).into(), "- \" a\\nb\"\n"),
        (Value::from("\ta\nb"), "\"\\ta\\nb\"\n"),
        (Value::from("a\u{2028}b"), "\"a\\Lb\"\n"),
        (Map::from_iter([("<<", 1)]).into(), "\"<<\": 1\n"),
        (Value::Float(1.0), "1.0\n"),
        (Value::Float(-0.0), "-0.0\n"),
        (Value::Float(1e6), "1e+06\n"),
        (Value::from("a\nb\n"), "|\n    a\n    b\n"),
    ];
    for (value, text) in cases {
        assert_eq!(to_yaml(&value, &style).unwrap(), text);
    }
}

#[test]
fn what_keeps_its_meaning_reads_back_as_it_was() {
    for line in include_str!("write/marshal.jsonl").lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        let value = value_of(&case["value"]);
        for indent in [2, 3, 4] {
            let style = YamlStyle { indent, order: Order::Keep, fidelity: Fidelity::Meaning };
            let text = to_yaml(&value, &style).unwrap();
            let node = parse(&text, FileId::FIRST, &Options::solution())
                .unwrap_or_else(|problem| panic!("{text}\n{problem:?}"));
            assert_eq!(node.to_value(), value, "{text}");
        }
    }
}

#[test]
fn refuses_what_yaml_cannot_say() {
    let unknown = Value::from(Unknown::new("after exec#a"));
    let problem = to_yaml(&List::from(vec![unknown]).into(), &YamlStyle::default()).unwrap_err();
    assert_eq!(problem.to_string(), "value is not known yet: after exec#a");
}

#[test]
fn refuses_to_go_too_deep() {
    let nested = |levels: usize| {
        (0..levels).fold(Value::Null, |value, level| match level % 2 {
            0 => List::from(vec![value]).into(),
            _ => Map::from_iter([("k", value)]).into(),
        })
    };
    assert!(to_yaml(&nested(value::MAX_DEPTH), &YamlStyle::default()).is_ok());
    assert_eq!(to_yaml(&nested(value::MAX_DEPTH + 1), &YamlStyle::default()), Err(WriteError::TooDeep));
    assert_eq!(to_yaml(&nested(100_000), &YamlStyle::default()), Err(WriteError::TooDeep));
}

fn value_of(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => Value::Int(number),
            (None, Some(number)) => Value::Uint(number),
            (None, None) => Value::Float(number.as_f64().expect("what is no integer is a float")),
        },
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(items) => items.iter().map(value_of).collect(),
        Json::Object(entries) => {
            let entries = entries.iter().map(|(key, value)| (key.as_str(), value_of(value)));
            entries.collect::<Map>().into()
        }
    }
}
