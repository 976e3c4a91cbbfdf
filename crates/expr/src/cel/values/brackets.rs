//! Lists and maps between their brackets.

use value::Value;

use super::MapRef;

/// Writes parts with commas between them until the text is longer than `longest`.
pub(super) fn write_all<T>(
    text: &mut String,
    [open, close]: [char; 2],
    longest: usize,
    parts: impl Iterator<Item = T>,
    part: impl Fn(T, &mut String),
) {
    text.push(open);
    for (at, value) in parts.enumerate() {
        text.push_str(if at == 0 { "" } else { ", " });
        part(value, text);
        if text.len() > longest {
            text.push('…');
            break;
        }
    }
    text.push(close);
}

/// Writes the entries of a map of any kind; `part` writes a key or a value.
pub(super) fn write_map(value: &Value, text: &mut String, longest: usize, part: impl Fn(&Value, &mut String)) {
    let Some(map) = MapRef::of(value) else { return };
    write_all(text, ['{', '}'], longest, map.entries().iter(), |(key, value), text| {
        part(key, text);
        text.push_str(": ");
        part(value, text);
    });
}
