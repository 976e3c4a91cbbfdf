//! Writing JSON as Go's `encoding/json` does, without recursion.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::JsonWriteError;
use crate::format::format_json_float;
use crate::{Key, List, MAX_DEPTH, Map, Opaque, Path, RawText, Value};

/// Which characters are escaped beyond those that JSON demands. U+2028 and U+2029 always are, as in Go.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Escape {
    /// `<`, `>` and `&` too, so that the text can stand in HTML: Go's default.
    #[default]
    Html,
    /// Nothing else.
    Plain,
}

/// The order in which the entries of maps are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum KeyOrder {
    /// Sorted by the text of the key: Go's only way.
    #[default]
    Sorted,
    /// As in the map.
    Keep,
}

/// How JSON is written. The default is how Go's `json.Marshal` does it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct JsonStyle<'a> {
    /// Which characters are escaped.
    pub escape: Escape,
    /// The order of entries.
    pub keys: KeyOrder,
    /// What one level is indented by; without it, all is on one line.
    pub indent: Option<&'a str>,
}

impl Value {
    /// JSON on one line.
    pub fn to_json(&self, escape: Escape, keys: KeyOrder) -> Result<String, JsonWriteError> {
        self.to_json_styled(JsonStyle { escape, keys, indent: None })
    }

    /// JSON with a line for each item and entry, as `json.MarshalIndent` writes it.
    pub fn to_json_pretty(&self, indent: &str, escape: Escape, keys: KeyOrder) -> Result<String, JsonWriteError> {
        self.to_json_styled(JsonStyle { escape, keys, indent: Some(indent) })
    }

    /// JSON in a given style. Floats and text that is not UTF-8 are written as Go writes them, bytes as base64, timestamps as RFC 3339, durations as
    /// nanoseconds.
    pub fn to_json_styled(&self, style: JsonStyle<'_>) -> Result<String, JsonWriteError> {
        self.to_json_within(style, usize::MAX)
    }

    /// JSON in a given style that is not longer than `limit` bytes. The work is limited as well: lists and maps that are
    /// shared can be far larger as text than they are in memory.
    pub fn to_json_within(&self, style: JsonStyle<'_>, limit: usize) -> Result<String, JsonWriteError> {
        let mut out = String::new();
        let too_long = JsonWriteError::TooLong { limit };
        match write_value(&mut out, self, style, Nesting { limit, level: 0, opaque: 0 }) {
            Ok(()) => Ok(out),
            Err(Stop::TooLong) => Err(too_long),
            Err(Stop::Unwritable) => {
                Err(self.leaves().take(limit).find_map(|(path, leaf)| obstacle(path, leaf)).unwrap_or(too_long))
            }
        }
    }
}

/// Why writing ends early.
enum Stop {
    /// Something in the value cannot be written; which one is looked for only then.
    Unwritable,
    TooLong,
}

/// How far in the writing is.
#[derive(Clone, Copy)]
struct Nesting {
    /// How long the text may be.
    limit: usize,
    /// Levels of indentation.
    level: usize,
    /// Opaque values inside opaque values.
    opaque: usize,
}

fn write_value(out: &mut String, value: &Value, style: JsonStyle<'_>, nesting: Nesting) -> Result<(), Stop> {
    let mut writer = Writer { style, nesting, out, pieces: vec![Piece::Value(value, nesting.level)] };
    while let Some(piece) = writer.pieces.pop() {
        writer.write(piece)?;
        if writer.out.len() > nesting.limit {
            return Err(Stop::TooLong);
        }
    }
    Ok(())
}

/// Why a leaf cannot be written.
fn obstacle(path: Path, leaf: &Value) -> Option<JsonWriteError> {
    match leaf {
        Value::Float(value) if !value.is_finite() => Some(JsonWriteError::NotFinite { path, value: leaf.to_string() }),
        Value::Unknown(unknown) => Some(JsonWriteError::Unknown { path, reason: unknown.reason().to_string() }),
        Value::Opaque(opaque) => {
            let nesting = Nesting { limit: usize::MAX, level: 0, opaque: 0 };
            let writable = write_value(&mut String::new(), leaf, JsonStyle::default(), nesting).is_ok();
            (!writable).then(|| JsonWriteError::Opaque { path, type_name: opaque.type_name().to_string() })
        }
        _ => None,
    }
}

