//! JSON, in and out.

mod read;

use gotmpl::go::{self, Number, Type};
use gotmpl::{Call, CallError, Function};
use value::{Escape, GoType, JsonStyle, JsonWriteError, KeyOrder, Value};

use super::declare::{any, blanks, text};

const GROUP: &str = "json";

const COMPACT: JsonStyle<'_> = JsonStyle { escape: Escape::Html, keys: KeyOrder::Sorted, indent: None };
const PRETTY: JsonStyle<'_> = JsonStyle { indent: Some("  "), ..COMPACT };
const RAW: JsonStyle<'_> = JsonStyle { escape: Escape::Plain, ..COMPACT };

const RAW_JSON: Function =
    Function::new("toRawJson", &[any("value")], Type::String, |call| Ok(write(call, RAW)?.into()))
        .help(GROUP, "a value as JSON in which `<`, `>` and `&` stand as they are")
        .example(r#"{{ toRawJson "<a>" }}"#, r#""<a>""#);

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("toJson", &[any("value")], Type::String, |call| write_or_nothing(call, COMPACT))
        .help(GROUP, "a value as JSON on one line; an empty text when JSON cannot say it")
        .example(r#"{{ toJson (dict "b" (list 1 "x") "a" true) }}"#, r#"{"a":true,"b":[1,"x"]}"#),
    Function::new("toPrettyJson", &[any("value")], Type::String, |call| write_or_nothing(call, PRETTY))
        .help(GROUP, "a value as JSON with a line for each item; an empty text when JSON cannot say it")
        .example("{{ toPrettyJson (list 1 2) }}", "[\n  1,\n  2\n]"),
    RAW_JSON,
    Function::new("mustToJson", &[any("value")], Type::String, |call| Ok(write(call, COMPACT)?.into()))
        .help(GROUP, "as `toJson`; fails when JSON cannot say it")
        .example(r#"{{ mustToJson "<a>" }}"#, r#""\u003ca\u003e""#),
    Function::new("mustToPrettyJson", &[any("value")], Type::String, |call| Ok(write(call, PRETTY)?.into()))
        .help(GROUP, "as `toPrettyJson`; fails when JSON cannot say it")
        .example("{{ mustToPrettyJson (list) }}", "[]"),
    RAW_JSON.named("mustToRawJson").example(r#"{{ mustToRawJson "&" }}"#, r#""&""#),
    Function::new("fromJson", &[text("json")], Type::Any, |call| Ok(read::read(call.bytes(0)).0))
        .help(GROUP, "the value that JSON says, all numbers as `float64`; nil when it is not JSON")
        .example(r#"{{ (fromJson "{\"a\": [1, 2]}").a }}"#, "[1 2]"),
    Function::new("mustFromJson", &[text("json")], Type::Any, must_from_json)
        .help(GROUP, "as `fromJson`; fails when it is not JSON")
        .example(r#"{{ mustFromJson "[1, true, null]" }}"#, "[1 true <nil>]"),
];

/// JSON, or an empty text for what JSON cannot say.
fn write_or_nothing(call: &mut Call<'_>, style: JsonStyle<'_>) -> Result<Value, CallError> {
    match write(call, style) {
        Err(error) if !error.is_limit() => Ok("".into()),
        json => Ok(json?.into()),
    }
}

fn write(call: &mut Call<'_>, style: JsonStyle<'_>) -> Result<String, CallError> {
    let value = go::plain(call.value(0))?;
    refuse_unsupported(&value)?;
    call.charge(blanks(&value, style.indent.map_or(0, str::len)))?;
    let json = to_json(&value, style)?;
    call.charge(json.len())?;
    Ok(json)
}

/// JSON, or why there is none in Go's words.
pub(crate) fn to_json(value: &Value, style: JsonStyle<'_>) -> Result<String, CallError> {
    value.to_json_styled(style).map_err(|error| {
        CallError::new(match error {
            JsonWriteError::NotFinite { value, .. } => format!("json: unsupported value: {value}"),
            JsonWriteError::Opaque { type_name, .. } => format!("json: unsupported type: {type_name}"),
            other => other.to_string(),
        })
    })
}

/// Go's JSON has no form for complex numbers, and none for maps whose keys may be of any type, such as those that YAML
/// with numbers as keys gives.
fn refuse_unsupported(value: &Value) -> Result<(), CallError> {
    let refused = |value: &Value| CallError::new(format!("json: unsupported type: {}", go::type_name(value)));
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Map(map) if map.go_type() == GoType::ANY_MAP => return Err(refused(value)),
            Value::Opaque(_) if matches!(Number::of(value), Some(Number::Complex128(..))) => {
                return Err(refused(value));
            }
            Value::Map(map) => open.extend(map.values()),
            Value::List(list) => open.extend(list.iter()),
            _ => {}
        }
    }
    Ok(())
}

fn must_from_json(call: &mut Call<'_>) -> Result<Value, CallError> {
    match read::read(call.bytes(0)) {
        (value, None) => Ok(value),
        (_, Some(error)) => Err(CallError::new(error.to_string())),
    }
}
