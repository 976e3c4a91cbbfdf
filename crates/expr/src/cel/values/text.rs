//! Values in messages.

use std::fmt::Write as _;

use value::{Value, lossy_text};

use super::brackets::{write_all, write_map};
use super::{MapRef, Optional, TypeValue};

/// Values that are nested deeper than this are cut off.
const MAX_DEPTH: usize = 16;

/// Values that are longer than this are cut off.
const MAX_LENGTH: usize = 1_000;

/// The text of a value in a message: text as it is, lists and maps in brackets.
pub(crate) fn shown(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text, 0);
    text
}

fn write(value: &Value, text: &mut String, depth: usize) {
    if depth > MAX_DEPTH || text.len() > MAX_LENGTH {
        text.push('…');
        return;
    }
    match value {
        Value::Null => text.push_str("null"),
        Value::List(list) => {
            write_all(text, ['[', ']'], MAX_LENGTH, list.iter(), |item, text| write(item, text, depth + 1));
        }
        Value::Opaque(_) if let Some(raw) = value.as_raw_text() => text.push_str(&lossy_text(raw)),
        Value::Opaque(opaque) => {
            if let Some(optional) = value.as_opaque::<Optional>() {
                match optional.get() {
                    None => text.push_str("optional.none()"),
                    Some(inner) => {
                        text.push_str("optional(");
                        write(inner, text, depth + 1);
                        text.push(')');
                    }
                }
            } else if let Some(name) = value.as_opaque::<TypeValue>() {
                text.push_str(name.name());
            } else if MapRef::of(value).is_some() {
                write_map(value, text, MAX_LENGTH, |part, text| write(part, text, depth + 1));
            } else {
                text.push_str(opaque.type_name());
            }
        }
        Value::Map(_) => write_map(value, text, MAX_LENGTH, |part, text| write(part, text, depth + 1)),
        Value::Timestamp(time) => text.push_str(&time.to_rfc3339()),
        _ => {
            let _ = write!(text, "{value}");
        }
    }
}
