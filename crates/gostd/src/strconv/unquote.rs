//! Quoted text.

use super::error::SyntaxError;
use crate::utf8;

/// What stands between quotes, as `strconv.Unquote`: double quotes, back quotes, or single quotes around one character.
/// The result need not be UTF-8.
pub fn unquote(text: impl AsRef<[u8]>) -> Result<Vec<u8>, SyntaxError> {
    let text = text.as_ref();
    let (quote, inner) = match text {
        [first, inner @ .., last] if first == last => (*first, inner),
        _ => return Err(SyntaxError),
    };
    match quote {
        b'`' if inner.contains(&b'`') => Err(SyntaxError),
        // Carriage returns do not count in raw text.
        b'`' => Ok(inner.iter().copied().filter(|byte| *byte != b'\r').collect()),
        b'"' | b'\'' => unescape(inner, quote),
        _ => Err(SyntaxError),
    }
}

fn unescape(mut inner: &[u8], quote: u8) -> Result<Vec<u8>, SyntaxError> {
    let mut text = Vec::with_capacity(inner.len());
    let mut count = 0;
    while !inner.is_empty() {
        if inner[0] == b'\n' {
            return Err(SyntaxError);
        }
        let (c, rest) = unquote_char(inner, quote)?;
        c.append_to(&mut text);
        inner = rest;
        count += 1;
    }
    if quote == b'\'' && count > 1 { Err(SyntaxError) } else { Ok(text) }
}

/// A character or a byte that was written as a character or as an escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnquotedChar {
    /// A character.
    Char(char),
    /// A byte, which need not be a character: `\xff`, `\377`.
    Byte(u8),
}

impl UnquotedChar {
    /// Its number, which is Go's rune.
    pub fn code(self) -> u32 {
        match self {
            Self::Char(c) => c.into(),
            Self::Byte(byte) => byte.into(),
        }
    }

    fn append_to(self, text: &mut Vec<u8>) {
        match self {
            Self::Char(c) => text.extend(c.encode_utf8(&mut [0; 4]).bytes()),
            Self::Byte(byte) => text.push(byte),
        }
    }
}

/// The first character of a text with escapes, and what follows it, as `strconv.UnquoteChar`. The quote is the one that
/// can be escaped and must be; with another byte, such as zero, no quote can be escaped.
pub fn unquote_char(text: &[u8], quote: u8) -> Result<(UnquotedChar, &[u8]), SyntaxError> {
    let (c, width) = utf8::decode(text).ok_or(SyntaxError)?;
    let rest = &text[width..];
    if c == char::from(quote) && matches!(quote, b'\'' | b'"') {
        return Err(SyntaxError);
    }
    if c != '\\' {
        return Ok((UnquotedChar::Char(c), rest));
    }
    let (letter, rest) = rest.split_first().ok_or(SyntaxError)?;
    let simple = |byte: u8| Ok((UnquotedChar::Byte(byte), rest));
    match letter {
        b'a' => simple(0x07),
        b'b' => simple(0x08),
        b'f' => simple(0x0c),
        b'n' => simple(b'\n'),
        b'r' => simple(b'\r'),
        b't' => simple(b'\t'),
        b'v' => simple(0x0b),
        b'\\' => simple(b'\\'),
        b'\'' | b'"' if *letter == quote => simple(quote),
        b'x' => byte(number(rest, 2, 16)?),
        b'u' => character(number(rest, 4, 16)?),
        b'U' => character(number(rest, 8, 16)?),
        b'0'..=b'7' => byte(number(&text[1..], 3, 8)?),
        _ => Err(SyntaxError),
    }
}

/// Exactly so many digits, and what follows them.
fn number(text: &[u8], count: usize, radix: u32) -> Result<(u32, &[u8]), SyntaxError> {
    let (digits, rest) = text.split_at_checked(count).ok_or(SyntaxError)?;
    let add = |sum: u32, byte: &u8| Some(sum.wrapping_mul(radix) + char::from(*byte).to_digit(radix)?);
    Ok((digits.iter().try_fold(0, add).ok_or(SyntaxError)?, rest))
}

fn byte((code, rest): (u32, &[u8])) -> Result<(UnquotedChar, &[u8]), SyntaxError> {
    Ok((UnquotedChar::Byte(u8::try_from(code).map_err(|_| SyntaxError)?), rest))
}

fn character((code, rest): (u32, &[u8])) -> Result<(UnquotedChar, &[u8]), SyntaxError> {
    Ok((UnquotedChar::Char(char::from_u32(code).ok_or(SyntaxError)?), rest))
}
