//! The values that literals stand for.

use std::borrow::Cow;

use value::Value;

use super::token::Kind;
use crate::cel::cause::Cause;

/// The value of an integer with its sign, if it has one.
pub(crate) fn int(text: &str, negative: bool) -> Result<Value, Cause> {
    let (digits, radix) = digits(text);
    let magnitude = u64::from_str_radix(digits, radix).map_err(|_| Cause::BadLiteral { kind: "int" })?;
    let signed = if negative { 0_i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() };
    signed.map(Value::Int).ok_or(Cause::BadLiteral { kind: "int" })
}

/// The value of an unsigned integer, which ends with a letter.
pub(crate) fn uint(text: &str) -> Result<Value, Cause> {
    let (digits, radix) = digits(&text[..text.len() - 1]);
    u64::from_str_radix(digits, radix).map(Value::Uint).map_err(|_| Cause::BadLiteral { kind: "uint" })
}

fn digits(text: &str) -> (&str, u32) {
    text.strip_prefix("0x").map_or((text, 10), |digits| (digits, 16))
}

/// The value of a number with a fraction or an exponent. What is too large is an error, what is too small is zero.
pub(crate) fn float(text: &str, negative: bool) -> Result<Value, Cause> {
    let magnitude: f64 = text.parse().map_err(|_| Cause::BadLiteral { kind: "double" })?;
    if magnitude.is_infinite() {
        return Err(Cause::BadLiteral { kind: "double" });
    }
    Ok(Value::Float(if negative { -magnitude } else { magnitude }))
}

/// The value of a string or of bytes, with prefixes and quotes.
pub(crate) fn string(token: &str, kind: Kind) -> Result<Value, Cause> {
    let token = if kind == Kind::Bytes { &token[1..] } else { token };
    let quoted = token.strip_prefix(['r', 'R']);
    let content = strip_quotes(quoted.unwrap_or(token));
    let content = normal_lines(content);
    let plain = quoted.is_some() || !content.contains('\\');
    match (kind, plain) {
        (Kind::Bytes, true) => Ok(Value::bytes(content.as_bytes())),
        (Kind::Bytes, false) => unescape_bytes(&content).map(Value::bytes),
        (_, true) => Ok(Value::string(content)),
        (_, false) => unescape(&content).map(Value::string),
    }
}

fn strip_quotes(token: &str) -> &str {
    let width = if token.len() >= 6 && (token.starts_with("\"\"\"") || token.starts_with("'''")) { 3 } else { 1 };
    &token[width..token.len() - width]
}

/// All line ends are `\n`.
fn normal_lines(content: &str) -> Cow<'_, str> {
    if content.contains('\r') {
        Cow::Owned(content.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(content)
    }
}

fn unescape(content: &str) -> Result<String, Cause> {
    let mut text = String::with_capacity(content.len());
    for piece in Pieces(content) {
        match piece {
            Piece::Plain(plain) => text.push_str(plain),
            Piece::Char(c) => text.push(c),
            Piece::Code { value, .. } => text.push(char::from_u32(value).ok_or(Cause::BadCodePoint)?),
        }
    }
    Ok(text)
}

fn unescape_bytes(content: &str) -> Result<Vec<u8>, Cause> {
    let mut bytes = Vec::with_capacity(content.len());
    for piece in Pieces(content) {
        match piece {
            Piece::Plain(plain) => bytes.extend_from_slice(plain.as_bytes()),
            Piece::Char(c) => bytes.push(u8::try_from(c).expect("the short escapes are ASCII")),
            Piece::Code { unicode: true, .. } => return Err(Cause::UnicodeEscapeInBytes),
            Piece::Code { value, .. } => {
                bytes.push(u8::try_from(value).expect("two hexadecimal or three octal digits"));
            }
        }
    }
    Ok(bytes)
}

/// A part of a string with escapes.
enum Piece<'a> {
    /// Text that stands for itself.
    Plain(&'a str),
    /// A short escape such as `\n`.
    Char(char),
    /// A number: of a code point, or of a byte unless it was written as `\u` or `\U`.
    Code { value: u32, unicode: bool },
}

/// Takes a string apart whose escapes the lexer has seen to be well-formed.
struct Pieces<'a>(&'a str);

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        if self.0.is_empty() {
            return None;
        }
        let plain = self.0.find('\\').unwrap_or(self.0.len());
        if plain > 0 {
            let (piece, rest) = self.0.split_at(plain);
            self.0 = rest;
            return Some(Piece::Plain(piece));
        }
        Some(self.escape())
    }
}

impl<'a> Pieces<'a> {
    fn escape(&mut self) -> Piece<'a> {
        let letter = self.0.as_bytes()[1];
        let (from, to, radix) = match letter {
            b'x' | b'X' => (2, 4, 16),
            b'u' => (2, 6, 16),
            b'U' => (2, 10, 16),
            b'0'..=b'3' => (1, 4, 8),
            _ => {
                self.0 = &self.0[2..];
                return Piece::Char(short(letter));
            }
        };
        let value = u32::from_str_radix(&self.0[from..to], radix).expect("the lexer has seen the digits");
        self.0 = &self.0[to..];
        Piece::Code { value, unicode: matches!(letter, b'u' | b'U') }
    }
}

fn short(letter: u8) -> char {
    match letter {
        b'a' => '\x07',
        b'b' => '\x08',
        b'f' => '\x0c',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'v' => '\x0b',
        other => char::from(other),
    }
}