/// A piece that is still to be written, with the level of its line.
enum Piece<'a> {
    Value(&'a Value, usize),
    Key(Cow<'a, str>),
    Line(usize),
    Text(&'static str),
}

struct Writer<'a, 'o> {
    style: JsonStyle<'a>,
    nesting: Nesting,
    out: &'o mut String,
    /// What comes next is at the end.
    pieces: Vec<Piece<'a>>,
}

impl<'a> Writer<'a, '_> {
    fn write(&mut self, piece: Piece<'a>) -> Result<(), Stop> {
        match piece {
            Piece::Value(Value::List(list), level) => self.queue_list(list, level),
            Piece::Value(Value::Map(map), level) => self.queue_map(map, level),
            Piece::Value(Value::Opaque(opaque), level) => return self.write_opaque(opaque.as_ref(), level),
            Piece::Value(scalar, _) => return write_scalar(self.out, scalar, self.style.escape),
            Piece::Key(key) => write_string(self.out, &key, self.style.escape),
            Piece::Line(level) => self.break_line(level),
            Piece::Text(text) => self.out.push_str(text),
        }
        Ok(())
    }

    fn write_opaque(&mut self, opaque: &dyn Opaque, level: usize) -> Result<(), Stop> {
        if let Some(text) = opaque.as_any().downcast_ref::<RawText>() {
            write_raw_text(self.out, text.as_bytes(), self.style.escape);
            return Ok(());
        }
        let Nesting { limit, opaque: around, .. } = self.nesting;
        let plain = if around < MAX_DEPTH { opaque.to_plain() } else { None };
        let plain = plain.ok_or(Stop::Unwritable)?;
        write_value(self.out, &plain, self.style, Nesting { limit, level, opaque: around + 1 })
    }

    fn queue_list(&mut self, list: &'a List, level: usize) {
        if list.is_empty() {
            return self.out.push_str("[]");
        }
        self.out.push('[');
        self.pieces.extend([Piece::Text("]"), Piece::Line(level)]);
        for (position, item) in list.iter().enumerate().rev() {
            self.pieces.extend([Piece::Value(item, level + 1), Piece::Line(level + 1)]);
            self.separate(position);
        }
    }

    fn queue_map(&mut self, map: &'a Map, level: usize) {
        if map.is_empty() {
            return self.out.push_str("{}");
        }
        self.out.push('{');
        self.pieces.extend([Piece::Text("}"), Piece::Line(level)]);
        let colon = if self.style.indent.is_some() { ": " } else { ":" };
        for (position, (key, value)) in entries(map, self.style.keys).into_iter().enumerate().rev() {
            self.pieces.extend([
                Piece::Value(value, level + 1),
                Piece::Text(colon),
                Piece::Key(key),
                Piece::Line(level + 1),
            ]);
            self.separate(position);
        }
    }

    fn separate(&mut self, position: usize) {
        if position > 0 {
            self.pieces.push(Piece::Text(","));
        }
    }

    fn break_line(&mut self, level: usize) {
        if let Some(indent) = self.style.indent {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n(indent, level));
        }
    }
}

fn entries<'a>(map: &'a Map, order: KeyOrder) -> Vec<(Cow<'a, str>, &'a Value)> {
    let text = |key: &'a Key| match key {
        Key::String(key) => Cow::Borrowed(&**key),
        other => Cow::Owned(other.to_string()),
    };
    let mut entries: Vec<_> = map.iter().map(|(key, value)| (text(key), value)).collect();
    if order == KeyOrder::Sorted {
        entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    }
    entries
}

fn write_scalar(out: &mut String, scalar: &Value, escape: Escape) -> Result<(), Stop> {
    match scalar {
        Value::Null => out.push_str("null"),
        Value::Float(value) => out.push_str(&format_json_float(*value).ok_or(Stop::Unwritable)?),
        Value::String(value) => write_string(out, value, escape),
        Value::Bytes(value) => write_string(out, &crate::base64::encode(value), escape),
        Value::Timestamp(value) => write_string(out, &value.to_rfc3339(), escape),
        Value::Duration(value) => push(out, format_args!("{}", value.as_nanos())),
        Value::Unknown(_) => return Err(Stop::Unwritable),
        other => push(out, format_args!("{other}")),
    }
    Ok(())
}

fn write_string(out: &mut String, text: &str, escape: Escape) {
    out.push('"');
    write_characters(out, text, escape);
    out.push('"');
}

/// Text that is not UTF-8: Go writes an escape, and not the character, for each byte that is part of none.
fn write_raw_text(out: &mut String, text: &[u8], escape: Escape) {
    out.push('"');
    for chunk in text.utf8_chunks() {
        write_characters(out, chunk.valid(), escape);
        out.extend(std::iter::repeat_n("\\ufffd", chunk.invalid().len()));
    }
    out.push('"');
}

fn write_characters(out: &mut String, text: &str, escape: Escape) {
    let (mut written, mut seen) = (0, 0);
    let suspect = |from: usize| text.as_bytes()[from..].iter().position(|byte| SUSPECT[usize::from(*byte)]);
    while let Some(at) = suspect(seen).map(|at| seen + at) {
        let Some(c) = text[at..].chars().next() else { break };
        seen = at + c.len_utf8();
        if must_escape(c, escape) {
            out.push_str(&text[written..at]);
            write_escape(out, c);
            written = seen;
        }
    }
    out.push_str(&text[written..]);
}

/// Whether a character that must be escaped may begin with a byte. Most texts are long and have few of them, and bytes are
/// looked through faster than characters.
static SUSPECT: [bool; 256] = {
    let mut suspect = [false; 256];
    let mut byte = 0;
    while byte < suspect.len() {
        // U+2028 and U+2029 begin with 0xe2, as others do; no character has that byte further on.
        suspect[byte] = byte < 0x20 || matches!(byte, 0x22 | 0x26 | 0x3c | 0x3e | 0x5c | 0xe2);
        byte += 1;
    }
    suspect
};

