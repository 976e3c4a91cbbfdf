//! Go templates, with sprig and with the functions of scafctl.

use std::sync::LazyLock;

use functions::{EnvFunctions, Outside, scafctl, sprig};
use gotmpl::{FunctionSet, Limits, MissingKey, Options, Template};
use serde_json::{Value as Json, json};
use system::{Interrupt, ReadWorld};
use value::Value;

use super::Engine;
use crate::case::Input;
use crate::compare;

pub(super) const ENGINE: Engine =
    Engine { name: "gotmpl", compatibility: Some("crates/gotmpl/COMPATIBILITY.md"), stages: &[], answer, agrees };

static PLAIN: LazyLock<FunctionSet> = LazyLock::new(FunctionSet::new);

static SPRIG: LazyLock<FunctionSet> = LazyLock::new(|| sprig(&outside()));

static SCAFCTL: LazyLock<FunctionSet> =
    LazyLock::new(|| scafctl(&outside().with_cel(super::cel::CEL.clone()), EnvFunctions::Removed));

fn outside() -> Outside {
    let world = ReadWorld::real(Interrupt::never(), Vec::new());
    Outside::new(world.clock, world.random).with_environment(world.environment)
}

fn answer(input: &Input<'_>) -> Result<Json, String> {
    let functions = match input.required("funcs")? {
        "plain" => &*PLAIN,
        "sprig" => &*SPRIG,
        "scafctl" => &*SCAFCTL,
        other => return Err(format!("no functions `{other}`")),
    };
    let options = Options {
        left: input.text("left").unwrap_or_default(),
        right: input.text("right").unwrap_or_default(),
        missing_key: missing_key(input.text("missingkey"))?,
        functions,
    };
    let data = input.value("data").unwrap_or(Value::Null);
    let template = match Template::parse("t", input.required("template")?, &options) {
        Ok(template) => template,
        Err(error) => return Ok(json!({ "error": error.to_string(), "phase": "parse" })),
    };
    Ok(match template.render(&data, &Limits::default()) {
        Ok(text) => output(text),
        Err(error) => json!({ "error": error.to_string(), "phase": "exec" }),
    })
}

fn missing_key(given: Option<&str>) -> Result<MissingKey, String> {
    let name = given.unwrap_or("default");
    MissingKey::named(name).ok_or_else(|| format!("no `missingkey` `{name}`"))
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

/// Messages are Go's own, except where they are those of Go's runtime, of package `reflect` or of the CEL compiler.
fn agrees(expected: &Json, got: &Json) -> bool {
    if !compare::fields(&["text", "text_b64"], expected, got) {
        return false;
    }
    let (Some(expected), Some(got)) = (expected["error"].as_str(), got["error"].as_str()) else { return true };
    let place = |message: &str| message.split_once("error calling").map(|(place, _)| place.to_owned());
    expected == got || (is_internal(expected) && place(expected) == place(got))
}

fn is_internal(message: &str) -> bool {
    let words =
        ["runtime error:", "reflect:", "reflect.", "interface conversion:", "error calling cel: cel: failed to"];
    words.iter().any(|word| message.contains(word))
}
