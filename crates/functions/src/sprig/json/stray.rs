//! Texts that are not UTF-8 in JSON: Go writes `\\ufffd`, as an escape, for each byte that is no character.

use gotmpl::go::Text;
use value::{List, Map, Value};

/// Stands for such a byte until the JSON is written. Unicode promises that it is no character.
const MARK: char = '\u{10ffff}';

/// The value with marks in its texts, or nothing when all of them are UTF-8.
pub(super) fn marked(value: &Value) -> Option<Value> {
    has_stray_bytes(value).then(|| with_marks(value))
}

fn has_stray_bytes(value: &Value) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Opaque(_) if value.as_opaque::<Text>().is_some() => return true,
            Value::List(list) => open.extend(list.iter()),
            Value::Map(map) => open.extend(map.values()),
            _ => {}
        }
    }
    false
}

fn with_marks(value: &Value) -> Value {
    match value {
        Value::Opaque(_) => match value.as_opaque::<Text>() {
            Some(text) => mark(text.bytes()).into(),
            None => value.clone(),
        },
        Value::List(list) => list.iter().map(with_marks).collect::<List>().into(),
        Value::Map(map) => map.iter().map(|(key, value)| (key.clone(), with_marks(value))).collect::<Map>().into(),
        _ => value.clone(),
    }
}

fn mark(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + 8);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(std::iter::repeat_n(MARK, chunk.invalid().len()));
    }
    text
}

/// JSON with escapes in the place of marks.
pub(super) fn escaped(json: &str) -> String {
    json.replace(MARK, "\\ufffd")
}
