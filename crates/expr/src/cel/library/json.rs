//! JSON, and nothing.

use value::{Escape, JsonStyle, JsonWriteError, KeyOrder, List as Items, Map, Number, Value};

use super::function::{Native, function};
use super::strings::text;
use crate::cel::eval::Budget;
use crate::cel::failure::Failure;
use crate::cel::types::Type::{Dyn, Null, String};
use crate::cel::values::to_plain_within;

const GROUP: &str = "json";

pub(super) static TABLE: &[Native] = &[
    Native {
        name: "json.marshal",
        group: GROUP,
        help: "the value as JSON on one line, keys sorted",
        example: "json.marshal({\"b\": [1, null], \"a\": \"x\"})",
        result: "\"{\\\"a\\\":\\\"x\\\",\\\"b\\\":[1,null]}\"",
        overloads: &[function("json_marshal", &[Dyn], String, |budget, arguments| {
            marshal(budget, "json.marshal", &arguments[0], None)
        })],
    },
    Native {
        name: "json.marshalPretty",
        group: GROUP,
        help: "the value as JSON on several lines, indented by two blanks",
        example: "json.marshalPretty({\"a\": 1})",
        result: "\"{\\n  \\\"a\\\": 1\\n}\"",
        overloads: &[function("json_marshalPretty", &[Dyn], String, |budget, arguments| {
            marshal(budget, "json.marshalPretty", &arguments[0], Some("  "))
        })],
    },
    Native {
        name: "json.unmarshal",
        group: GROUP,
        help: "the value that JSON describes; all its numbers are doubles",
        example: "json.unmarshal(\"{\\\"a\\\": [1, true]}\").a",
        result: "[1.0, true]",
        overloads: &[function("json_unmarshal", &[String], Dyn, unmarshal)],
    },
    Native {
        name: "out.nil",
        group: GROUP,
        help: "null, whatever it is given",
        example: "out.nil(1)",
        result: "null",
        overloads: &[function("out_nil", &[Dyn], Null, |_, _| Ok(Value::Null))],
    },
];

fn marshal(budget: &mut Budget, function: &str, value: &Value, indent: Option<&str>) -> Result<Value, Failure> {
    let style = JsonStyle { escape: Escape::Html, keys: KeyOrder::Sorted, indent };
    let text = to_plain_within(budget, value)?.to_json_within(style, budget.memory_left());
    match text {
        Ok(text) => {
            budget.allocate(text.len())?;
            Ok(Value::string(text))
        }
        Err(JsonWriteError::TooLong { .. }) => Err(budget.out_of_memory()),
        Err(error) => Err(Failure::new(format!("{function}: {error}"))),
    }
}

fn unmarshal(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let json = text(arguments, 0);
    budget.allocate(json.len().saturating_mul(4))?;
    let value = Value::from_json(json).map_err(|error| Failure::new(format!("json.unmarshal: {error}")))?;
    Ok(with_doubles(value))
}

/// The value with all numbers as doubles. JSON that was read is not deeper than its reader allows.
fn with_doubles(value: Value) -> Value {
    match value {
        Value::Int(number) => Value::Float(Number::Int(number).to_f64()),
        Value::Uint(number) => Value::Float(Number::Uint(number).to_f64()),
        Value::List(list) => list.into_iter().map(with_doubles).collect::<Items>().into(),
        Value::Map(map) => map.into_iter().map(|(key, value)| (key, with_doubles(value))).collect::<Map>().into(),
        other => other,
    }
}
