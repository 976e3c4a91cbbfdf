//! Whether a value is as expected.

use super::convert::Failed;
use super::pair::{Pairing, pair};
use super::semver::Version;
use super::shown::{bytes_of, json};
use super::tree::Matcher;
use gostd::regexp::Regexp;
use memchr::memmem;
use value::{GoType, Value};

/// How many pairs of an element and an expectation are tried.
const MOST_PAIRS: usize = 20_000_000;

impl Matcher {
    /// Whether `actual` is as expected; an error is neither.
    pub(crate) fn test(&self, actual: &Value) -> Result<bool, String> {
        match self {
            Self::Convert(conversion, inner) => match conversion.apply(actual) {
                Ok(converted) => inner.test(&converted),
                Err(Failed { reason, .. }) => Err(reason),
            },
            Self::Equal(expected) => equal(actual, expected),
            Self::Compare(comparison, expected) => comparison.test(actual, expected),
            Self::Prefix(prefix) => Ok(text(actual)?.starts_with(prefix.as_bytes())),
            Self::Suffix(suffix) => Ok(text(actual)?.ends_with(suffix.as_bytes())),
            Self::Substring(part) => Ok(memmem::find(text(actual)?, part.as_bytes()).is_some()),
            Self::Regexp(_, regexp) => matches_regexp(regexp, actual),
            Self::Length(length) => size(actual).map(|size| usize::try_from(*length) == Ok(size)),
            Self::Patterns(patterns) => Ok(patterns.missing_in(text(actual)?)?.is_none()),
            Self::Key(inner) => has_key(inner, actual),
            Self::Element(inner) => has_element(inner, actual),
            Self::Elements(wanted) => Ok(pairing("ContainElements", wanted, actual)?.missing.is_empty()),
            Self::ConsistOf(wanted) => Ok(pairing("ConsistOf", wanted, actual)?.is_whole()),
            Self::And(parts) => all(parts, actual),
            Self::Or(parts) => any(parts, actual),
            Self::Not(inner) => inner.test(actual).map(|holds| !holds),
            Self::Semver(constraint, range) => {
                let range = range
                    .as_ref()
                    .ok_or_else(|| format!("Expected a valid semver constraint. Got: <string>: {constraint}"))?;
                Ok(versions(actual)?.iter().all(|version| range.contains(version)))
            }
        }
    }
}

/// Deep equality with types. Lists that the system gives are of another type than lists that are written.
fn equal(actual: &Value, expected: &Value) -> Result<bool, String> {
    match (actual, expected) {
        (Value::Null, Value::Null) => Err("Refusing to compare <nil> to <nil>".to_owned()),
        (Value::List(list), _) if list.go_type() == GoType::STRINGS => Ok(false),
        _ => Ok(actual == expected),
    }
}

fn text(actual: &Value) -> Result<&[u8], String> {
    bytes_of(actual).ok_or_else(|| format!("Expected text. Got: {}", shown(actual)))
}

fn shown(actual: &Value) -> String {
    format!("<{}>: {}", actual.type_name(), json(actual))
}

fn matches_regexp(regexp: &Result<Regexp, String>, actual: &Value) -> Result<bool, String> {
    let regexp = regexp.as_ref().map_err(|error| format!("RegExp match failed to compile with error:\n\t{error}"))?;
    Ok(regexp.is_match(text(actual)?))
}

fn size(actual: &Value) -> Result<usize, String> {
    match actual {
        Value::List(list) => Ok(list.len()),
        Value::Map(map) => Ok(map.len()),
        other => bytes_of(other)
            .map(<[u8]>::len)
            .ok_or_else(|| format!("HaveLen matcher expects a string/array/map. Got: {}", shown(other))),
    }
}

fn has_key(inner: &Matcher, actual: &Value) -> Result<bool, String> {
    let map = actual.as_map().ok_or_else(|| format!("HaveKey matcher expects a map. Got: {}", shown(actual)))?;
    for (key, _) in map.sorted() {
        let found = inner.test(&key.to_value());
        if found.map_err(|error| format!("HaveKey's key matcher failed with: {error}"))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The elements of a list, or the values of a map in the order of its keys.
pub(super) fn elements<'v>(name: &str, actual: &'v Value) -> Result<Vec<&'v Value>, String> {
    match actual {
        Value::List(list) => Ok(list.iter().collect()),
        Value::Map(map) => Ok(map.sorted().map(|(_, value)| value).collect()),
        other => Err(format!("{name} matcher expects an array/slice/map. Got: {}", shown(other))),
    }
}

/// An element that cannot be tested is passed over, unless no other one is right.
fn has_element(inner: &Matcher, actual: &Value) -> Result<bool, String> {
    let mut last = Ok(false);
    for element in elements("ContainElement", actual)? {
        match inner.test(element) {
            Ok(true) => return Ok(true),
            Ok(false) => {}
            Err(error) => last = Err(error),
        }
    }
    last
}

pub(super) fn pairing(name: &str, wanted: &[Matcher], actual: &Value) -> Result<Pairing, String> {
    let values = elements(name, actual)?;
    if values.len().saturating_mul(wanted.len()) > MOST_PAIRS {
        return Err(format!("{} elements are too many to compare with {} expectations", values.len(), wanted.len()));
    }
    let fits = |value: usize, matcher: usize| wanted[matcher].test(values[value]).unwrap_or(false);
    Ok(pair(values.len(), wanted.len(), fits))
}

fn all(parts: &[Matcher], actual: &Value) -> Result<bool, String> {
    for part in parts {
        if !part.test(actual)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// An error before the first success is the answer.
fn any(parts: &[Matcher], actual: &Value) -> Result<bool, String> {
    for part in parts {
        if part.test(actual)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn versions(actual: &Value) -> Result<Vec<Version>, String> {
    let found: Option<Vec<Version>> = match actual {
        Value::String(text) => Version::parse(text).map(|version| vec![version]),
        Value::List(list) if !list.is_empty() => {
            list.iter().map(|item| item.as_str().and_then(Version::parse)).collect()
        }
        _ => None,
    };
    found.ok_or_else(|| format!("Expected a single or list of semver valid version(s). Got: {}", shown(actual)))
}