fn must_escape(c: char, escape: Escape) -> bool {
    match c {
        '"' | '\\' | '\0'..' ' | '\u{2028}' | '\u{2029}' => true,
        '<' | '>' | '&' => escape == Escape::Html,
        _ => false,
    }
}

fn write_escape(out: &mut String, c: char) {
    match c {
        '"' | '\\' => out.extend(['\\', c]),
        '\x08' => out.push_str("\\b"),
        '\x0c' => out.push_str("\\f"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c => push(out, format_args!("\\u{:04x}", u32::from(c))),
    }
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string can be written to");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Duration, Timestamp, Unknown};

    fn plain(value: impl Into<Value>) -> String {
        value.into().to_json(Escape::Html, KeyOrder::Sorted).unwrap_or_else(|error| error.to_string())
    }

    #[test]
    fn as_encoding_json() {
        for (value, expected) in [
            (Value::Null, "null"),
            (1.into(), "1"),
            (1.0.into(), "1"),
            (Value::Uint(u64::MAX), "18446744073709551615"),
            (1e20.into(), "100000000000000000000"),
            (1e21.into(), "1e+21"),
            (1e-6.into(), "0.000001"),
            (1e-7.into(), "1e-7"),
            (1.5e-10.into(), "1.5e-10"),
            ((-0.0).into(), "-0"),
            (
                "<a & \"b\">\\\u{8}\u{c}\n\r\t\u{1}\u{7f}\u{2028}é".into(),
                "\"\\u003ca \\u0026 \\\"b\\\"\\u003e\\\\\\b\\f\\n\\r\\t\\u0001\u{7f}\\u2028é\"",
            ),
            (Value::bytes(*b"ab\xff"), "\"YWL/\""),
            (Timestamp::from_parts(1, 500_000_000, 3600).unwrap().into(), "\"1970-01-01T01:00:01.5+01:00\""),
            (Duration::SECOND.into(), "1000000000"),
            (Value::from(vec![]), "[]"),
            (
                Map::from_iter([("b", Value::from(vec![1.into(), "x".into()])), ("a", Map::new().into())]).into(),
                r#"{"a":{},"b":[1,"x"]}"#,
            ),
            (
                Map::from_iter([(Key::Int(10), 1), (Key::Int(9), 2), (Key::Bool(true), 3)]).into(),
                r#"{"10":1,"9":2,"true":3}"#,
            ),
        ] {
            assert_eq!(plain(value), expected);
        }
    }

    #[test]
    fn other_styles() {
        let value = Value::from_json(r#"{"b": [1, {"x": "<"}, [], {}], "a": null}"#).unwrap();
        assert_eq!(value.to_json(Escape::Plain, KeyOrder::Keep).unwrap(), r#"{"b":[1,{"x":"<"},[],{}],"a":null}"#);
        let lines = [
            "{",
            "  \"a\": null,",
            "  \"b\": [",
            "    1,",
            "    {",
            "      \"x\": \"\\u003c\"",
            "    },",
            "    [],",
            "    {}",
            "  ]",
            "}",
        ];
        assert_eq!(value.to_json_pretty("  ", Escape::Html, KeyOrder::Sorted).unwrap(), lines.join("\n"));
    }

    #[test]
    fn what_json_cannot_say_has_a_place() {
        let inside = |value: Value| Value::from(Map::from_iter([("a", Value::from(vec![Value::Null, value]))]));
        assert_eq!(plain(inside(f64::NAN.into())), "`a.1` is `NaN`, which JSON cannot say");
        assert_eq!(plain(f64::NEG_INFINITY), "the value is `-Inf`, which JSON cannot say");
        assert_eq!(plain(inside(Unknown::new("exec#a runs first").into())), "`a.1` is unknown: exec#a runs first");
    }

    #[test]
    fn texts_end_at_the_limit() {
        let twice = |value: Value, _| Value::from(vec![value.clone(), value]);
        let doubled = (0..60).fold(Value::from("x"), twice);
        let within = |value: &Value, limit| value.to_json_within(JsonStyle::default(), limit);
        assert_eq!(within(&doubled, 1_000), Err(JsonWriteError::TooLong { limit: 1_000 }));
        let entries = [("z", doubled), ("a", f64::NAN.into())];
        assert_eq!(within(&Map::from_iter(entries).into(), 1_000), Err(JsonWriteError::TooLong { limit: 1_000 }));
        assert_eq!(within(&"abc".into(), 5).as_deref(), Ok("\"abc\""));
        assert!(within(&"abc".into(), 4).is_err());
    }

    #[test]
    fn deep_values_are_written_without_recursion() {
        let value = (0..100_000).fold(Value::from(1), |value, _| Value::from(vec![value]));
        assert_eq!(plain(value).len(), 200_001);
    }
}
