//! Values against schemas.

use crate::{Schema, SchemaType};
use diagnostics::{Redactor, suggest};
use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind;
use std::sync::OnceLock;
use value::{Map, Value};

/// A schema that is ready to check values. It is compiled when the first value needs more than a look at types.
pub(crate) struct Checker {
    schema: Schema,
    properties: Vec<(&'static str, OnceLock<Option<Validator>>)>,
}

impl Checker {
    pub(crate) fn new(schema: Schema) -> Self {
        let properties = schema.properties().map(|(name, _)| (name, OnceLock::new())).collect();
        Self { schema, properties }
    }

    /// All that is wrong with a map, without secrets. Properties that the schema does not list are not looked at.
    pub(crate) fn problems(&self, map: &Map, redactor: &Redactor) -> Vec<String> {
        let missing = self.schema.required().iter().filter(|name| !map.contains_key(**name));
        let mut problems: Vec<String> = missing.map(|name| format!("required property {name:?} is missing")).collect();
        for ((name, schema), (_, validator)) in self.schema.properties().zip(&self.properties) {
            if let Some(value) = map.get(name) {
                problems.extend(check(name, value, schema, validator, redactor));
            }
        }
        problems
    }
}

fn check(
    name: &str,
    value: &Value,
    schema: &Schema,
    validator: &OnceLock<Option<Validator>>,
    redactor: &Redactor,
) -> Vec<String> {
    if value.as_unknown().is_some() {
        return Vec::new();
    }
    let is_number = schema.takes_fractions() && SchemaType::Number.holds(value);
    let fits = is_number || schema.kind().is_none_or(|kind| kind.holds(value) || is_whole(kind, value));
    if !fits {
        let kind = schema.kind().map_or("anything", SchemaType::name);
        return vec![format!("{name}: expected {kind}, got {}", value.type_name())];
    }
    if schema.asks_for_type_only() {
        return Vec::new();
    }
    let validator = validator.get_or_init(|| jsonschema::validator_for(&json(&schema.taken().to_value())).ok());
    let Some(validator) = validator else { return Vec::new() };
    let instance = json(value);
    if schema.is_write_only() {
        let refused = || format!("{name}: not allowed (details redacted for security)");
        return (!validator.is_valid(&instance)).then(refused).into_iter().collect();
    }
    let errors = validator.iter_errors(&instance);
    errors.map(|error| problem(name, &error, redactor) + &hint(schema, &error)).collect()
}

/// What would have been right, where a list or a pattern alone does not show it.
fn hint(schema: &Schema, error: &jsonschema::ValidationError<'_>) -> String {
    match error.kind() {
        ValidationErrorKind::Enum { options } => {
            let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
            let given = error.instance().as_str().unwrap_or_default();
            let near = suggest(given, options.iter().filter_map(serde_json::Value::as_str));
            near.map(|near| format!("; did you mean {near:?}?")).unwrap_or_default()
        }
        ValidationErrorKind::Pattern { .. } => {
            let example = schema.examples().first().map(|example| format!("; one that does is {}", json(example)));
            example.unwrap_or_default()
        }
        _ => String::new(),
    }
}

/// What is wrong with a value by a schema that somebody wrote.
pub fn schema_problems(schema: &Value, value: &Value, redactor: &Redactor) -> Vec<String> {
    match jsonschema::validator_for(&json(schema)) {
        Ok(validator) => validator.iter_errors(&json(value)).map(|error| problem("", &error, redactor)).collect(),
        Err(error) => vec![format!("the schema itself is not valid: {error}")],
    }
}

/// JSON has one kind of numbers.
fn is_whole(kind: SchemaType, value: &Value) -> bool {
    kind == SchemaType::Integer && value.as_float().is_some_and(|number| number.fract() == 0.0)
}

/// What is given is masked while it is whole.
fn problem(name: &str, error: &jsonschema::ValidationError<'_>, redactor: &Redactor) -> String {
    let path = error.instance_path().to_string();
    let given = redactor.text(&error.instance().to_string()).into_owned();
    let given = if given.chars().count() > 80 { given.chars().take(77).collect::<String>() + "..." } else { given };
    match error.kind() {
        ValidationErrorKind::Pattern { pattern } => format!("{name}{path}: {given} does not match {pattern}"),
        ValidationErrorKind::MaxLength { limit } => format!("{name}{path}: longer than {limit} characters"),
        ValidationErrorKind::MaxItems { limit } => format!("{name}{path}: more than {limit} items"),
        ValidationErrorKind::Enum { options } => format!("{name}{path}: {given} is none of {}", listed(options)),
        _ => format!("{name}{path}: {error}"),
    }
}

fn listed(options: &serde_json::Value) -> String {
    let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
    options.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The value as the validator reads it. What JSON does not have is text there.
fn json(value: &Value) -> serde_json::Value {
    serde_json::to_value(value).unwrap_or_default()
}
