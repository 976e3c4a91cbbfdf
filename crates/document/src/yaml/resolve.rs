//! What a plain text means.

use super::number::{digits, float, negative, whole};
use super::{Dialect, timestamp};
use crate::Kind;
use std::borrow::Cow;

/// The meaning of a plain text; `None` when it is just text.
pub fn plain(dialect: Dialect, text: &str) -> Option<Kind<'static>> {
    // Nearly all texts end here.
    if !matches!(
        text.as_bytes().first()?,
        b'0'..=b'9' | b'+' | b'-' | b'.' | b'~' | b'n' | b'N' | b't' | b'T' | b'f' | b'F'
    ) {
        return None;
    }
    word(text).or_else(|| match dialect {
        Dialect::Goccy => goccy_number(text),
        Dialect::YamlV3 => v3_plain(text),
    })
}

fn v3_plain(text: &str) -> Option<Kind<'static>> {
    if matches!(text, "+.inf" | "+.Inf" | "+.INF") {
        return Some(Kind::Float(f64::INFINITY));
    }
    timestamp::parse(text).map(Kind::Timestamp).or_else(|| v3_number(text))
}

fn word(text: &str) -> Option<Kind<'static>> {
    Some(match text {
        "null" | "Null" | "NULL" | "~" => Kind::Null,
        "true" | "True" | "TRUE" => Kind::Bool(true),
        "false" | "False" | "FALSE" => Kind::Bool(false),
        ".inf" | ".Inf" | ".INF" => Kind::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => Kind::Float(f64::NEG_INFINITY),
        ".nan" | ".NaN" | ".NAN" => Kind::Float(f64::NAN),
        _ => return None,
    })
}

/// goccy: lower-case prefixes, `_` anywhere but in front, a leading `0` is octal, only a dot makes a float.
fn goccy_number(text: &str) -> Option<Kind<'static>> {
    let dots = memchr::memchr_iter(b'.', text.as_bytes()).take(2).count();
    if text.starts_with('_') || dots > 1 {
        return None;
    }
    let below_zero = text.starts_with('-');
    let body = text.strip_prefix('+').unwrap_or(text);
    let body = body.strip_prefix('-').unwrap_or(body);
    // Words end here, before anything is allocated for them.
    if !body.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '_')) {
        return None;
    }
    let body = without_separators(body);
    let prefixed = [("0x", 16), ("0o", 8), ("0b", 2)]
        .into_iter()
        .find_map(|(prefix, base)| Some((body.strip_prefix(prefix)?, base)));
    let (body, base) = match prefixed {
        Some(prefixed) => prefixed,
        None if dots == 1 && body.starts_with(['+', '-']) => return None,
        None if dots == 1 => return float(&body).map(|value| Kind::Float(if below_zero { -value } else { value })),
        None if body.len() > 1 && body.starts_with('0') => (&*body, 8),
        None => (&*body, 10),
    };
    let value = digits(body, base)?;
    if below_zero { negative(value).map(Kind::Int) } else { Some(whole(value)) }
}

fn without_separators(text: &str) -> Cow<'_, str> {
    if text.contains('_') { Cow::Owned(text.replace('_', "")) } else { Cow::Borrowed(text) }
}

/// yaml.v3: Go's prefixes in both cases, `_` anywhere but in front, a leading `0` is octal if it can be.
fn v3_number(text: &str) -> Option<Kind<'static>> {
    if text.starts_with('.') {
        return float(text).map(Kind::Float);
    }
    if !text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-')) {
        return None;
    }
    let text = without_separators(text);
    v3_whole(&text).or_else(|| float(&text).map(Kind::Float))
}

fn v3_whole(text: &str) -> Option<Kind<'static>> {
    let body = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (body, base) = match body.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&body[2..], 16),
        [b'0', b'b' | b'B', ..] => (&body[2..], 2),
        [b'0', b'o' | b'O', ..] => (&body[2..], 8),
        [b'0', _, ..] => (&body[1..], 8),
        _ => (body, 10),
    };
    let value = digits(body, base)?;
    match text.as_bytes()[0] {
        b'-' => negative(value).map(Kind::Int),
        // Go reads a sign only on numbers that fit 64 bits with a sign.
        b'+' => i64::try_from(value).ok().map(Kind::Int),
        _ => Some(whole(value)),
    }
}
