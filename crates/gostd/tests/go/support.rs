//! How the tables write operands and texts. Each line is a JSON array; what JSON cannot say is an object with one key:
//! `i` and `u` integers, `f` the bits of a float, `b` bytes and `x` text that is not UTF-8 (both hexadecimal), `d`
//! nanoseconds, `t` a time, `l` and `m` lists and maps with their Go type, `y` a value as another Go type.
#![expect(clippy::unwrap_used, reason = "a table that cannot be read is a broken test")]

use std::any::Any;
use std::fmt;

use gostd::fmt::{Arg, Argument};
use serde_json::Value as Json;
use value::{Duration, GoType, Key, List, Map, Opaque, Timestamp, Value, ZoneName};

/// An operand with the Go type that the table gives to it.
pub(crate) struct Operand {
    value: Value,
    go_type: Option<String>,
}

impl Argument for Operand {
    fn as_arg(&self) -> Arg<'_> {
        self.go_type.as_deref().map_or_else(|| Arg::new(&self.value), |name| Arg::typed(&self.value, name))
    }
}

/// The lines of a table.
pub(crate) fn lines(table: &str) -> impl Iterator<Item = Json> {
    table.lines().map(|line| serde_json::from_str(line).expect(line))
}

pub(crate) fn text(json: &Json) -> Vec<u8> {
    match json {
        Json::String(text) => text.clone().into_bytes(),
        other => hex(other["x"].as_str().expect("text or hexadecimal digits")),
    }
}

fn hex(digits: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(byte).collect()
}

pub(crate) fn operands(json: &Json) -> Vec<Operand> {
    json.as_array().unwrap().iter().map(operand).collect()
}

fn operand(json: &Json) -> Operand {
    match json.get("y") {
        Some(typed) => Operand { value: value(&typed[1]), go_type: Some(string(&typed[0])) },
        None => Operand { value: value(json), go_type: None },
    }
}

fn string(json: &Json) -> String {
    json.as_str().unwrap().to_string()
}

pub(crate) fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(value) => (*value).into(),
        Json::String(text) => text.as_str().into(),
        Json::Object(object) => {
            let (key, inner) = object.iter().next().unwrap();
            tagged(key, inner)
        }
        other => panic!("{other}"),
    }
}

fn tagged(key: &str, inner: &Json) -> Value {
    match key {
        "i" => Value::Int(string(inner).parse().unwrap()),
        "u" => Value::Uint(string(inner).parse().unwrap()),
        "f" => Value::Float(f64::from_bits(u64::from_str_radix(&string(inner), 16).unwrap())),
        "b" => Value::bytes(hex(&string(inner))),
        "d" => Duration::from_nanos(string(inner).parse().unwrap()).into(),
        "t" => time(inner).into(),
        "l" => list(inner.as_array().unwrap()).into(),
        "m" => map(inner.as_array().unwrap()).into(),
        "month" => Value::opaque(Month(inner.as_i64().unwrap())),
        other => panic!("{other}"),
    }
}

fn time(parts: &Json) -> Timestamp {
    let number = |at: usize| parts[at].as_i64().unwrap();
    let nanos = u32::try_from(number(1)).unwrap();
    let offset = i32::try_from(number(2)).unwrap();
    let zone = ZoneName::new(parts[3].as_str().unwrap()).unwrap();
    Timestamp::from_parts(number(0), nanos, offset).unwrap().with_zone(zone)
}

fn go_type(name: &Json) -> GoType {
    GoType::new(Box::leak(string(name).into_boxed_str()))
}

fn list(parts: &[Json]) -> List {
    parts[1..].iter().map(value).collect::<List>().with_type(go_type(&parts[0]))
}

fn map(parts: &[Json]) -> Map {
    let key = |json| -> Key { value(json).as_key().unwrap().to_key() };
    parts[1..].iter().map(|entry| (key(&entry[0]), value(&entry[1]))).collect::<Map>().with_type(go_type(&parts[0]))
}

/// A number with a text of its own.
struct Month(i64);

impl Opaque for Month {
    fn type_name(&self) -> &'static str {
        "time.Month"
    }

    fn equals(&self, other: &dyn Opaque) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self.0 == other.0)
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = "January February March April May June July August September October November December";
        f.write_str(names.split(' ').nth(usize::try_from(self.0 - 1).unwrap()).unwrap())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_plain(&self) -> Option<Value> {
        Some(self.0.into())
    }
}
