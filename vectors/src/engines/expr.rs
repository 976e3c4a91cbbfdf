//! Expressions of manifests, in the environment that manifests give them.

use std::sync::Arc;

use data::template::Environment;
use expr::exprlang::{Budget, Place, compile, compile_bool};
use serde_json::{Map as JsonMap, Number, Value as Json, json};
use system::files::FakeFiles;
use value::Value;

use super::{Engine, placed};
use crate::case::Input;
use crate::causes;
use crate::compare;

pub(super) const ENGINE: Engine = Engine {
    name: "expr",
    compatibility: Some("crates/expr/COMPATIBILITY.md"),
    stages: &[],
    answer,
    agrees: |expected, got| compare::fields(&["value", "type", "text", "text_hex"], expected, got),
};

fn answer(input: &Input<'_>) -> Result<Json, String> {
    let text = input.required("expr")?;
    let environment = environment(input);
    let program = match input.text("as") {
        Some("bool") => compile_bool(text, environment.scope().names()),
        _ => compile(text, environment.scope().names()),
    };
    let failed = |error: &dyn std::fmt::Display, place: Place, phase, cause| {
        let place = place.range();
        causes::failure(&placed(&error, text, place.start), phase, cause, &place, text)
    };
    Ok(match program.map(|program| program.run(&environment.values(), &Budget::default())) {
        Ok(Ok(value)) => shown(&value),
        Ok(Err(error)) => failed(&error, error.place, "run", causes::expr::of_run(&error)),
        Err(error) => failed(&error, error.place, "compile", Some(causes::expr::of_compile(&error))),
    })
}

/// What manifests give to expressions, with what the case has.
fn environment(input: &Input<'_>) -> Environment {
    // The original has no working directory in these cases.
    super::property::environment(input).with_files(Arc::new(FakeFiles::new()), "")
}

/// A value as the record has it, with its type and its text.
pub(super) fn shown(value: &Value) -> Json {
    let mut out = json!({ "value": plain(value), "type": type_of(value), "text": value.to_string() });
    if let Some(raw) = value.as_raw_text() {
        out["text_hex"] = raw.iter().flat_map(|byte| hex(*byte)).collect::<String>().into();
    }
    out
}

fn hex(byte: u8) -> [char; 2] {
    [byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16).unwrap_or_default())
}

/// The value as the record has it.
fn plain(value: &Value) -> Json {
    match value {
        Value::Bool(truth) => (*truth).into(),
        Value::Int(number) => (*number).into(),
        Value::Uint(number) => (*number).into(),
        Value::Float(number) => Number::from_f64(*number).map_or_else(|| value.to_string().into(), Json::Number),
        Value::String(text) => (**text).into(),
        Value::Bytes(bytes) => bytes.iter().copied().collect(),
        Value::List(list) => list.iter().map(plain).collect(),
        Value::Map(map) => {
            Json::Object(map.iter().map(|(key, value)| (key.to_string(), plain(value))).collect::<JsonMap<_, _>>())
        }
        Value::Timestamp(time) => time.to_rfc3339().into(),
        Value::Duration(span) => span.as_nanos().into(),
        Value::Opaque(opaque) => match opaque.to_plain() {
            Some(Value::Map(map)) if map.is_empty() => Json::Null,
            None => Json::Null,
            Some(value) => plain(&value),
        },
        Value::Null | Value::Unknown(_) => Json::Null,
    }
}

fn type_of(value: &Value) -> String {
    match value {
        Value::Null => "nil".to_owned(),
        Value::Uint(_) => "int".to_owned(),
        Value::List(_) | Value::Bytes(_) => "array".to_owned(),
        Value::Timestamp(_) => "time".to_owned(),
        Value::Opaque(opaque) if opaque.type_name() == "string" => "string".to_owned(),
        Value::Opaque(opaque) if opaque.type_name().starts_with("map[") => "map".to_owned(),
        Value::Opaque(opaque) => format!("other:{}", opaque.type_name()),
        value => value.kind().name().to_owned(),
    }
}
