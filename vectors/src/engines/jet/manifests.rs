//! Jet in the environment that manifests give to templates: through the function `jet`, or inside of an expression.

use data::template::{Environment, Text, go_functions};
use jet::{Options, Template};
use serde_json::{Value as Json, json};
use value::Value;

use crate::case::Input;
use crate::engines::property::{environment, hidden, with_root};

pub(super) fn answer(input: &Input<'_>) -> Result<Json, String> {
    let environment = environment(input);
    let out = match input.text("via") {
        None => call(input, &environment),
        Some("expr") => expression(input, &environment, false)?,
        Some("expr-typed") => expression(input, &environment, true)?,
        Some(other) => return Err(format!("no way `{other}`")),
    };
    Ok(hidden(&out))
}

/// What a text with expressions gives; in typed mode the answer begins with the type.
fn expression(input: &Input<'_>, environment: &Environment, typed: bool) -> Result<Json, String> {
    let text = with_root(input.required("template")?);
    let template = match Text::parse(&text).compile(environment.scope()) {
        Ok(template) => template,
        Err(problems) => return Ok(json!({ "error": problems[0].to_string(), "phase": "compile" })),
    };
    let expanded = if typed { template.value(environment) } else { template.text(environment) };
    Ok(match expanded.map(|expanded| expanded.value) {
        Ok(value) if typed => json!({ "text": format!("{}:{value}", value.kind()) }),
        Ok(value) => json!({ "text": value.to_string() }),
        Err(error) => json!({ "error": error.to_string(), "phase": "exec" }),
    })
}

/// A call of the function `jet`.
fn call(input: &Input<'_>, environment: &Environment) -> Json {
    let functions = go_functions(environment);
    let jet = functions.get("jet").expect("manifests have the function");
    let mut arguments = arguments(input);
    let does_not_parse = match &arguments[..] {
        [Value::String(body), marks @ ..] => {
            let mark = |at: usize, otherwise| marks.get(at).and_then(Value::as_str).unwrap_or(otherwise);
            let options = Options::default().with_delimiters(mark(0, "[["), mark(1, "]]"));
            Template::parse("input", body.as_bytes(), &options).is_err()
        }
        _ => false,
    };
    match jet.apply(&mut arguments) {
        Ok(value) => json!({ "text": value.to_string() }),
        Err(error) => {
            let phase = if does_not_parse { "parse" } else { "exec" };
            json!({ "error": error.to_string(), "phase": phase })
        }
    }
}

fn arguments(input: &Input<'_>) -> Vec<Value> {
    if let Some(Value::List(arguments)) = input.value("args") {
        return arguments.into_iter().collect();
    }
    let template = Value::from(with_root(input.text("template").unwrap_or_default()));
    match (input.text("left"), input.text("right")) {
        (None, None) => vec![template],
        (left, right) => vec![template, left.unwrap_or_default().into(), right.unwrap_or_default().into()],
    }
}
