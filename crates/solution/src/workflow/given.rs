//! Secrets in what actions are given.

use super::plan::{Plan, PlannedInput};
use diagnostics::{Redactor, SecretKind, secret_by_name};
use system::http::{Credentials, Headers};
use value::{Map, Value};

/// Registers what a plan shows although nothing has been called yet: who we are in URLs, values of header fields and of
/// environment variables, by the rules of the providers that take them.
pub fn keep_secrets(plan: &Plan, redactor: &Redactor) {
    for (name, input) in plan.actions.iter().flat_map(|action| &action.inputs) {
        if let PlannedInput::Known(value) = input {
            input_named(name, value, redactor);
        }
    }
}

fn input_named(name: &str, value: &Value, redactor: &Redactor) {
    match (name, value) {
        ("headers", Value::Map(fields)) => fields_of(fields, redactor),
        ("env", Value::Map(variables)) => variables_of(variables, redactor),
        _ => urls_in(value, redactor),
    }
}

fn fields_of(fields: &Map, redactor: &Redactor) {
    let texts = fields.iter().filter_map(|(name, value)| Some((name.as_str()?, value.as_str()?)));
    for (name, value) in texts.filter(|(name, _)| !Headers::is_harmless(name)) {
        redactor.register(value.as_bytes(), SecretKind::Declared);
        // The token alone may turn up, without `Bearer`.
        if let Some((_, token)) = value.split_once(' ').filter(|_| name.eq_ignore_ascii_case("authorization")) {
            redactor.register(token.as_bytes(), SecretKind::Declared);
        }
    }
}

fn variables_of(variables: &Map, redactor: &Redactor) {
    for (name, value) in variables.iter() {
        let text = value.to_string();
        if name.as_str().is_some_and(|name| secret_by_name(name, &text)) {
            redactor.register(text.as_bytes(), SecretKind::ByName);
        }
        urls_in(value, redactor);
    }
}

fn urls_in(value: &Value, redactor: &Redactor) {
    match value {
        Value::List(items) => items.iter().for_each(|item| urls_in(item, redactor)),
        Value::Map(map) => map.iter().for_each(|(_, value)| urls_in(value, redactor)),
        _ => {
            if let Some(url) = value.as_str().filter(|text| is_url(text)) {
                Credentials::of(url).register(redactor);
            }
        }
    }
}

fn is_url(text: &str) -> bool {
    let is_scheme =
        |scheme: &str| !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'+');
    text.split_once("://").is_some_and(|(scheme, rest)| is_scheme(scheme) && !rest.contains(char::is_whitespace))
}
