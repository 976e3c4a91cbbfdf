//! Texts that are not UTF-8 in JSON: Go writes `\\ufffd`, as an escape, for each byte that is no character.

use gotmpl::go::Text;
use value::{List, Map, Value};

/// Stands for such a byte until the JSON is written. Unicode promises that it is no character.
const MARK: char = '\u{10ffff}';

/// The value with marks in its texts, or nothing when all of them are UTF-8.
pub(super) fn marked(value: &Value) -> Option<Value> {
    match value {
        Value::Opaque(_) => value.as_opaque::<Text>().map(|text| mark(text.bytes()).into()),
        Value::List(list) if list.iter().any(|item| marked(item).is_some()) => {
            Some(list.iter().map(marked_or_same).collect::<List>().into())
        }
        Value::Map(map) if map.values().any(|value| marked(value).is_some()) => {
            Some(map.iter().map(|(key, value)| (key.clone(), marked_or_same(value))).collect::<Map>().into())
        }
        _ => None,
    }
}

fn marked_or_same(value: &Value) -> Value {
    marked(value).unwrap_or_else(|| value.clone())
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
