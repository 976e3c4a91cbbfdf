//! What the providers have in common whose inputs are CEL.

use crate::{CelError, Context, Fault};
use value::{Map, Value};

/// The value of the expression in an input. The error has the original's text and the place in the input.
pub(super) fn evaluate(
    context: &Context<'_>,
    input: &'static str,
    expression: &str,
    variables: &Map,
) -> Result<Value, Fault> {
    context.go_on()?;
    let value = context.run.engines.evaluate(expression, variables);
    value.map_err(|error| fault(&error, "", input, expression, variables))
}

/// Fails for an expression that is none.
pub(super) fn compile(
    context: &Context<'_>,
    input: &'static str,
    expression: &str,
    variables: &Map,
) -> Result<(), Fault> {
    let compiled = context.run.engines.compile(expression, variables);
    compiled.map_err(|error| fault(&error, "", input, expression, variables))
}

/// The fault of an expression, after some words of the provider.
pub(super) fn fault(error: &CelError, prefix: &str, input: &'static str, expression: &str, variables: &Map) -> Fault {
    let fault = Fault::new(format!("{prefix}{}", error.report(expression, variables))).help(error.help());
    match error.place() {
        Some(place) => fault.at(input, place),
        None => fault,
    }
}

/// Each name once, in the order of the text.
pub(super) fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut once = Vec::new();
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    once
}
