//! Functions of text. They work on bytes, since text need not be UTF-8.

use value::{GoType, List, Value};

use super::escape;
use super::kind::Argument;
use crate::error::Cause;
use crate::limits::Limit;
use crate::val::Val;
use gostd::utf8::decode;

type Made = Result<Val, Cause>;

/// What is said when a result is too large.
fn too_large(room: usize) -> Cause {
    Cause::Limit { limit: Limit::Memory, allowed: room as u64 }
}

pub(super) fn lower(arguments: &[Argument]) -> Val {
    Val::text(letters(arguments[0].text(), u8::to_ascii_lowercase, gostd::unicode::lower_char))
}

pub(super) fn upper(arguments: &[Argument]) -> Val {
    Val::text(letters(arguments[0].text(), u8::to_ascii_uppercase, gostd::unicode::upper_char))
}

/// Every character changed; a byte that is none becomes U+FFFD, unless all are ASCII.
fn letters(text: &[u8], ascii: fn(&u8) -> u8, other: fn(char) -> char) -> Vec<u8> {
    if text.is_ascii() {
        return text.iter().map(ascii).collect();
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((c, width)) = decode(rest) {
        out.extend_from_slice(other(c).encode_utf8(&mut [0; 4]).as_bytes());
        rest = &rest[width..];
    }
    out
}

pub(super) fn has_prefix(arguments: &[Argument]) -> Val {
    Val::bool(arguments[0].text().starts_with(arguments[1].text()))
}

pub(super) fn has_suffix(arguments: &[Argument]) -> Val {
    Val::bool(arguments[0].text().ends_with(arguments[1].text()))
}

pub(super) fn repeat(arguments: &[Argument], room: usize) -> Made {
    let text = arguments[0].text();
    let Ok(count) = usize::try_from(arguments[1].int()) else {
        return Err(Cause::Unsupported {
            message: "the count is negative".to_owned(),
            original: "strings: negative Repeat count".to_owned(),
            text: false,
        });
    };
    if text.len().checked_mul(count).is_none_or(|length| length > room) {
        return Err(too_large(room));
    }
    Ok(Val::text(text.repeat(count)))
}

/// `replace(text, old, new, n)`: at most `n` times, always when it is negative.
pub(super) fn replace(arguments: &[Argument], room: usize) -> Made {
    let (text, old, new) = (arguments[0].text(), arguments[1].text(), arguments[2].text());
    let count = usize::try_from(arguments[3].int()).unwrap_or(usize::MAX);
    if old == new {
        return Ok(Val::text(text.to_vec()));
    }
    let mut out = Vec::with_capacity(text.len());
    let mut start = 0;
    for end in places(text, old).take(count) {
        out.extend_from_slice(&text[start..end]);
        out.extend_from_slice(new);
        start = end + old.len();
        if out.len() > room {
            return Err(too_large(room));
        }
    }
    out.extend_from_slice(&text[start..]);
    Ok(Val::text(out))
}

/// Where a text is found; an empty one is before and after each character.
fn places<'a>(text: &'a [u8], wanted: &'a [u8]) -> Box<dyn Iterator<Item = usize> + 'a> {
    if !wanted.is_empty() {
        return Box::new(memchr::memmem::find_iter(text, wanted));
    }
    let ends = std::iter::successors(Some(0), |at| decode(&text[*at..]).map(|(_, width)| at + width));
    Box::new(ends)
}

pub(super) fn split(arguments: &[Argument], room: usize) -> Made {
    let (text, separator) = (arguments[0].text(), arguments[1].text());
    let mut parts: Vec<Value> = Vec::new();
    let mut start = 0;
    let found = places(text, separator);
    let found: Box<dyn Iterator<Item = usize>> = if separator.is_empty() { Box::new(found.skip(1)) } else { found };
    for end in found {
        if parts.len() * size_of::<Value>() > room {
            return Err(too_large(room));
        }
        parts.push(Value::text_part(&text[start..end]));
        start = end + separator.len();
    }
    // Between the characters of a text there is nothing after the last.
    if !separator.is_empty() {
        parts.push(Value::text_part(&text[start..]));
    }
    Ok(Val::Plain(List::from(parts).with_type(GoType::STRINGS).into()))
}

pub(super) fn trim_space(arguments: &[Argument]) -> Val {
    let mut text = arguments[0].text();
    while let Some((_, width)) = decode(text).filter(|(c, _)| c.is_whitespace()) {
        text = &text[width..];
    }
    while let Some((_, width)) = last(text).filter(|(c, _)| c.is_whitespace()) {
        text = &text[..text.len() - width];
    }
    Val::text(text.to_vec())
}

/// The last character.
fn last(text: &[u8]) -> Option<(char, usize)> {
    let start = (1..=text.len().min(4)).map(|back| text.len() - back).find(|at| !is_continuation(text[*at]))?;
    let (c, width) = decode(&text[start..])?;
    Some(if start + width == text.len() { (c, width) } else { (char::REPLACEMENT_CHARACTER, 1) })
}

fn is_continuation(byte: u8) -> bool {
    byte & 0b1100_0000 == 0b1000_0000
}

pub(super) fn html(arguments: &[Argument]) -> Val {
    Val::text(escape::html(arguments[0].text()))
}

pub(super) fn url(arguments: &[Argument]) -> Val {
    Val::text(escape::url(arguments[0].text()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Argument {
        Argument::Text(text.into())
    }

    fn shown(result: Made) -> String {
        result.ok().and_then(Val::into_value).map(|value| format!("{value:?}")).unwrap_or_default()
    }

    #[test]
    fn empty_separators_stand_between_characters() {
        assert_eq!(shown(split(&[text("aé"), text("")], 99)), r#"["a", "é"]"#);
        assert_eq!(shown(split(&[text(""), text("")], 99)), "[]");
        assert_eq!(shown(split(&[text(""), text(",")], 99)), r#"[""]"#);
        assert_eq!(shown(replace(&[text("aé"), text(""), text("-"), Argument::Int(-1)], 99)), r#""-a-é-""#);
        assert_eq!(shown(replace(&[text("aé"), text(""), text("-"), Argument::Int(2)], 99)), r#""-a-é""#);
    }

    #[test]
    fn white_space_of_any_script() {
        assert_eq!(shown(Ok(trim_space(&[text("\u{2003}\u{85} a b\u{a0}\n")]))), r#""a b""#);
        assert_eq!(shown(Ok(trim_space(&[text("  ")]))), r#""""#);
    }
}
