//! From an expectation as it is written to the tree.

use super::compare::Comparison;
use super::convert::Conversion;
use super::patterns::Patterns;
use super::semver::Range;
use super::shown::json;
use super::tree::Matcher;
use gostd::regexp::Regexp;
use std::sync::Arc;
use value::{Key, List, Map, Value};

/// Reads an expectation. All of it is read before anything is compared, so a mistake in a part that would not be needed is one.
pub(crate) fn parse(expected: &Value) -> Result<Matcher, String> {
    match expected {
        Value::String(_) => Ok(as_text(Matcher::Equal(expected.clone()))),
        Value::Int(_) | Value::Float(_) => Ok(as_number(Comparison::Equal, expected)),
        Value::Bool(_) => Ok(Matcher::Equal(expected.clone())),
        Value::List(list) => Ok(Matcher::Elements(parse_all(list)?)),
        Value::Null => Err("Syntax Error: Missing required attribute".to_owned()),
        Value::Map(map) if map.keys().all(|key| key.as_str().is_some()) => parse_map(map),
        other => Err(invalid("matcher", "map", other)),
    }
}

fn parse_all(list: &List) -> Result<Vec<Matcher>, String> {
    list.iter().map(parse).collect()
}

fn as_text(matcher: Matcher) -> Matcher {
    Matcher::Convert(Conversion::ToText, Box::new(matcher))
}

fn as_array(matcher: Matcher) -> Matcher {
    Matcher::Convert(Conversion::ToArray, Box::new(matcher))
}

fn as_number(comparison: Comparison, expected: &Value) -> Matcher {
    Matcher::Convert(Conversion::ToNumber, Box::new(Matcher::Compare(comparison, expected.clone())))
}

fn parse_map(map: &Map) -> Result<Matcher, String> {
    let mut entries = map.iter();
    match (entries.next(), entries.next()) {
        (Some((Key::String(name), argument)), None) => named(name, argument),
        (None, _) => Err("Syntax Error: Invalid matcher configuration. A matcher is missing".to_owned()),
        _ => Err(format!(
            "Syntax Error: Invalid matcher configuration. At a given nesting level, only one matcher is allowed. Found \
             multiple matchers: {}",
            names(map)
        )),
    }
}

fn names(map: &Map) -> String {
    let mut names: Vec<String> = map.keys().map(|key| value::quote(&key.to_string())).collect();
    names.sort_unstable();
    format!("[{}]", names.join(" "))
}

fn named(name: &str, argument: &Value) -> Result<Matcher, String> {
    Ok(match name {
        "equal" => Matcher::Equal(argument.clone()),
        "have-prefix" => as_text(Matcher::Prefix(text(name, argument)?)),
        "have-suffix" => as_text(Matcher::Suffix(text(name, argument)?)),
        "contain-substring" => as_text(Matcher::Substring(text(name, argument)?)),
        "match-regexp" => as_text(regexp(text(name, argument)?)),
        "have-len" => Matcher::Length(length(argument)?),
        "have-patterns" => as_text(Matcher::Patterns(Patterns::parse(list(name, argument)?))),
        "have-key" => Matcher::Key(Box::new(parse(argument)?)),
        "contain-element" => as_array(Matcher::Element(Box::new(element(argument)?))),
        "contain-elements" => as_array(Matcher::Elements(parse_all(list(name, argument)?)?)),
        "consist-of" => Matcher::ConsistOf(parse_all(list(name, argument)?)?),
        "and" => Matcher::And(parse_all(list(name, argument)?)?),
        "or" => Matcher::Or(parse_all(list(name, argument)?)?),
        "not" => Matcher::Not(Box::new(parse(argument)?)),
        "semver-constraint" => {
            let constraint = text(name, argument)?;
            let range = Range::parse(&constraint);
            Matcher::Semver(constraint, range)
        }
        "gjson" => gjson(argument)?,
        other => match Comparison::named(other) {
            Some(comparison) => as_number(comparison, argument),
            None => return Err(format!("Syntax Error: Unknown matcher: {other}")),
        },
    })
}

fn text(name: &str, argument: &Value) -> Result<Arc<str>, String> {
    match argument {
        Value::String(text) => Ok(Arc::clone(text)),
        other => Err(invalid(name, "string", other)),
    }
}

fn list<'a>(name: &str, argument: &'a Value) -> Result<&'a List, String> {
    argument.as_list().ok_or_else(|| invalid(name, "array", argument))
}

#[expect(clippy::cast_possible_truncation, reason = "a length with a fraction is cut off, as it always was")]
fn length(argument: &Value) -> Result<i64, String> {
    match argument {
        Value::Int(length) => Ok(*length),
        Value::Float(length) => Ok(*length as i64),
        other => Err(invalid("have-len", "numeric", other)),
    }
}

fn regexp(pattern: Arc<str>) -> Matcher {
    let compiled = Regexp::compile(&pattern).map_err(|error| error.to_string());
    Matcher::Regexp(pattern, compiled)
}

fn element(argument: &Value) -> Result<Matcher, String> {
    match argument {
        Value::String(_) | Value::Int(_) | Value::Float(_) | Value::Map(_) => parse(argument),
        other => Err(invalid("contain-element", "matcher, string or numeric", other)),
    }
}

/// One part for each path, in the order of the paths.
fn gjson(argument: &Value) -> Result<Matcher, String> {
    let Some(paths) = argument.as_map().filter(|map| map.keys().all(|key| key.as_str().is_some())) else {
        return Err(invalid("gjson", "map", argument));
    };
    let part = |(key, expected): (&Key, &Value)| {
        let path = Arc::from(key.as_str().unwrap_or_default());
        Ok(Matcher::Convert(Conversion::Gjson(path), Box::new(parse(expected)?)))
    };
    Ok(Matcher::And(paths.sorted().map(part).collect::<Result<_, String>>()?))
}

fn invalid(name: &str, wanted: &str, given: &Value) -> String {
    let shown = json(given);
    format!(
        "Syntax Error: Invalid '{name}' argument. Expected {wanted} value, but received: {}: {shown}",
        given.type_name()
    )
}
