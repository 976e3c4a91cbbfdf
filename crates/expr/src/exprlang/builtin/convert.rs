//! Builtins that say what a value is, or turn it into another form.

use std::collections::HashMap;

use gostd::fmt;
use value::{Escape, JsonStyle, JsonWriteError, KeyOrder, Value, base64};

use super::entry::{Check, Entry, Run};
use super::text::chars;
use crate::exprlang::check::Overload;
use crate::exprlang::fault::{Fault, Result};
use crate::exprlang::machine::{Slot, Usage};
use crate::exprlang::opaque::{AnyMap, Everything, NIL_LIST, Named};
use crate::exprlang::types::Nature;
use crate::exprlang::zone::ZoneValue;

const ANY_TO_TEXT: &[Overload] = &[Overload { parameters: &[Nature::Any], result: Nature::Text }];
const TEXT_TO_TEXT: &[Overload] = &[Overload { parameters: &[Nature::Text], result: Nature::Text }];
const TEXT_TO_ANY: &[Overload] = &[Overload { parameters: &[Nature::Text], result: Nature::Any }];

macro_rules! entry {
    ($name:literal, $signature:literal, $help:literal, $example:literal => $result:literal, $check:ident, $run:expr) => {
        Entry {
            name: $name,
            signature: $signature,
            help: $help,
            example: $example,
            result: $result,
            check: Check::Overloads($check),
            run: Run::Function($run),
        }
    };
}

pub(super) const ENTRIES: &[Entry] = &[
    entry!("type", "type(value) string",
        "What it is: `nil`, `bool`, `int`, `uint`, `float`, `string`, `array`, `map`, `time.Time`, `time.Duration`.",
        "type(1.5)" => r#""float""#, ANY_TO_TEXT, |_, arguments| Ok(type_of(&arguments[0]).into())),
    entry!("string", "string(value) string", "The text that stands for it.", "string([1, 'a'])" => r#""[1 a]""#,
        ANY_TO_TEXT, string),
    entry!("toJSON", "toJSON(value) string", "As JSON, indented.", "toJSON({a: [1]})" => r#""{\n  \"a\": [\n    1\n  ]\n}""#,
        ANY_TO_TEXT, to_json),
    entry!("fromJSON", "fromJSON(text) any", "The value that JSON says; its numbers are floats.",
        "fromJSON('{\"a\": [1]}').a" => "[1.0]", TEXT_TO_ANY, from_json),
    entry!("toBase64", "toBase64(text) string", "As base64.", "toBase64('hello')" => r#""aGVsbG8=""#, TEXT_TO_TEXT,
    |usage, arguments| {
        let bytes = arguments[0].as_text_bytes().ok_or_else(|| Fault::not_text(&arguments[0]))?;
        usage.built(base64::encode(bytes).into_bytes())
    }),
    entry!("fromBase64", "fromBase64(text) string", "The text that base64 says.",
    "fromBase64('aGVsbG8=')" => r#""hello""#, TEXT_TO_TEXT, |usage, arguments| {
        let given = chars(&arguments[0])?;
        match base64::decode(given.as_bytes()) {
            Ok(bytes) => usage.built(bytes),
            Err(error) => Err(Fault::Builtin(format!("text is not base64 at byte {}", error.at))),
        }
    }),
];

/// What `type` says of a value.
pub fn type_of(value: &Value) -> &str {
    match value {
        Value::Null => "nil",
        Value::Bool(_) => "bool",
        Value::Int(_) => "int",
        Value::Uint(_) => "uint",
        Value::Float(_) => "float",
        Value::String(_) => "string",
        Value::Bytes(_) | Value::List(_) => "array",
        Value::Map(_) => "map",
        Value::Timestamp(_) => "time.Time",
        Value::Duration(_) => "time.Duration",
        Value::Unknown(_) => "unknown",
        Value::Opaque(opaque) => opaque_type(value, opaque.type_name()),
    }
}

