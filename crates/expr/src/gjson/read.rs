//! Reading JSON text the way upstream does: it takes what looks like a value and skips what does not.

use super::json::{Json, Name, ScalarKind};
use super::limit::{Limit, Result};

/// The value that a text begins with. What follows a list or an object belongs to how it is written.
pub(super) fn value<'a>(text: &str, limit: &mut Limit) -> Result<Json<'a>> {
    limit.bytes(text.len())?;
    let start = text.find(|c: char| c > ' ').unwrap_or(text.len());
    let mut reader = Reader { text, at: start, limit };
    match text.as_bytes().get(start) {
        Some(b'{') => Ok(Json::written_object(reader.entries()?, Some(&text[start..]))),
        Some(b'[') => Ok(Json::written_list(reader.items()?, Some(&text[start..]))),
        Some(_) => Ok(reader.scalar().unwrap_or(Json::Missing)),
        None => Ok(Json::Missing),
    }
}

/// All values of a text, one after the other.
pub(super) fn lines<'a>(text: &str, limit: &mut Limit) -> Result<Vec<Json<'a>>> {
    let mut reader = Reader { text, at: 0, limit };
    reader.values(None)
}

struct Reader<'t, 'l> {
    text: &'t str,
    at: usize,
    limit: &'l mut Limit,
}

impl Reader<'_, '_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Values up to a closing bracket, or to the end.
    fn values<'a>(&mut self, close: Option<u8>) -> Result<Vec<Json<'a>>> {
        let mut items = Vec::new();
        while let Some(byte) = self.peek() {
            if Some(byte) == close {
                self.at += 1;
                break;
            }
            let before = self.at;
            match self.any()? {
                Some(item) => items.push(item),
                None if byte == b'"' => break,
                None => self.at = before + 1,
            }
        }
        Ok(items)
    }

    /// A value that begins here.
    fn any<'a>(&mut self) -> Result<Option<Json<'a>>> {
        let start = self.at;
        match self.peek() {
            Some(b'{') => {
                let entries = self.entries()?;
                self.limit.read(self.at - start)?;
                Ok(Some(Json::written_object(entries, Some(&self.text[start..self.at]))))
            }
            Some(b'[') => {
                let items = self.items()?;
                self.limit.read(self.at - start)?;
                Ok(Some(Json::written_list(items, Some(&self.text[start..self.at]))))
            }
            Some(_) => {
                let scalar = self.scalar();
                // What is no value is skipped, and only looked at.
                if scalar.is_some() {
                    self.limit.read(self.at - start)?;
                } else {
                    self.limit.steps(1)?;
                }
                Ok(scalar)
            }
            None => Ok(None),
        }
    }

    fn items<'a>(&mut self) -> Result<Vec<Json<'a>>> {
        self.limit.enter()?;
        self.at += 1;
        let items = self.values(Some(b']'))?;
        self.limit.leave();
        Ok(items)
    }

    fn entries<'a>(&mut self) -> Result<Vec<(Name, Json<'a>)>> {
        self.limit.enter()?;
        self.at += 1;
        let mut entries = Vec::new();
        while let Some(byte) = self.peek() {
            match byte {
                b'}' => {
                    self.at += 1;
                    break;
                }
                b'"' => match self.entry()? {
                    Some(entry) => entries.push(entry),
                    None => break,
                },
                _ => self.at += 1,
            }
        }
        self.limit.leave();
        Ok(entries)
    }

    /// A key and the next thing that looks like a value.
    fn entry<'a>(&mut self) -> Result<Option<(Name, Json<'a>)>> {
        let start = self.at;
        let Some(text) = self.quoted() else { return Ok(None) };
        let name = Name::written(&text, &self.text[start..self.at]);
        while let Some(byte) = self.peek() {
            let before = self.at;
            if let Some(part) = self.any()? {
                return Ok(Some((name, part)));
            }
            if byte == b'"' {
                return Ok(None);
            }
            self.at = before + 1;
        }
        Ok(None)
    }

    fn scalar<'a>(&mut self) -> Option<Json<'a>> {
        let start = self.at;
        match self.peek()? {
            b'"' => {
                let text = self.quoted()?;
                Some(Json::scalar(ScalarKind::Text(text.into()), &self.text[start..self.at]))
            }
            b'n' if !matches!(self.text.as_bytes().get(start + 1), None | Some(b'u')) => Some(self.number()),
            b'n' => Some(self.word(ScalarKind::Null)),
            b't' => Some(self.word(ScalarKind::Bool(true))),
            b'f' => Some(self.word(ScalarKind::Bool(false))),
            b'+' | b'-' | b'0'..=b'9' | b'i' | b'I' | b'N' => Some(self.number()),
            _ => None,
        }
    }

    /// Letters, of which the first says what they mean.
    fn word<'a>(&mut self, kind: ScalarKind) -> Json<'a> {
        let rest = &self.text.as_bytes()[self.at + 1..];
        let length = 1 + rest.iter().position(|byte| !byte.is_ascii_lowercase()).unwrap_or(rest.len());
        let raw = &self.text[self.at..self.at + length];
        self.at += length;
        Json::scalar(kind, raw)
    }

    fn number<'a>(&mut self) -> Json<'a> {
        let rest = &self.text.as_bytes()[self.at + 1..];
        let ends = |byte: &u8| *byte <= b' ' || matches!(byte, b',' | b']' | b'}');
        let length = 1 + rest.iter().position(ends).unwrap_or(rest.len());
        let raw = &self.text[self.at..self.at + length];
        self.at += length;
        Json::scalar(ScalarKind::Number(parse_number(raw)), raw)
    }

    /// What is between two quotes; `None` when the second is missing.
    fn quoted(&mut self) -> Option<String> {
        let end = super::selector::end_of_text(self.text.as_bytes(), self.at);
        if end >= self.text.len() {
            self.at = self.text.len();
            return None;
        }
        let inner = &self.text.as_bytes()[self.at + 1..end];
        self.at = end + 1;
        let decoded = if inner.contains(&b'\\') { unescape(inner) } else { inner.to_vec() };
        Some(String::from_utf8_lossy(&decoded).into_owned())
    }
}

