//! Values as results show them. Text that is no UTF-8 is held as bytes; whatever else looks like bytes does not occur.

use gostd::utf8;
use value::{Escape, GoType, KeyOrder, List, Value};

/// Text out of bytes that may be any.
pub(crate) fn text_of_bytes(bytes: &[u8]) -> Value {
    match std::str::from_utf8(bytes) {
        Ok(text) => Value::string(text),
        Err(_) => Value::bytes(bytes),
    }
}

/// The bytes of a text.
pub(crate) fn bytes_of(value: &Value) -> Option<&[u8]> {
    match value {
        Value::String(text) => Some(text.as_bytes()),
        Value::Bytes(bytes) => Some(bytes),
        _ => None,
    }
}

/// A list of texts as the system gives them, which is another type than a list that is written.
pub(crate) fn strings(texts: impl IntoIterator<Item = Value>) -> List {
    texts.into_iter().collect::<List>().with_type(GoType::STRINGS)
}

/// JSON on one line.
pub(crate) fn json(value: &Value) -> String {
    written(value, Escape::Plain)
}

/// JSON on one line, as it stands inside of other JSON.
pub(super) fn written(value: &Value, escape: Escape) -> String {
    match value {
        Value::Bytes(bytes) => written(&Value::string(utf8::to_text(bytes).into_owned()), escape),
        // A list that has nothing was never made.
        Value::List(list) if list.is_empty() && list.go_type() == GoType::STRINGS => "null".to_owned(),
        Value::List(list) => {
            let items: Vec<String> = list.iter().map(|item| written(item, escape)).collect();
            format!("[{}]", items.join(","))
        }
        other => other.to_json(escape, KeyOrder::Sorted).unwrap_or_else(|_| other.to_string()),
    }
}
