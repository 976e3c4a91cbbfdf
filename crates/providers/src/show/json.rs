//! JSON and YAML as the original writes them; JSON with colours where they can be seen.

use super::{Look, ShowError};
use document::write::{Fidelity, YamlStyle, to_yaml};
use value::{Escape, KeyOrder, List, Map, Value};

/// JSON with two spaces per level and sorted keys, without a line break at the end.
pub fn json(value: &Value, look: &Look) -> Result<String, ShowError> {
    let text = value.to_json_pretty("  ", Escape::Html, KeyOrder::Sorted)?;
    Ok(if look.colour { coloured(&text) } else { text })
}

/// YAML as yaml.v3 writes it but for texts that it would not read back as they were, with a line break at the end. Durations
/// are what they are in JSON.
pub fn yaml(value: &Value) -> Result<String, ShowError> {
    Ok(to_yaml(&in_nanoseconds(value), &YamlStyle { fidelity: Fidelity::Texts, ..YamlStyle::default() })?)
}

/// Durations as numbers of nanoseconds, at any depth.
pub fn in_nanoseconds(value: &Value) -> Value {
    match value {
        Value::Duration(duration) => duration.as_nanos().into(),
        Value::List(items) => items.iter().map(in_nanoseconds).collect::<List>().into(),
        Value::Map(map) => map.iter().map(|(key, value)| (key.clone(), in_nanoseconds(value))).collect::<Map>().into(),
        other => other.clone(),
    }
}

/// Keys, texts, and what else there is, each in its colour. Nothing inside of a text is taken for JSON.
fn coloured(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => string_length(rest),
            '{' | '}' | '[' | ']' | ',' | ':' | ' ' | '\n' => 1,
            _ => rest.find([',', ' ', '\n', '}', ']']).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        match colour(token, after) {
            Some(colour) => out.extend(["\x1b[", colour, "m", token, "\x1b[0m"]),
            None => out.push_str(token),
        }
        rest = after;
    }
    out
}

fn string_length(text: &str) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let is_end = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        is_end
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

fn colour(token: &str, after: &str) -> Option<&'static str> {
    match token.as_bytes().first()? {
        b'"' if after.starts_with(':') => Some("36"),
        b'"' => Some("32"),
        b't' | b'f' | b'n' => Some("35"),
        b'-' | b'0'..=b'9' => Some("33"),
        _ => None,
    }
}
