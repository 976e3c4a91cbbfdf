//! Values as expressions that give them.

use std::fmt::Write as _;

use value::{FloatFormat, Value, format_float, quote, quote_bytes};

use super::brackets::{write_all, write_map};
use super::{MapRef, Optional, TypeValue};

/// Values that are nested deeper than this are cut off.
const MAX_DEPTH: usize = 64;

/// An expression that gives the value: `[1, 2u, "a"]`, `duration("90s")`, `optional.of(1)`. What is nested very deeply is
/// cut off.
pub fn to_literal(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text, 0);
    text
}

fn write(value: &Value, text: &mut String, depth: usize) {
    if depth > MAX_DEPTH {
        text.push('…');
        return;
    }
    match value {
        Value::List(list) => {
            write_all(text, ['[', ']'], usize::MAX, list.iter(), |item, text| write(item, text, depth + 1));
        }
        Value::Map(_) => write_map(value, text, usize::MAX, |part, text| write(part, text, depth + 1)),
        Value::Opaque(_) if MapRef::of(value).is_some() => {
            write_map(value, text, usize::MAX, |part, text| write(part, text, depth + 1));
        }
        _ => match value.as_opaque::<Optional>() {
            Some(optional) => write_optional(optional, text, depth),
            None => text.push_str(&scalar(value)),
        },
    }
}

fn scalar(value: &Value) -> String {
    match value {
        Value::Null => "null".to_string(),
        Value::Uint(number) => format!("{number}u"),
        Value::Float(number) => float(*number),
        Value::String(string) => quote(string),
        Value::Bytes(bytes) => format!("b{}", bytes_literal(bytes)),
        Value::Timestamp(time) => format!("timestamp(\"{}\")", time.to_rfc3339()),
        Value::Duration(span) => {
            format!("duration(\"{}s\")", format_float(span.as_secs_f64(), FloatFormat::Plain, None))
        }
        // No literal gives it.
        Value::Opaque(_) if let Some(text) = value.as_raw_text() => quote_bytes(text),
        Value::Opaque(opaque) => value.as_opaque::<TypeValue>().map_or(opaque.type_name(), TypeValue::name).to_string(),
        other => other.to_string(),
    }
}

fn write_optional(optional: &Optional, text: &mut String, depth: usize) {
    match optional.get() {
        None => text.push_str("optional.none()"),
        Some(inner) => {
            text.push_str("optional.of(");
            write(inner, text, depth + 1);
            text.push(')');
        }
    }
}

fn float(number: f64) -> String {
    match number {
        _ if number.is_nan() => "double(\"NaN\")".to_string(),
        f64::INFINITY => "double(\"Infinity\")".to_string(),
        f64::NEG_INFINITY => "double(\"-Infinity\")".to_string(),
        _ => {
            let digits = format_float(number, FloatFormat::Plain, None);
            if digits.contains('.') { digits } else { format!("{digits}.0") }
        }
    }
}

fn bytes_literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(*byte)]),
            b' '..=b'~' => text.push(char::from(*byte)),
            _ => write!(text, "\\x{byte:02x}").expect("a string can be written to"),
        }
    }
    text.push('"');
    text
}