fn opaque_type<'a>(value: &Value, name: &'a str) -> &'a str {
    if value.as_opaque::<AnyMap>().is_some() {
        "map"
    } else if value.as_opaque::<ZoneValue>().is_some() {
        "time.Location"
    } else if value.as_opaque::<Everything>().is_some() {
        "struct"
    } else if value.as_opaque::<Named>().is_none() && name.starts_with("func") {
        "func"
    } else {
        name
    }
}

fn string(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let value = &*arguments[0];
    if value.as_text_bytes().is_some() {
        return Ok(value.clone());
    }
    usage.walk(value)?;
    let limit = usage.text_left();
    let text = fmt::sprint_within(limit, std::slice::from_ref(value)).map_err(|_| usage.too_much_text())?;
    usage.built(text)
}

fn to_json(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let value = &*arguments[0];
    if usage.walk(value)?.depth > value::MAX_DEPTH {
        return Err(Fault::Depth);
    }
    let plain = Plain::default().of(value)?;
    let style = JsonStyle { escape: Escape::Html, keys: KeyOrder::Sorted, indent: Some("  ") };
    let json = plain.as_ref().unwrap_or(value).to_json_within(style, usage.text_left());
    let json = json.map_err(|error| match error {
        JsonWriteError::TooLong { .. } => usage.too_much_text(),
        error => Fault::Builtin(error.to_string()),
    })?;
    usage.built(json.into_bytes())
}

/// Values with null in the place of nil lists. What is shared is made once, so that it stays shared.
#[derive(Default)]
struct Plain {
    /// What lists and maps became, by the place of their first item.
    made: HashMap<*const Value, Option<Value>>,
}

impl Plain {
    /// What the value becomes; `None` when it stays as it is. Maps with keys of any kind have no JSON. The caller knows
    /// that the depth of the value is limited.
    fn of(&mut self, value: &Value) -> Result<Option<Value>> {
        let first = match value {
            Value::List(list) if list.go_type() == NIL_LIST => return Ok(Some(Value::Null)),
            Value::Map(map) if map.go_type().name().starts_with("map[interface") => {
                return Err(Fault::argument("toJSON", value));
            }
            Value::List(list) => list.first(),
            Value::Map(map) => map.values().next(),
            value if value.as_opaque::<AnyMap>().is_some() => return Err(Fault::argument("toJSON", value)),
            _ => None,
        };
        let Some(first) = first.map(std::ptr::from_ref) else { return Ok(None) };
        if let Some(made) = self.made.get(&first) {
            return Ok(made.clone());
        }
        let made = self.rebuilt(value)?;
        self.made.insert(first, made.clone());
        Ok(made)
    }

    fn rebuilt(&mut self, value: &Value) -> Result<Option<Value>> {
        let mut changed = value.clone();
        let mut is_changed = false;
        match value {
            Value::List(list) => {
                for (at, item) in list.iter().enumerate() {
                    if let (Some(item), Value::List(changed)) = (self.of(item)?, &mut changed) {
                        changed.make_mut()[at] = item;
                        is_changed = true;
                    }
                }
            }
            Value::Map(map) => {
                for (key, item) in map.iter() {
                    if let (Some(item), Value::Map(changed)) = (self.of(item)?, &mut changed) {
                        changed.insert(key.clone(), item);
                        is_changed = true;
                    }
                }
            }
            _ => {}
        }
        Ok(is_changed.then_some(changed))
    }
}

fn from_json(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let text = chars(&arguments[0])?;
    usage.text(text.len())?;
    let value = Value::from_json(&text).map_err(|error| Fault::Builtin(format!("invalid JSON: {error}")))?;
    Ok(floats(value))
}

/// All numbers become floats. JSON is read to a limited depth, so the recursion has one, too.
fn floats(value: Value) -> Value {
    match value {
        #[expect(clippy::cast_precision_loss, reason = "JSON numbers are floats upstream")]
        Value::Int(number) => Value::Float(number as f64),
        #[expect(clippy::cast_precision_loss, reason = "JSON numbers are floats upstream")]
        Value::Uint(number) => Value::Float(number as f64),
        Value::List(list) => list.into_iter().map(floats).collect(),
        Value::Map(map) => {
            let entries = map.into_iter().map(|(key, value)| (key, floats(value)));
            Value::Map(entries.collect())
        }
        other => other,
    }
}
