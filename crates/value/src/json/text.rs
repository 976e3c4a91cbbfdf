//! Strings and numbers in JSON text.

use std::borrow::Cow;

use super::{JsonError, JsonProblem};
use crate::Value;

pub(super) fn unexpected(text: &str, at: usize, expected: &'static str) -> JsonError {
    let problem = match text.get(at..).and_then(|rest| rest.chars().next()) {
        Some(found) => JsonProblem::Unexpected { found, expected },
        None => JsonProblem::End { expected },
    };
    JsonError { offset: at, problem }
}

/// The string whose opening quote is before `at`, and where the text goes on after it. Copied only when it has escapes.
pub(super) fn read_string(text: &str, start: usize) -> Result<(Cow<'_, str>, usize), JsonError> {
    let mut string = Cow::Borrowed("");
    let mut at = start;
    loop {
        let end = at + text.as_bytes()[at..].iter().take_while(|byte| !matches!(byte, b'"' | b'\\' | 0..0x20)).count();
        string += &text[at..end];
        match text.as_bytes().get(end) {
            Some(b'"') => return Ok((string, end + 1)),
            Some(b'\\') => {
                let (c, after) = read_escape(text, end)?;
                string.to_mut().push(c);
                at = after;
            }
            Some(control) => {
                return Err(JsonError { offset: end, problem: JsonProblem::Control { found: char::from(*control) } });
            }
            None => return Err(unexpected(text, end, "`\"`")),
        }
    }
}

/// The character that the escape at `at` stands for, and where the text goes on.
fn read_escape(text: &str, at: usize) -> Result<(char, usize), JsonError> {
    let c = match text.as_bytes().get(at + 1) {
        Some(c @ (b'"' | b'\\' | b'/')) => char::from(*c),
        Some(b'b') => '\x08',
        Some(b'f') => '\x0c',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return read_unicode(text, at),
        _ => return Err(bad_escape(text, at, 2)),
    };
    Ok((c, at + 2))
}

/// A character by its number. Two halves of a pair belong together; a half without the other becomes U+FFFD, as in Go.
fn read_unicode(text: &str, at: usize) -> Result<(char, usize), JsonError> {
    let high = code_unit(text, at).ok_or_else(|| bad_escape(text, at, 6))?;
    if let Some(c) = char::from_u32(high) {
        return Ok((c, at + 6));
    }
    let low = code_unit(text, at + 6).filter(|low| (0xdc00..0xe000).contains(low) && high < 0xdc00);
    let pair = low.and_then(|low| char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00)));
    Ok(pair.map_or((char::REPLACEMENT_CHARACTER, at + 6), |c| (c, at + 12)))
}

/// The number in the `\u` escape at `at`, if there is one.
fn code_unit(text: &str, at: usize) -> Option<u32> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
    // `from_str_radix` alone would take a sign.
    if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) { u32::from_str_radix(digits, 16).ok() } else { None }
}

fn bad_escape(text: &str, at: usize, length: usize) -> JsonError {
    let given = text[at..].chars().take(length).collect();
    JsonError { offset: at, problem: JsonProblem::Escape { given } }
}

/// The number at `at`, and where the text goes on after it.
pub(super) fn read_number(text: &str, at: usize) -> Result<(Value, usize), JsonError> {
    let bytes = text.as_bytes();
    let mut end = at + usize::from(bytes[at] == b'-');
    end = if bytes.get(end) == Some(&b'0') { end + 1 } else { read_digits(text, end)? };
    let integer = end;
    if bytes.get(end) == Some(&b'.') {
        end = read_digits(text, end + 1)?;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        end = read_digits(text, end + 1 + sign)?;
    }
    let given = &text[at..end];
    let whole = if end == integer { whole_number(given) } else { None };
    let number = whole.or_else(|| float(given));
    let too_large = || JsonError { offset: at, problem: JsonProblem::TooLarge { given: given.to_string() } };
    Ok((number.ok_or_else(too_large)?, end))
}

/// Where the digits at `at` end; there must be one.
fn read_digits(text: &str, at: usize) -> Result<usize, JsonError> {
    let count = text.as_bytes()[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if count == 0 { Err(unexpected(text, at, "a digit")) } else { Ok(at + count) }
}

/// An integer; minus zero is not one, since integers have no sign of zero to keep.
fn whole_number(given: &str) -> Option<Value> {
    if given == "-0" {
        return None;
    }
    given.parse().map(Value::Int).or_else(|_| given.parse().map(Value::Uint)).ok()
}

fn float(given: &str) -> Option<Value> {
    given.parse().ok().filter(|value: &f64| value.is_finite()).map(Value::Float)
}
