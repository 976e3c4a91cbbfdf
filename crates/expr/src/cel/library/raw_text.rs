//! Calls with text that is not UTF-8. Most functions of the originals go by characters and see U+FFFD for each byte that
//! is part of none: here they are handed just that. The few that cut and join keep the bytes; they are in this file.

use memchr::memmem;
use value::{List, Value, lossy_text};

use super::registry::Signature;
use crate::cel::eval::Budget;
use crate::cel::failure::Failure;
use crate::cel::types::Type;

/// Whether one of the arguments is such a text.
pub(crate) fn is_among(arguments: &[Value]) -> bool {
    arguments.iter().any(|argument| argument.as_raw_text().is_some())
}

/// Calls a function of which [`is_among`] is true.
pub(crate) fn call(
    function: &str,
    overload: &Signature,
    budget: &mut Budget,
    arguments: &[Value],
) -> Result<Value, Failure> {
    let text = |at: usize| arguments.get(at).and_then(Value::as_text_bytes).unwrap_or_default();
    match function {
        "string" => Ok(arguments[0].clone()),
        "bytes" => {
            budget.allocate(text(0).len())?;
            Ok(Value::bytes(text(0)))
        }
        "join" => overload.body.call(budget, arguments),
        "trim" => Ok(Value::text_part(gostd::utf8::trim_space(text(0)))),
        "split" => split(budget, text(0), text(1), count(arguments.get(2))),
        "replace" => replace(budget, [text(0), text(1), text(2)], count(arguments.get(3))),
        _ => overload.body.call(budget, &by_characters(overload, arguments)),
    }
}

/// How often; everywhere when it is not given or below zero.
fn count(given: Option<&Value>) -> usize {
    given.and_then(Value::as_int).and_then(|count| usize::try_from(count).ok()).unwrap_or(usize::MAX)
}

/// Functions that take values of any type take this one, too.
fn by_characters(overload: &Signature, arguments: &[Value]) -> Vec<Value> {
    let takes_anything = |at| matches!(overload.parameters.get(at), Some(Type::Dyn | Type::Any | Type::Param(_)));
    let shown = |(at, argument): (usize, &Value)| match argument.as_raw_text() {
        Some(text) if !takes_anything(at) => lossy_text(text).into_owned().into(),
        _ => argument.clone(),
    };
    arguments.iter().enumerate().map(shown).collect()
}

fn split(budget: &mut Budget, text: &[u8], separator: &[u8], limit: usize) -> Result<Value, Failure> {
    let mut parts = List::new();
    let mut rest = Some(text).filter(|_| limit > 0);
    while let Some(whole) = rest {
        let found = if parts.len() + 1 == limit { None } else { next_cut(whole, separator) };
        let (part, after) = match found {
            Some((end, after)) => (&whole[..end], Some(&whole[after..])),
            None => (whole, None),
        };
        budget.allocate_items(1)?;
        budget.allocate(part.len())?;
        parts.push(Value::text_part(part));
        rest = after;
    }
    Ok(parts.into())
}

/// Where the first part ends, and where the rest begins. Nothing as a separator cuts after each character.
fn next_cut(text: &[u8], separator: &[u8]) -> Option<(usize, usize)> {
    if separator.is_empty() {
        let (_, length) = gostd::utf8::decode(text)?;
        return (length < text.len()).then_some((length, length));
    }
    memmem::find(text, separator).map(|at| (at, at + separator.len()))
}

fn replace(budget: &mut Budget, [text, old, new]: [&[u8]; 3], times: usize) -> Result<Value, Failure> {
    let mut out = Vec::new();
    let mut rest = text;
    for round in 0..times {
        let Some(at) = next_match(rest, old, round) else { break };
        budget.allocate(at + new.len())?;
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(new);
        rest = &rest[at + old.len()..];
    }
    budget.allocate(rest.len())?;
    out.extend_from_slice(rest);
    Ok(Value::text(out))
}

/// Where the text is found next. Nothing is found before the first and after each character.
fn next_match(rest: &[u8], old: &[u8], round: usize) -> Option<usize> {
    match (old, round) {
        ([], 0) => Some(0),
        ([], _) => gostd::utf8::decode(rest).map(|(_, length)| length),
        _ => memmem::find(rest, old),
    }
}
