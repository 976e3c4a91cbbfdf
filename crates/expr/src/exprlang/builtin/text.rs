//! Builtins for text. Positions and lengths of parts count bytes, as slices do; `len` counts characters.

use std::borrow::Cow;

use gostd::unicode;
use gostd::utf8::to_text;
use value::{GoType, List, Value};

use super::entry::{Check, Entry, Run};
use crate::exprlang::check::Overload;
use crate::exprlang::fault::{Fault, Result};
use crate::exprlang::machine::{Slot, Usage};
use crate::exprlang::opaque::{holds_anything, nil_list};
use crate::exprlang::operate::to_int;
use crate::exprlang::types::{LIST, Nature};
use crate::search;

const TEXT: Nature = Nature::Text;
const ONE: &[Overload] = &[Overload { parameters: &[TEXT], result: TEXT }];
const ONE_OR_TWO: &[Overload] =
    &[Overload { parameters: &[TEXT], result: TEXT }, Overload { parameters: &[TEXT, TEXT], result: TEXT }];
const SPLIT: &[Overload] = &[
    Overload { parameters: &[TEXT, TEXT], result: Nature::Strings },
    Overload { parameters: &[TEXT, TEXT, Nature::Int], result: Nature::Strings },
];
const REPLACE: &[Overload] = &[
    Overload { parameters: &[TEXT, TEXT, TEXT], result: TEXT },
    Overload { parameters: &[TEXT, TEXT, TEXT, Nature::Int], result: TEXT },
];
const REPEAT: &[Overload] = &[Overload { parameters: &[TEXT, Nature::Int], result: TEXT }];
const JOIN: &[Overload] = &[
    Overload { parameters: &[LIST], result: TEXT },
    Overload { parameters: &[Nature::Strings], result: TEXT },
    Overload { parameters: &[LIST, TEXT], result: TEXT },
    Overload { parameters: &[Nature::Strings, TEXT], result: TEXT },
];
const POSITION: &[Overload] = &[Overload { parameters: &[TEXT, TEXT], result: Nature::Int }];
const QUESTION: &[Overload] = &[Overload { parameters: &[TEXT, TEXT], result: Nature::Bool }];

macro_rules! entry {
    ($name:literal, $signature:literal, $help:literal, $example:literal => $result:literal, $check:ident, $run:expr) => {
        Entry {
            name: $name,
            signature: $signature,
            help: $help,
            example: $example,
            result: $result,
            check: Check::Overloads($check),
            run: Run::Function($run),
        }
    };
}

