//! Texts and maps of manifests with expressions in them.

use std::path::Path;
use std::sync::Arc;

use data::template::{Environment, Expanded, FieldError, Keys, Reach, Scope, Template, Text, TextError, expand_map};
use serde_json::{Value as Json, json};
use system::files::FakeFiles;
use system::{Clock, FakeClock};
use value::{Map, Value};

use super::Engine;
use super::expr::shown;
use crate::case::Input;
use crate::compare;

pub(super) const ENGINE: Engine = Engine {
    name: "property",
    compatibility: Some("crates/data/COMPATIBILITY.md"),
    stages: &["manifests"],
    answer,
    agrees: |expected, got| compare::fields(&["value", "type", "text", "map", "matched"], expected, got),
};

/// The directory that cases happen in.
const ROOT: &str = "/room";
/// What stands for it in recorded texts.
const MARK: &str = "@ROOT@";

fn answer(input: &Input<'_>) -> Result<Json, String> {
    let environment = environment(input);
    let mode = input.required("mode")?;
    if mode == "freeform" {
        return Ok(free_form(input, &environment));
    }
    let text = with_root(input.required("text")?);
    Ok(match Text::parse(&text).compile(environment.scope()) {
        Ok(template) => hidden(&worked_out(mode, &template, &environment)?),
        Err(problems) => failed(&problems[0]),
    })
}

fn worked_out(mode: &str, template: &Template, environment: &Environment) -> Result<Json, String> {
    let answered = |expanded: Result<Expanded, TextError>| match expanded {
        Ok(expanded) => shown(&expanded.value),
        Err(error) => failed(&error),
    };
    Ok(match mode {
        "string" => answered(template.text(environment)),
        "typed" => answered(template.value(environment)),
        "match" => match template.matched(environment) {
            Ok(result) => json!({ "value": result.expanded.value.to_string(), "matched": result.matched }),
            Err(error) => failed(&error),
        },
        other => return Err(format!("no mode `{other}`")),
    })
}

fn free_form(input: &Input<'_>, environment: &Environment) -> Json {
    let is_set = input.field("resolve_keys").and_then(Json::as_bool).unwrap_or_default();
    let keys = if is_set { Keys::Expand } else { Keys::Keep };
    let map = map(input, "map");
    match expand_map(&map, keys, environment) {
        Ok(expanded) => json!({ "map": shown(&expanded.value)["value"] }),
        Err(problems) => json!({ "error": problems.iter().map(FieldError::to_string).collect::<Vec<_>>().join("\n") }),
    }
}

fn failed(error: &TextError) -> Json {
    json!({ "error": error.to_string() })
}

/// What a case gives to expressions.
pub(super) fn environment(input: &Input<'_>) -> Environment {
    let is_restricted = input.field("restricted").and_then(Json::as_bool).unwrap_or_default();
    let reach = if is_restricted { Reach::Facts } else { Reach::All };
    let files = FakeFiles::new();
    files.add_directory(ROOT, system::files::Attributes::new(0, 0, 0o755));
    for (name, content) in input.field("files").and_then(Json::as_object).into_iter().flatten() {
        files.add_file(Path::new(ROOT).join(name), content.as_str().unwrap_or_default());
    }
    Environment::new(Scope::new(reach), Arc::new(map(input, "facts")))
        .with_data(map(input, "data"))
        .with_environ(map(input, "environ"))
        .with_files(Arc::new(files), ROOT)
        .with_now(|| FakeClock::at(1_700_000_000).now())
}

fn map(input: &Input<'_>, name: &'static str) -> Map {
    match input.value(name) {
        Some(Value::Map(map)) => map,
        _ => Map::new(),
    }
}

/// A recorded text with the path of the room.
pub(super) fn with_root(text: &str) -> String {
    text.replace(MARK, ROOT)
}

/// An answer without the path of the room.
pub(super) fn hidden(out: &Json) -> Json {
    match out {
        Json::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), hidden(value))).collect(),
        Json::String(text) => text.replace(ROOT, MARK).into(),
        other => other.clone(),
    }
}
