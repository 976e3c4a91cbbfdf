//! From a value that was given to the type that a schema asks for.

use crate::SchemaType;
use gostd::strconv::{Bits, parse_bool, parse_float, parse_int};
use value::{List, Value};

/// Why a value cannot be made to fit; the value itself is not in it unless it is text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CoerceError {
    /// A value of this type is never one.
    #[error("cannot convert {from} to {to}")]
    Type {
        /// The Go type of what was given.
        from: String,
        /// The type that is asked for.
        to: &'static str,
    },
    /// This text is none.
    #[error("cannot convert {} to {to}: {why}", value::quote(.text))]
    Text {
        /// What was given.
        text: String,
        /// The type that is asked for.
        to: &'static str,
        /// What is wrong with it.
        why: String,
    },
}

/// The value as the type; what is of the type already is not touched.
pub fn coerce(value: Value, to: SchemaType) -> Result<Value, CoerceError> {
    if to.holds(&value) {
        return Ok(value);
    }
    // A text of what is not known is not known either.
    if let Some(unknown) = value.unknown() {
        return Ok(unknown.into());
    }
    match to {
        SchemaType::String => Ok(Value::string(value.to_string())),
        SchemaType::Integer => integer(&value),
        SchemaType::Number => float(&value),
        SchemaType::Boolean => boolean(&value),
        SchemaType::Array => array(&value),
        SchemaType::Object => object(value),
    }
}

fn integer(value: &Value) -> Result<Value, CoerceError> {
    if let Some(text) = value.as_str() {
        return parse_int(text, 10, 64).map(Value::Int).map_err(|why| no_text(text, "integer", &why));
    }
    whole(value).map(Value::Int).ok_or_else(|| no_type(value, "integer"))
}

fn float(value: &Value) -> Result<Value, CoerceError> {
    match value.as_str() {
        Some(text) => parse_float(text, Bits::Double).map(Value::Float).map_err(|why| no_text(text, "number", &why)),
        None => Err(no_type(value, "number")),
    }
}

fn boolean(value: &Value) -> Result<Value, CoerceError> {
    match value.as_str() {
        Some(text) => parse_bool(text).map(Value::Bool).map_err(|why| no_text(text, "boolean", &why)),
        None => Err(no_type(value, "boolean")),
    }
}

/// Text that begins as a JSON list is one, other text is split at its commas.
fn array(value: &Value) -> Result<Value, CoerceError> {
    let Some(text) = value.as_str() else { return Err(no_type(value, "array")) };
    if text.trim_start().starts_with('[')
        && let Ok(parsed @ Value::List(_)) = Value::from_json(text)
    {
        return Ok(parsed);
    }
    let parts: List = text.split(',').map(str::trim).filter(|_| !text.is_empty()).map(Value::string).collect();
    Ok(parts.into())
}

fn object(value: Value) -> Result<Value, CoerceError> {
    match value.as_str().filter(|text| text.trim_start().starts_with('{')) {
        Some(text) => Value::from_json(text).map_err(|why| no_text(text, "object", &why)),
        None => Ok(value),
    }
}

/// A whole number, be it written as a float; its fraction is cut.
pub(crate) fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => Some(*number),
        Value::Uint(number) => i64::try_from(*number).ok(),
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the fraction is cut on purpose, and the range is looked at"
        )]
        Value::Float(number) if number.abs() < 9.2e18 => Some(number.trunc() as i64),
        _ => None,
    }
}

/// Any number as a float.
pub(crate) fn number(value: &Value) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "a float is what is asked for")]
    match value {
        Value::Int(number) => Some(*number as f64),
        Value::Uint(number) => Some(*number as f64),
        Value::Float(number) => Some(*number),
        _ => None,
    }
}

fn no_type(value: &Value, to: &'static str) -> CoerceError {
    CoerceError::Type { from: value.type_name().to_string(), to }
}

fn no_text(text: &str, to: &'static str, why: &dyn std::fmt::Display) -> CoerceError {
    CoerceError::Text { text: text.to_owned(), to, why: why.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::Map;

    fn coerced(value: impl Into<Value>, to: SchemaType) -> String {
        coerce(value.into(), to)
            .map_or_else(|error| format!("error: {error}"), |value| format!("{} {value}", value.type_name()))
    }

    #[test]
    fn values_become_what_a_schema_asks_for() {
        use SchemaType::{Array, Boolean, Integer, Number, Object, String};
        let map: Map = [("k", Value::from_json("[1, true]").unwrap())].into_iter().collect();
        let cases = [
            (coerced(42, String), "string 42"),
            (coerced(1.5, String), "string 1.5"),
            (coerced(map, String), "string map[k:[1 true]]"),
            (coerced("0600", Integer), "int 600"),
            (coerced(2.9, Integer), "int 2"),
            (
                coerced("2.9", Integer),
                "error: cannot convert \"2.9\" to integer: strconv.ParseInt: parsing \"2.9\": invalid syntax",
            ),
            (coerced(true, Integer), "error: cannot convert bool to integer"),
            (coerced(3, Number), "int 3"),
            (coerced("1e3", Number), "float64 1000"),
            (coerced("T", Boolean), "bool true"),
            (
                coerced("yes", Boolean),
                "error: cannot convert \"yes\" to boolean: strconv.ParseBool: parsing \"yes\": invalid syntax",
            ),
            (coerced("a, b ,c", Array), "[]interface {} [a b c]"),
            (coerced("", Array), "[]interface {} []"),
            (coerced("[1, 2]", Array), "[]interface {} [1 2]"),
            (coerced("[1, 2", Array), "[]interface {} [[1 2]"),
            (coerced("{\"a\": 1}", Object), "map[string]interface {} map[a:1]"),
            (coerced("a", Object), "string a"),
        ];
        for (number, (got, expected)) in cases.into_iter().enumerate() {
            assert_eq!(got, expected, "case {number}");
        }
    }
}