pub(super) const ENTRIES: &[Entry] = &[
    entry!("trim", "trim(text[, characters]) string", "Without blanks, or these characters, at both ends.",
        "trim('__hello__', '_')" => r#""hello""#, ONE_OR_TWO, trim),
    entry!("trimPrefix", "trimPrefix(text[, prefix]) string", "Without a prefix; without one space by default.",
        "trimPrefix('v1.2', 'v')" => r#""1.2""#, ONE_OR_TWO, trim_prefix),
    entry!("trimSuffix", "trimSuffix(text[, suffix]) string", "Without a suffix; without one space by default.",
        "trimSuffix('a.txt', '.txt')" => r#""a""#, ONE_OR_TWO, trim_suffix),
    entry!("upper", "upper(text) string", "In upper case.", "upper('web')" => r#""WEB""#, ONE,
        |usage, arguments| map_chars(usage, &arguments[0], unicode::upper_char)),
    entry!("lower", "lower(text) string", "In lower case.", "lower('WEB')" => r#""web""#, ONE,
        |usage, arguments| map_chars(usage, &arguments[0], unicode::lower_char)),
    entry!("split", "split(text, separator[, n]) list", "The parts between separators, at most `n` of them.",
        "split('a,b,c', ',', 2)" => r#"["a", "b,c"]"#, SPLIT, |usage, arguments| split(usage, arguments, 0)),
    entry!("splitAfter", "splitAfter(text, separator[, n]) list",
        "The parts up to and with each separator, at most `n` of them.",
        "splitAfter('a,b', ',')" => r#"["a,", "b"]"#, SPLIT,
        |usage, arguments| split(usage, arguments, bytes(&arguments[1])?.len())),
    entry!("replace", "replace(text, old, new[, n]) string",
        "With `new` in the place of each `old`, or of the first `n` of them.",
        "replace('a-b-c', '-', '+')" => r#""a+b+c""#, REPLACE, replace),
    entry!("repeat", "repeat(text, n) string", "The text so many times.",
        "repeat('ab', 3)" => r#""ababab""#, REPEAT, repeat),
    entry!("join", "join(list[, separator]) string", "The texts of a list, with a separator between them.",
        "join(['a', 'b'], ', ')" => r#""a, b""#, JOIN, join),
    entry!("indexOf", "indexOf(text, part) int", "Where a part first is, or -1.",
        "indexOf('apple pie', 'p')" => "1", POSITION,
        |usage, arguments| position(usage, arguments, search::find)),
    entry!("lastIndexOf", "lastIndexOf(text, part) int", "Where a part last is, or -1.",
        "lastIndexOf('apple pie', 'p')" => "6", POSITION,
        |usage, arguments| position(usage, arguments, search::find_last)),
    entry!("hasPrefix", "hasPrefix(text, prefix) bool", "Whether the text begins with the prefix.",
        "hasPrefix('hello', 'he')" => "true", QUESTION,
        |_, arguments| Ok(bytes(&arguments[0])?.starts_with(bytes(&arguments[1])?).into())),
    entry!("hasSuffix", "hasSuffix(text, suffix) bool", "Whether the text ends with the suffix.",
        "hasSuffix('hello', 'lo')" => "true", QUESTION,
        |_, arguments| Ok(bytes(&arguments[0])?.ends_with(bytes(&arguments[1])?).into())),
];

fn bytes(value: &Value) -> Result<&[u8]> {
    value.as_text_bytes().ok_or_else(|| Fault::not_text(value))
}

/// The text; broken characters are replaced.
pub(super) fn chars(value: &Value) -> Result<Cow<'_, str>> {
    bytes(value).map(to_text)
}

fn trim(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let text = bytes(&arguments[0])?;
    usage.text(text.len())?;
    let Some(set) = arguments.get(1) else { return Ok(Value::text_part(trimmed(text, char::is_whitespace))) };
    let set = chars(set)?;
    Ok(Value::text_part(trimmed(text, |c| set.contains(c))))
}

/// Without characters at both ends; a broken character is the replacement character here.
fn trimmed(mut text: &[u8], cut: impl Fn(char) -> bool) -> &[u8] {
    let char_of = |part: &[u8]| std::str::from_utf8(part).ok().and_then(|part| part.chars().next());
    while !text.is_empty() {
        let (first, rest) = text.split_at(first_char(text));
        if !cut(char_of(first).unwrap_or(char::REPLACEMENT_CHARACTER)) {
            break;
        }
        text = rest;
    }
    while !text.is_empty() {
        let (rest, last) = text.split_at(text.len() - last_char(text));
        if !cut(char_of(last).unwrap_or(char::REPLACEMENT_CHARACTER)) {
            break;
        }
        text = rest;
    }
    text
}

/// The part of the text that is not the second argument, or not a space.
fn trim_prefix(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let text = bytes(&arguments[0])?;
    usage.text(text.len())?;
    let prefix = arguments.get(1).map_or(Ok(b" ".as_slice()), |prefix| bytes(prefix))?;
    Ok(Value::text_part(text.strip_prefix(prefix).unwrap_or(text)))
}

fn trim_suffix(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let text = bytes(&arguments[0])?;
    usage.text(text.len())?;
    let suffix = arguments.get(1).map_or(Ok(b" ".as_slice()), |suffix| bytes(suffix))?;
    Ok(Value::text_part(text.strip_suffix(suffix).unwrap_or(text)))
}

fn map_chars(usage: &mut Usage<'_>, value: &Value, change: fn(char) -> char) -> Result<Value> {
    let text = chars(value)?;
    usage.text(text.len())?;
    Ok(text.chars().map(change).collect::<String>().into())
}

/// Parts of a text; of each separator so many bytes stay with the part before it.
fn split(usage: &mut Usage<'_>, arguments: &[Slot<'_>], kept: usize) -> Result<Value> {
    let (text, separator) = (bytes(&arguments[0])?, bytes(&arguments[1])?);
    let limit = match arguments.get(2).map(|limit| to_int(limit)).transpose()? {
        Some(0) => return Ok(nil_list()),
        Some(limit @ 1..) => usize::try_from(limit).unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    let limit = limit.min(usage.text_left() / size_of::<Value>() + 1);
    let parts = if separator.is_empty() { explode(text, limit) } else { cut(text, separator, limit, kept) };
    usage.text(text.len() + parts.len() * size_of::<Value>())?;
    let parts: List = parts.into_iter().map(Value::text_part).collect();
    Ok(parts.with_type(GoType::STRINGS).into())
}

fn cut<'a>(mut text: &'a [u8], separator: &[u8], limit: usize, kept: usize) -> Vec<&'a [u8]> {
    let mut parts = Vec::new();
    while parts.len() + 1 < limit {
        let Some(at) = search::find(text, separator) else { break };
        parts.push(&text[..at + kept]);
        text = &text[at + separator.len()..];
    }
    parts.push(text);
    parts
}

/// The characters; a broken one is one byte long. The last part has the rest.
fn explode(mut text: &[u8], limit: usize) -> Vec<&[u8]> {
    let mut parts = Vec::new();
    while !text.is_empty() {
        let length = if parts.len() + 1 == limit { text.len() } else { first_char(text) };
        let (part, rest) = text.split_at(length);
        parts.push(part);
        text = rest;
    }
    parts
}

/// How long the first character is.
fn first_char(text: &[u8]) -> usize {
    let longest = text.len().min(4);
    (1..=longest).find(|length| std::str::from_utf8(&text[..*length]).is_ok()).unwrap_or(1)
}

/// How long the last character is.
fn last_char(text: &[u8]) -> usize {
    let longest = text.len().min(4);
    (1..=longest).find(|length| std::str::from_utf8(&text[text.len() - length..]).is_ok()).unwrap_or(1)
}

fn replace(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let (text, old, new) = (bytes(&arguments[0])?, bytes(&arguments[1])?, bytes(&arguments[2])?);
    let limit = match arguments.get(3).map(|limit| to_int(limit)).transpose()? {
        Some(limit @ 0..) => usize::try_from(limit).unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    for count in 0..limit {
        let Some(at) = next_match(rest, old, count == 0) else { break };
        usage.steps(1)?;
        usage.text(at + new.len())?;
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(new);
        rest = &rest[at + old.len()..];
        if old.is_empty() && rest.is_empty() {
            break;
        }
    }
    usage.text(rest.len())?;
    out.extend_from_slice(rest);
    Ok(Value::text(out))
}

/// The empty text is before the first and after each character.
fn next_match(rest: &[u8], old: &[u8], first: bool) -> Option<usize> {
    match old {
        [] if first => Some(0),
        [] if rest.is_empty() => None,
        [] => Some(first_char(rest)),
        old => search::find(rest, old),
    }
}

fn repeat(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let (text, times) = (bytes(&arguments[0])?, to_int(&arguments[1])?);
    let Ok(times) = usize::try_from(times) else {
        return Err(Fault::Builtin(format!("`repeat` cannot repeat `{times}` times")));
    };
    if times > 1_000_000 {
        return Err(usage.too_many_items());
    }
    usage.items(text.len().saturating_mul(times))?;
    usage.built(text.repeat(times))
}

fn join(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let separator = arguments.get(1).map_or(Ok(b"".as_slice()), |separator| bytes(separator))?;
    let list =
        arguments[0].as_list().filter(|list| holds_anything(list.go_type()) || list.go_type() == GoType::STRINGS);
    let list = list.ok_or_else(|| Fault::argument("join", &arguments[0]))?;
    let mut out = Vec::new();
    for (position, item) in list.iter().enumerate() {
        let item = bytes(item)?;
        let separator = if position == 0 { b"" } else { separator };
        usage.text(separator.len() + item.len())?;
        out.extend_from_slice(separator);
        out.extend_from_slice(item);
    }
    Ok(Value::text(out))
}

fn position(usage: &mut Usage<'_>, arguments: &[Slot<'_>], find: fn(&[u8], &[u8]) -> Option<usize>) -> Result<Value> {
    let (text, part) = (bytes(&arguments[0])?, bytes(&arguments[1])?);
    usage.steps(text.len() / 64)?;
    Ok(Value::Int(find(text, part).map_or(-1, |at| i64::try_from(at).unwrap_or(i64::MAX))))
}
