//! The cases: one JSON object a line.

use std::path::Path;

use value::Value;

/// A text in a language, and the data it works on.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) language: String,
    pub(crate) text: String,
    pub(crate) data: Value,
}

pub(crate) fn read(file: &Path) -> Result<Vec<Case>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(at, line)| parse(line).map_err(|error| format!("{}:{}: {error}", file.display(), at + 1))).collect()
}

fn parse(line: &str) -> Result<Case, String> {
    let whole = Value::from_json(line).map_err(|error| error.to_string())?;
    let map = whole.as_map().ok_or("expected a map")?;
    let text = |key: &str| match map.get(key).and_then(Value::as_str) {
        Some(text) => Ok(text.to_owned()),
        None => Err(format!("no text `{key}`")),
    };
    let data = map.get("data").cloned().unwrap_or_default();
    Ok(Case { name: text("name")?, language: text("language")?, text: text("text")?, data })
}
