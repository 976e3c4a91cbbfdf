//! `lookup`: a path in facts, data and environment variables.

use expr::exprlang::FunctionError;
use expr::gjson;
use value::{Map, Value};

use super::Answer;
use crate::template::path;
use crate::template::session::Session;

pub(super) fn lookup(session: &Session, arguments: &[Value]) -> Answer {
    let (key, default) = arguments_of(arguments)?;
    let found = search(session, key)?;
    found_in(session, found, key, default)
}

/// The same in values that are not those of an environment: facts, data and environment variables.
pub fn lookup_in([facts, data, environ]: [&Value; 3], arguments: &[Value]) -> Result<Value, FunctionError> {
    let (key, default) = arguments_of(arguments)?;
    found_or(in_roots(facts, data, environ, key)?, key, default)
}

/// The key and the default.
pub(super) fn arguments_of(arguments: &[Value]) -> Result<(&str, Option<&Value>), FunctionError> {
    let (key, default) = match arguments {
        [key] => (key, None),
        [key, default] => (key, Some(default)),
        _ => return Err("lookup requires 1 or 2 arguments".into()),
    };
    Ok((key.as_str().ok_or("lookup requires a string argument")?, default))
}

/// What `lookup` gives for what was found in an environment.
pub(super) fn found_in(session: &Session, found: Option<Value>, key: &str, default: Option<&Value>) -> Answer {
    let is_empty = found.is_none() && default.is_none_or(Value::is_null) && session.environment().is_restricted();
    if is_empty { Ok("".into()) } else { found_or(found, key, default) }
}

/// What was found, or the default; null is no default.
fn found_or(found: Option<Value>, key: &str, default: Option<&Value>) -> Answer {
    match (found, default) {
        (Some(found), _) => Ok(found),
        (None, None | Some(Value::Null)) => Err(missing(key, default.is_some())),
        (None, Some(default)) => Ok(default.clone()),
    }
}

fn missing(key: &str, with_nil: bool) -> FunctionError {
    let help = match key.split_once(['.', '|']) {
        Some(("facts" | "data" | "environ", _)) if with_nil => {
            "nil is no default: give another value, or ask with `?.` and `??`".to_owned()
        }
        None | Some(("facts" | "data" | "environ", _)) => format!("`lookup('{key}', …)` takes a default"),
        Some((root, rest)) if ["facts", "data", "environ"].iter().any(|known| root.eq_ignore_ascii_case(known)) => {
            format!("the roots have small letters: `{}.{rest}`", root.to_ascii_lowercase())
        }
        Some(_) => "a key begins with `facts.`, `data.` or `environ.`".to_owned(),
    };
    FunctionError::new(format!("missing key '{key}' in environment")).with_help(help)
}

/// Searches what the key leads to, and asks for nothing else.
pub(super) fn search(session: &Session, key: &str) -> Result<Option<Value>, FunctionError> {
    let steps = path::steps(key);
    let empty = Value::Map(Map::new());
    let (facts, data, environ) = match steps.names.first().map(AsRef::as_ref) {
        Some("facts") => (facts(session, steps.names.get(1).map(AsRef::as_ref)), &empty, &empty),
        Some("data") => (empty.clone(), session.data(&steps.names[1..]), &empty),
        Some("environ") => (empty.clone(), &empty, session.environ(steps.names.get(1).map(AsRef::as_ref))),
        Some(_) => return Ok(None),
        None if steps.complete => return Ok(None),
        None => (facts(session, None), session.data::<&str>(&[]), session.environ(None)),
    };
    in_roots(&facts, data, environ, key)
}

/// Searches a key in the three roots.
pub(super) fn in_roots(
    facts: &Value,
    data: &Value,
    environ: &Value,
    key: &str,
) -> Result<Option<Value>, FunctionError> {
    gjson::lookup([("facts", facts), ("data", data), ("environ", environ)], key)
        .map_err(|error| FunctionError::new(error.to_string()))
}

fn facts(session: &Session, group: Option<&str>) -> Value {
    match group {
        Some(name) => session.environment().facts().group(name).map(|value| (name, value)).into_iter().collect::<Map>(),
        None => session.all_facts(),
    }
    .into()
}
