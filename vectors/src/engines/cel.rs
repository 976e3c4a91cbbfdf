//! CEL as solutions use it.

use std::sync::LazyLock;

use expr::cel::{Engine as Cel, Limits, Optional, Problem, TypeValue, to_plain};
use functions::cel::{Outside, library};
use gostd::time::Zone;
use serde_json::{Map, Value as Json, json};
use system::{Interrupt, ReadWorld};
use value::{Key, Value};

use super::{Engine, placed};
use crate::case::Input;
use crate::causes;
use crate::compare;

pub(super) const ENGINE: Engine = Engine {
    name: "cel",
    compatibility: Some("crates/expr/COMPATIBILITY.md"),
    stages: &[],
    answer,
    agrees: |expected, got| {
        let is_same = |expected: &Json| compare::fields(&["value", "type", "types"], expected, got);
        is_same(expected) || is_same(&compare::plain_bytes(expected))
    },
};

pub(super) static CEL: LazyLock<Cel> = LazyLock::new(|| {
    let world = ReadWorld::real(Interrupt::never(), Vec::new());
    let outside = Outside {
        files: world.files,
        clock: world.clock,
        zone: Zone::utc(),
        random: world.random,
        interrupt: world.interrupt,
        debug: None,
    };
    Cel::new().with(library(&outside))
});

fn answer(input: &Input<'_>) -> Result<Json, String> {
    let text = input.required("expr")?;
    let variables = match input.value("vars") {
        Some(Value::Map(variables)) => variables,
        None => value::Map::new(),
        Some(_) => return Err("`in.vars` is no map".to_owned()),
    };
    let names: Vec<&str> = variables.keys().filter_map(Key::as_str).collect();
    let program = match CEL.compile(text, &names) {
        Ok(program) => program,
        Err(error) => {
            let problem = |problem: &Problem| placed(problem, text, problem.place.range().start);
            let problems: Vec<String> = error.problems().iter().map(problem).collect();
            let first = &error.problems()[0];
            let cause = causes::cel::of_compile(&first.cause);
            return Ok(causes::failure(&problems.join("; "), "compile", cause, &first.place.range(), text));
        }
    };
    let (result, cost) = program.evaluate_with_cost(&variables, Limits::default());
    Ok(match result {
        Ok(result) => {
            let mut types = Map::new();
            let value = shown(&to_plain(&result), "", &mut types);
            json!({ "value": value, "type": kind(&result), "types": types, "cost": cost })
        }
        Err(error) => {
            let (place, cause) = (error.place.range(), causes::cel::of_run(&error.cause));
            causes::failure(&placed(&error.cause, text, place.start), "run", cause, &place, text)
        }
    })
}

/// The name of a type in the records.
fn kind(value: &Value) -> &str {
    match value {
        Value::Null => "null",
        Value::Float(_) => "double",
        Value::Opaque(_) if value.as_opaque::<Optional>().is_some() => "optional",
        Value::Opaque(_) if value.as_opaque::<TypeValue>().is_some() => "type",
        Value::Opaque(opaque) => opaque.type_name(),
        other => other.kind().name(),
    }
}

/// A value in the recorded form, and the types of parts that JSON does not show.
fn shown(value: &Value, path: &str, types: &mut Map<String, Json>) -> Json {
    let hidden =
        matches!(value, Value::Null | Value::Uint(_) | Value::Bytes(_) | Value::Timestamp(_) | Value::Duration(_));
    if hidden && !path.is_empty() {
        types.insert(path.to_owned(), json!(kind(value)));
    }
    match value {
        Value::Null => Json::Null,
        Value::Bool(flag) => json!(flag),
        Value::Int(number) => json!(number),
        Value::Uint(number) => json!(number),
        Value::Float(number) if number.is_nan() => json!({"$double": "NaN"}),
        Value::Float(f64::INFINITY) => json!({"$double": "+Inf"}),
        Value::Float(f64::NEG_INFINITY) => json!({"$double": "-Inf"}),
        Value::Float(number) => json!(number),
        Value::String(text) => json!(text),
        Value::Duration(span) => json!(span.as_nanos()),
        Value::List(list) => {
            list.iter().enumerate().map(|(at, item)| shown(item, &format!("{path}/{at}"), types)).collect()
        }
        Value::Map(map) => {
            let step = |key: &str| format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"));
            let entries = map.iter().filter_map(|(key, value)| Some((key.as_str()?, value)));
            Json::Object(entries.map(|(key, value)| (key.to_owned(), shown(value, &step(key), types))).collect())
        }
        other => serde_json::to_value(other).unwrap_or(Json::Null),
    }
}
