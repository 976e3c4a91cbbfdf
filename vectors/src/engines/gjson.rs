//! GJSON paths in JSON text.

use expr::gjson::Document;
use serde_json::{Value as Json, json};

use super::Engine;
use crate::case::Input;
use crate::compare;

pub(super) const ENGINE: Engine = Engine {
    name: "gjson",
    compatibility: Some("crates/expr/COMPATIBILITY.md"),
    stages: &[],
    answer,
    agrees: |expected, got| {
        let squeezed = |out: &Json| squeezed(out);
        compare::fields(&["exists", "type", "string", "raw"], &squeezed(expected), &squeezed(got))
    },
};

fn answer(input: &Input<'_>) -> Result<Json, String> {
    let (text, path) = (input.required("json")?, input.required("path")?);
    let found = Document::text(text).get(path).map_err(|error| error.to_string())?;
    let (text, raw) = (found.text(), found.raw());
    Ok(json!({
        "exists": found.exists(),
        "type": found.kind().name(),
        "string": text.map_err(|error| error.to_string())?,
        "raw": raw.map_err(|error| error.to_string())?,
    }))
}

/// The same with JSON on one line: spacing does not count.
fn squeezed(out: &Json) -> Json {
    let mut out = out.clone();
    let is_json = out["type"] == "JSON";
    for name in ["raw", "string"] {
        if let Some(text) = out[name].as_str().filter(|_| name == "raw" || is_json) {
            out[name] = without_blanks(text).into();
        }
    }
    out
}

fn without_blanks(text: &str) -> String {
    let (mut quoted, mut escaped) = (false, false);
    text.chars()
        .filter(|c| {
            let keep = quoted || *c > ' ';
            match c {
                '"' if !escaped => quoted = !quoted,
                _ => {}
            }
            escaped = quoted && *c == '\\' && !escaped;
            keep
        })
        .collect()
}
