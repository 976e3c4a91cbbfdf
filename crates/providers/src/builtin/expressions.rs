//! What the providers have in common whose inputs are CEL.

use crate::{CelError, Context, Engines, Fault};
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

/// The fault of an expression, after some words of the provider.
pub(super) fn fault(error: &CelError, prefix: &str, input: &'static str, expression: &str, variables: &Map) -> Fault {
    let fault = Fault::new(format!("{prefix}{}", error.report(expression, variables))).help(error.help());
    match error.place() {
        Some(place) => fault.at(input, place),
        None => fault,
    }
}

/// The resolvers that an expression uses. What does not parse uses nothing: it fails when it is evaluated.
pub(super) fn resolvers(expression: &str, engines: &Engines) -> Vec<String> {
    let references = engines.cel().references(expression).unwrap_or_default();
    let names = references.into_iter().filter(|one| one.root == "_").filter_map(|one| one.fields.into_iter().next());
    unique(names)
}

/// The resolvers that the expressions among some literal inputs use.
pub(super) fn resolvers_of(literals: &Map, inputs: &[&str], engines: &Engines) -> Vec<String> {
    let texts = inputs.iter().filter_map(|input| literals.get(*input)?.as_str());
    unique(texts.flat_map(|text| resolvers(text, engines)))
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
