//! Hierarchical data: documents with facts.

use std::sync::Arc;

use data::hiera::{Document, Stack, parse};
use data::template::{Environment, Reach, Scope};
use diagnostics::{Diagnostics, FileId, Redactor, Severity};
use document::Limits;
use serde_json::{Number, Value as Json, json};
use value::{Map, Value};

use super::Engine;
use crate::case::Input;
use crate::compare;

pub(super) const ENGINE: Engine = Engine {
    name: "hiera",
    compatibility: Some("crates/data/COMPATIBILITY.md"),
    stages: &[],
    answer,
    agrees: |expected, got| compare::fields(&["data"], expected, got),
};

fn answer(input: &Input<'_>) -> Result<Json, String> {
    let text = input.required("document")?;
    let facts = map(input, "facts").unwrap_or_default();
    let environment = Environment::new(Scope::new(Reach::Facts), Arc::new(facts));
    let data_key = input.text("data_key").unwrap_or("data");
    let overrides = map(input, "overrides");
    let root = match parse(text, FileId::FIRST, Limits::default()) {
        Ok(root) => root,
        Err(problems) => return Ok(failure(&problems)),
    };
    let stack = Stack::new(Document::with_data_key(&root, text, data_key));
    let stack = match overrides {
        Some(overrides) => stack.pass("the case", overrides),
        None => stack,
    };
    Ok(match stack.resolve(&environment, &Redactor::default()) {
        Ok(resolved) => json!({ "data": plain(&resolved.data.into()) }),
        Err(problems) => failure(&problems),
    })
}

fn map(input: &Input<'_>, name: &'static str) -> Option<Map> {
    match input.value(name) {
        Some(Value::Map(map)) => Some(map),
        _ => None,
    }
}

fn failure(problems: &Diagnostics) -> Json {
    let errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
    json!({ "error": errors.map(|problem| problem.message.as_str()).collect::<Vec<_>>().join("\n") })
}

/// The value as the record has it: floats and integers stay apart.
fn plain(value: &Value) -> Json {
    match value {
        Value::Null | Value::Unknown(_) => Json::Null,
        Value::Bool(truth) => (*truth).into(),
        Value::Int(number) => (*number).into(),
        Value::Uint(number) => (*number).into(),
        Value::Float(number) => Number::from_f64(*number).map_or_else(|| value.to_string().into(), Json::Number),
        Value::Duration(span) => span.as_nanos().into(),
        Value::Timestamp(time) => time.to_rfc3339().into(),
        Value::List(list) => list.iter().map(plain).collect(),
        Value::Map(map) => Json::Object(map.iter().map(|(key, value)| (key.to_string(), plain(value))).collect()),
        other => other.to_string().into(),
    }
}
