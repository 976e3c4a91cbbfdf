//! Values as text: as Jet prints them, and as Go's `%v` does.

use std::fmt;
use std::io::Write as _;

use gostd::fmt::{Arg, TooLong, sprint_within, sprintf};
use value::{FloatFormat, Value, format_float};

use super::plain::plain_or_itself;
use crate::val::{Changes, Number, Thing, Val, View};

/// What an action prints, unless it is longer than a limit. Floats have no exponent; what is inside of an interface is
/// printed as `%v` does.
pub(super) fn print(value: &Val, out: &mut Vec<u8>, limit: usize) -> Result<(), TooLong> {
    match value {
        Val::Invalid => {}
        Val::Plain(Value::String(text)) => out.extend_from_slice(text.as_bytes()),
        Val::Any(value) => return verb(value, out, limit),
        Val::Plain(value) if prints_itself(value) => return verb(value, out, limit),
        value => match value.view() {
            View::Number(number) => print_number(number, out),
            View::Text(text) | View::Bytes(text) => out.extend_from_slice(text),
            View::Error(text) => out.extend_from_slice(text.as_bytes()),
            View::Ints(from, to) => add(out, format_args!("{{-1 {} {to}}}", from.wrapping_sub(1))),
            _ => {
                if let Some(value) = value.clone().into_value() {
                    return verb(&value, out, limit);
                }
            }
        },
    }
    Ok(())
}

fn add(out: &mut Vec<u8>, text: fmt::Arguments<'_>) {
    out.write_fmt(text).expect("memory takes everything");
}

/// Whether it is a number of a type that has its own text.
fn prints_itself(value: &Value) -> bool {
    matches!(value, Value::Duration(_) | Value::Timestamp(_)) || matches!(value.as_opaque(), Some(Thing::Named(_)))
}

fn print_number(number: Number, out: &mut Vec<u8>) {
    match number {
        Number::Int(number) => add(out, format_args!("{number}")),
        Number::Uint(number) => add(out, format_args!("{number}")),
        // The original has its own writing of it.
        Number::Float(number) if number.is_nan() => out.extend_from_slice(b"Nan"),
        Number::Float(number) => out.extend_from_slice(format_float(number, FloatFormat::Plain, None).as_bytes()),
    }
}

/// What Go's `%v` prints, unless it is longer than a limit.
pub(super) fn verb(value: &Value, out: &mut Vec<u8>, limit: usize) -> Result<(), TooLong> {
    match value {
        Value::String(text) => out.extend_from_slice(text.as_bytes()),
        Value::Int(number) => add(out, format_args!("{number}")),
        value => out.extend_from_slice(&sprint_within(limit, &[value])?),
    }
    Ok(())
}

/// What Go's `%v` prints, for a message.
pub(super) fn verb_text(value: &Val) -> String {
    text_of("%v", value)
}

/// What Go prints for a format with one verb.
pub(super) fn text_of(format: &str, value: &Val) -> String {
    let name = value.type_name();
    let inner = match value.clone().into_value() {
        Some(Value::Null) => return "<nil>".to_owned(),
        Some(inner) => plain_or_itself(&inner, &Changes::default()),
        None => return "<invalid reflect.Value>".to_owned(),
    };
    let arg = match value {
        Val::Int64(_) | Val::Counter(_) | Val::Uint8(_) => Arg::typed(&inner, &name),
        _ => Arg::new(&inner),
    };
    String::from_utf8_lossy(&sprintf(format, &[arg]).unwrap_or_default()).into_owned()
}
