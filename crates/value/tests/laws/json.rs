//! JSON there and back.

use proptest::prelude::*;
use serde::Deserialize;
use value::{Escape, JsonStyle, KeyOrder, Value};

use crate::values::value;

fn style() -> impl Strategy<Value = JsonStyle<'static>> {
    let escape = prop_oneof![Just(Escape::Html), Just(Escape::Plain)];
    let keys = prop_oneof![Just(KeyOrder::Keep), Just(KeyOrder::Sorted)];
    let indent = prop_oneof![Just(None), Just(Some("  ")), Just(Some("\t"))];
    (escape, keys, indent).prop_map(|(escape, keys, indent)| JsonStyle { escape, keys, indent })
}

proptest! {
    #[test]
    fn what_was_written_is_read(value in value(), style in style()) {
        let text = value.to_json_styled(style).unwrap();
        prop_assert!(read_from(&Value::from_json(&text).unwrap(), &value), "{}", text);
        prop_assert_eq!(Value::from_json(&text).unwrap().to_json_styled(style).unwrap(), text);
    }

    #[test]
    fn serde_keeps_values_exactly(value in value()) {
        let back = Value::deserialize(serde_json::to_value(&value).unwrap()).unwrap();
        prop_assert_eq!(&back, &value);
        let text = serde_json::to_string(&value).unwrap();
        prop_assert_eq!(format!("{:?}", Value::from_json(&text).unwrap()), format!("{value:?}"));
    }

    #[test]
    fn any_text_is_read_or_refused_at_a_place_in_it(text in any::<String>()) {
        refused_inside(&text);
    }

    #[test]
    fn damaged_json_is_read_or_refused_at_a_place_in_it(value in value(), at in any::<usize>(), c in any::<char>()) {
        let text = value.to_json(Escape::Plain, KeyOrder::Keep).unwrap();
        let mut chars: Vec<char> = text.chars().collect();
        let at = at % chars.len();
        chars[at] = c;
        refused_inside(&chars.iter().collect::<String>());
        refused_inside(&chars[..at].iter().collect::<String>());
    }
}

/// Go writes `1.0` as `1` and pads large numbers with zeros, so a float can come back as an integer: the one that is nearest
/// to the same float.
fn read_from(back: &Value, value: &Value) -> bool {
    match (back, value) {
        (Value::List(back), Value::List(list)) => {
            back.len() == list.len() && back.iter().zip(list).all(|(back, value)| read_from(back, value))
        }
        (Value::Map(back), Value::Map(map)) => {
            let found = |(key, value)| back.get(key).is_some_and(|back| read_from(back, value));
            back.len() == map.len() && map.iter().all(found)
        }
        (back, Value::Float(float)) => {
            back.as_number().is_some_and(|number| number.to_f64().to_bits() == float.to_bits())
        }
        (back, value) => back == value,
    }
}

/// Another reader agrees on what is JSON, except that it refuses half of a pair of code units, which is replaced here.
fn refused_inside(text: &str) {
    let theirs = serde_json::from_str::<Value>(text);
    match Value::from_json(text) {
        Err(error) => assert!(text.is_char_boundary(error.offset) && theirs.is_err(), "{text}: {error}"),
        Ok(_) => assert!(theirs.is_ok() || text.contains("\\ud"), "{text}"),
    }
}
