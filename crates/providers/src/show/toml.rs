//! A value as TOML, in the layout of go-toml.

use super::{ShowError, cell};
use std::fmt::Write as _;
use value::{FloatFormat, Key, Map, Value, format_float};

/// Values first, then tables and lists of tables, each with sorted keys. What is null is left out.
pub fn toml(value: &Value) -> Result<String, ShowError> {
    let Some(map) = value.as_map() else {
        return refused(format!("cannot encode a {} as a document root; -o json and -o yaml can", value.type_name()));
    };
    let mut writer = Writer { text: String::new(), has_values: false };
    writer.table(map, "", 0)?;
    Ok(writer.text)
}

fn refused<T>(why: impl Into<String>) -> Result<T, ShowError> {
    Err(ShowError::Toml(why.into()))
}

struct Writer {
    text: String,
    /// Whether values stand below the last heading.
    has_values: bool,
}

impl Writer {
    fn table(&mut self, map: &Map, path: &str, depth: usize) -> Result<(), ShowError> {
        if depth > cell::DEEPEST {
            return refused("tables are nested too deep");
        }
        for (key, value) in map.sorted().filter(|(_, value)| !value.is_null() && !is_table(value)) {
            let value = inline(value, depth)?;
            let _ = writeln!(self.text, "{} = {value}", name(key));
            self.has_values = true;
        }
        for (key, value) in map.sorted().filter(|(_, value)| is_table(value)) {
            let path = if path.is_empty() { name(key) } else { format!("{path}.{}", name(key)) };
            self.tables(value, &path, depth + 1)?;
        }
        Ok(())
    }

    fn tables(&mut self, value: &Value, path: &str, depth: usize) -> Result<(), ShowError> {
        match value {
            Value::Map(map) => {
                self.heading(&format!("[{path}]"));
                self.table(map, path, depth)
            }
            Value::List(list) => list.iter().filter_map(Value::as_map).try_for_each(|map| {
                self.heading(&format!("[[{path}]]"));
                self.table(map, path, depth)
            }),
            _ => Ok(()),
        }
    }

    fn heading(&mut self, heading: &str) {
        if self.has_values {
            self.text.push('\n');
        }
        self.text.extend([heading, "\n"]);
        self.has_values = false;
    }
}

/// Whether it has a heading of its own.
fn is_table(value: &Value) -> bool {
    match value {
        Value::Map(_) => true,
        Value::List(list) => !list.is_empty() && list.iter().all(|item| item.as_map().is_some()),
        _ => false,
    }
}

fn inline(value: &Value, depth: usize) -> Result<String, ShowError> {
    if depth > cell::DEEPEST {
        return refused("values are nested too deep");
    }
    Ok(match value {
        Value::Null => return refused("cannot encode a nil interface"),
        Value::Float(number) => float(*number),
        Value::Uint(number) if i64::try_from(*number).is_err() => {
            return refused(format!("{number} is greater than the greatest integer"));
        }
        Value::Bool(_) | Value::Int(_) | Value::Uint(_) => value.to_string(),
        Value::Duration(duration) => quoted(&duration.to_string()),
        Value::Timestamp(time) => time.to_rfc3339(),
        Value::List(list) => {
            let items: Result<Vec<String>, _> = list.iter().map(|item| inline(item, depth + 1)).collect();
            format!("[{}]", items?.join(", "))
        }
        Value::Map(map) => {
            let there = map.sorted().filter(|(_, value)| !value.is_null());
            let entries: Result<Vec<String>, ShowError> =
                there.map(|(key, value)| Ok(format!("{} = {}", name(key), inline(value, depth + 1)?))).collect();
            format!("{{{}}}", entries?.join(", "))
        }
        other => quoted(&other.to_string()),
    })
}

fn float(number: f64) -> String {
    if number.is_nan() {
        return "nan".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let text = format_float(number, FloatFormat::Plain, None);
    if text.contains('.') { text } else { text + ".0" }
}

fn name(key: &Key) -> String {
    let text = key.to_value().to_string();
    let bare = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if bare { text } else { quoted(&text) }
}

/// Between single quotes, unless something has to be written out.
fn quoted(text: &str) -> String {
    let literal = !text.chars().any(|c| c == '\'' || c < ' ' || c == '\u{7f}');
    if literal { format!("'{text}'") } else { escaped(text) }
}

fn escaped(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            c if c < ' ' || c == '\u{7f}' => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}
