//! Jet templates.

mod manifests;

use jet::{Functions, Input as Given, Limits, Options, Set, Templates};
use serde_json::{Value as Json, json};
use value::{Map, Value};

use super::Engine;
use crate::case::Input;
use crate::compare;

pub(super) const ENGINE: Engine = Engine {
    name: "jet",
    compatibility: Some("crates/jet/COMPATIBILITY.md"),
    stages: &["manifests"],
    answer,
    agrees: |expected, got| compare::fields(&["text", "text_b64"], expected, got),
};

fn answer(input: &Input<'_>) -> Result<Json, String> {
    if input.field("facts").is_some() || input.field("args").is_some() {
        return manifests::answer(input);
    }
    let left = input.text("left").unwrap_or_default();
    let right = input.text("right").unwrap_or_default();
    let options = Options::default().with_delimiters(left, right);
    let set = Set::new(templates(input), &options);
    let variables = match input.value("vars") {
        Some(Value::Map(variables)) => variables,
        _ => Map::new(),
    };
    let context = input.value("context");
    let template = match set.parse("input", &source(input)?) {
        Ok(template) => template,
        Err(error) => return Ok(json!({ "error": error.to_string(), "phase": "parse" })),
    };
    let given = Given {
        variables: &variables,
        context: context.as_ref(),
        functions: &Functions::new(),
        limits: Limits::default(),
    };
    Ok(match template.render(given) {
        Ok(text) => output(text),
        Err(error) => json!({ "error": error.to_string(), "phase": "exec" }),
    })
}

/// The templates that the loader knows.
fn templates(input: &Input<'_>) -> Templates {
    let all = input.field("templates").and_then(Json::as_object).into_iter().flatten();
    all.map(|(name, text)| (name, text.as_str().unwrap_or_default())).collect()
}

fn source(input: &Input<'_>) -> Result<Vec<u8>, String> {
    match input.text("template_b64") {
        Some(encoded) => decode(encoded).ok_or_else(|| "`template_b64` is not base64".to_owned()),
        None => input.required("template").map(|text| text.as_bytes().to_vec()),
    }
}

fn output(text: Vec<u8>) -> Json {
    match String::from_utf8(text) {
        Ok(text) => json!({ "text": text }),
        Err(error) => json!({ "text_b64": encode(error.as_bytes()) }),
    }
}

/// Base64 is what bytes are in JSON.
fn encode(bytes: &[u8]) -> String {
    let json = Value::bytes(bytes).to_json(value::Escape::Plain, value::KeyOrder::Keep).unwrap_or_default();
    json.trim_matches('"').to_owned()
}

fn decode(encoded: &str) -> Option<Vec<u8>> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for letter in encoded.trim_end_matches('=').bytes() {
        let six = ALPHABET.iter().position(|known| *known == letter)?;
        bits = bits << 6 | u32::try_from(six).ok()?;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count).ok()?);
            bits &= (1 << count) - 1;
        }
    }
    Some(bytes)
}
