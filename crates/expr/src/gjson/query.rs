//! Whether a part matches a query.

use super::glob;
use super::json::{Json, Kind};
use super::limit::{Limit, Result};
use super::path::Query;
use super::read::parse_number;

/// Whether what the query's path found is what it asks for.
pub(super) fn matches(limit: &mut Limit, query: &Query<'_>, found: &Json<'_>) -> Result<bool> {
    let value = String::from_utf8_lossy(&query.value);
    if let Some(asked) = value.strip_prefix('~') {
        return Ok(is_like(asked, found).is_some_and(|truth| of_bool(query.operator, truth, "true")));
    }
    if !found.exists() || query.operator.is_empty() {
        return Ok(found.exists());
    }
    Ok(match found.kind() {
        Kind::Text(text) => of_text(limit, query.operator, &text, &value)?,
        Kind::Number(number) => of_number(query.operator, number, parse_number(&value)),
        Kind::Bool(truth) => of_bool(query.operator, truth, &value),
        _ => false,
    })
}

/// Whether a part is like `true`, `false` or `null`, or is there at all (`*`).
fn is_like(asked: &str, found: &Json<'_>) -> Option<bool> {
    Some(match asked {
        "*" => found.exists(),
        "null" => matches!(found.kind(), Kind::Null | Kind::Missing),
        "true" => truth(found) == Some(true),
        "false" => matches!(found.kind(), Kind::Null | Kind::Missing) || truth(found) == Some(false),
        _ => return None,
    })
}

/// What a scalar means as a bool, if it means one.
pub(super) fn truth(part: &Json<'_>) -> Option<bool> {
    match part.kind() {
        Kind::Bool(truth) => Some(truth),
        Kind::Number(number) => Some(number != 0.0),
        Kind::Text(text) => {
            let is = |word: &&str| text.eq_ignore_ascii_case(word);
            let no = || ["0", "f", "false"].iter().any(is).then_some(false);
            ["1", "t", "true"].iter().any(is).then_some(true).or_else(no)
        }
        _ => None,
    }
}

fn of_text(limit: &mut Limit, operator: &[u8], text: &str, value: &str) -> Result<bool> {
    match operator {
        b"%" => glob::matches(limit, text, value),
        b"!%" => glob::matches(limit, text, value).map(|matches| !matches),
        operator => {
            limit.bytes(text.len().min(value.len()) / 4)?;
            Ok(compared(operator, text, value))
        }
    }
}

fn of_number(operator: &[u8], number: f64, value: f64) -> bool {
    compared(operator, &number, &value)
}

fn compared<T: PartialOrd + ?Sized>(operator: &[u8], a: &T, b: &T) -> bool {
    match operator {
        b"=" => a == b,
        b"!=" => a != b,
        b"<" => a < b,
        b"<=" => a <= b,
        b">" => a > b,
        b">=" => a >= b,
        _ => false,
    }
}

/// Bools are compared by how they are written; `false` is less than `true`.
fn of_bool(operator: &[u8], truth: bool, value: &str) -> bool {
    let (own, other) = if truth { ("true", "false") } else { ("false", "true") };
    match (operator, truth) {
        (b"=", _) => value == own,
        (b"!=", _) => value != own,
        (b">", true) | (b"<", false) => value == other,
        (b"", _) | (b">=", true) | (b"<=", false) => true,
        _ => false,
    }
}