/// The number that a text is; zero when it is none.
pub(super) fn parse_number(text: &str) -> f64 {
    text.parse().unwrap_or(0.0)
}

/// Text without escapes. A broken escape, or a control character, ends it.
pub(super) fn unescape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            ..b' ' => break,
            b'\\' => match escape(&text[at + 1..]) {
                Some((c, length)) => {
                    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                    at += length;
                }
                None => break,
            },
            byte => out.push(byte),
        }
        at += 1;
    }
    out
}

/// The character that an escape stands for, and how long it is after the backslash.
fn escape(rest: &[u8]) -> Option<(char, usize)> {
    Some(match rest.first()? {
        b'\\' => ('\\', 1),
        b'/' => ('/', 1),
        b'b' => ('\x08', 1),
        b'f' => ('\x0c', 1),
        b'n' => ('\n', 1),
        b'r' => ('\r', 1),
        b't' => ('\t', 1),
        b'"' => ('"', 1),
        b'u' => return unicode(rest),
        _ => return None,
    })
}

/// `uXXXX`, with the second half of a pair where there is one.
fn unicode(rest: &[u8]) -> Option<(char, usize)> {
    let first = hex(rest.get(1..5)?);
    if !(0xd800..0xe000).contains(&first) {
        return Some((char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER), 5));
    }
    let Some([b'\\', b'u', digits @ ..]) = rest.get(5..11) else { return Some((char::REPLACEMENT_CHARACTER, 5)) };
    let second = hex(digits);
    let paired = (0xd800..0xdc00).contains(&first) && (0xdc00..0xe000).contains(&second);
    let c = if paired { char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00)) } else { None };
    Some((c.unwrap_or(char::REPLACEMENT_CHARACTER), 11))
}

/// Hexadecimal digits; zero when one of them is none.
fn hex(digits: &[u8]) -> u32 {
    std::str::from_utf8(digits).ok().and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0)
}
