//! Rules on the final data.

use super::annotation::Rule;
use super::codes::{INVALID, REQUIRED, VALIDATOR};
use super::path::KeyPath;
use super::secret::Secrets;
use super::validator::{CheckError, Verdict, check};
use diagnostics::{Diagnostic, Diagnostics, SecretKind, Span, Spanned};
use std::sync::Arc;
use value::{Map, Value, quote};

/// Where the value of a key comes from, asked for only when it is wrong.
pub(crate) enum Origin {
    /// A place in a document.
    Place(Span),
    /// Data that was passed, with words for who did.
    Passed(String),
    /// Nobody gives it one.
    Nowhere,
}

/// Checks all rules; what does not hold is given in the order of the keys.
pub(crate) fn enforce(
    rules: &[&Rule],
    data: &Map,
    secrets: &Secrets,
    origin: &dyn Fn(&KeyPath) -> Origin,
) -> Diagnostics {
    let mut sorted: Vec<(String, &Rule)> = rules.iter().map(|rule| (rule.path.to_string(), *rule)).collect();
    sorted.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut problems = Diagnostics::new();
    for (name, rule) in sorted {
        let value = if rule.path.can_be_named() { rule.path.find(data) } else { None };
        let value = value.unwrap_or(&Value::Null);
        let secret = secrets.contain(&rule.path);
        for problem in broken(rule, &name, value, secret) {
            problems.push(if secret {
                without_value(problem, rule, value)
            } else {
                with_origin(problem, &origin(&rule.path))
            });
        }
    }
    problems
}

/// What of a rule does not hold.
fn broken(rule: &Rule, name: &str, value: &Value, secret: bool) -> Vec<Diagnostic> {
    let is_empty = value.is_null() || value.as_str() == Some("");
    let required = rule.required.filter(|_| is_empty).map(|at| no_value(name, at, rule.path.can_be_named()));
    let is_scalar = !matches!(value, Value::Null | Value::Map(_) | Value::List(_) | Value::Unknown(_));
    let validate = rule.validate.as_ref().filter(|_| is_scalar);
    let invalid = validate.and_then(|validate| invalid(validate, name, &value.to_string(), secret));
    required.into_iter().chain(invalid).collect()
}

fn no_value(name: &str, at: Span, can_be_named: bool) -> Diagnostic {
    let problem = Diagnostic::error(&REQUIRED, format!("key {} is required but has no value", quote(name)));
    let help = "a key with `.`, `$`, `*` or `]` in its name cannot be required; use another name";
    problem.at(at, "required here").help((!can_be_named).then(|| help.to_owned()))
}

fn invalid(validate: &Spanned<Arc<str>>, name: &str, text: &str, secret: bool) -> Option<Diagnostic> {
    let (key, code) = (quote(name), quote(&validate.value));
    match check(&validate.value, text) {
        Ok(Verdict::Right) => None,
        Ok(Verdict::Wrong) => {
            let problem = Diagnostic::error(&INVALID, format!("key {key} failed validation {code}"));
            Some(problem.at(validate.span, "has to be true"))
        }
        // What a function says may quote the value.
        Err(_) if secret => {
            let problem = Diagnostic::error(&VALIDATOR, format!("key {key} validation {code} failed"));
            Some(problem.at(validate.span, "fails").note("why is not shown, because the value is secret"))
        }
        Err(error) => {
            let problem = Diagnostic::error(&VALIDATOR, format!("key {key} validation {code} failed: {error}"));
            Some(problem.at(place(validate.span, &error), "fails here").help(error.help()))
        }
    }
}

/// The part of the expression that fails.
fn place(at: Span, error: &CheckError) -> Span {
    match error.place() {
        Some(place) if place.start < place.end => at.part(place.start, place.end),
        _ => at,
    }
}

/// A secret that is too short to be masked must not be on a line that is shown.
fn without_value(problem: Diagnostic, rule: &Rule, value: &Value) -> Diagnostic {
    if value.is_null() || value.to_string().len() >= SecretKind::Declared.shortest() {
        return problem;
    }
    let note = "its line is not shown, because the value is secret and too short to be masked";
    Diagnostic { labels: Vec::new(), ..problem }.at(rule.home, "the key is in here").note(note)
}

fn with_origin(problem: Diagnostic, origin: &Origin) -> Diagnostic {
    match origin {
        Origin::Place(span) if problem.code == &REQUIRED => problem.at(*span, "given here"),
        Origin::Place(span) => problem.at(*span, "the value is from here"),
        Origin::Passed(from) => problem.note(format!("the value is from {from}")),
        Origin::Nowhere => problem,
    }
}
