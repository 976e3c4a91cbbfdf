//! Text and bytes literals: their escapes.

use std::iter::Peekable;
use std::str::CharIndices;
use std::sync::Arc;

use crate::exprlang::error::Problem;

/// What is wrong, and the byte of the body where it is.
pub(super) type Flaw = (Problem, usize);

/// The text of a literal without its quotes. Line breaks of other systems count as one `\n`.
pub(super) fn text(body: &str, quote: char) -> Result<Arc<str>, Flaw> {
    if !body.contains(['\\', '\r']) {
        return Ok(body.into());
    }
    let mut out = String::with_capacity(body.len());
    let mut reader = Reader { chars: body.char_indices().peekable(), quote };
    while let Some((at, c)) = reader.next_char() {
        out.push(if c == '\\' { reader.text_escape().ok_or((Problem::Escape, at))? } else { c });
    }
    Ok(out.into())
}

/// The bytes of a literal without its quotes.
pub(super) fn bytes(body: &str, quote: char) -> Result<Arc<[u8]>, Flaw> {
    let mut out = Vec::with_capacity(body.len());
    let mut reader = Reader { chars: body.char_indices().peekable(), quote };
    while let Some((at, c)) = reader.next_char() {
        if c == '\\' {
            out.push(reader.byte_escape().ok_or((Problem::Escape, at))?);
        } else {
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    Ok(out.into())
}

/// The text between backticks; two of them stand for one.
pub(super) fn raw(body: &str) -> Arc<str> {
    if body.contains('`') { body.replace("``", "`").into() } else { body.into() }
}

struct Reader<'a> {
    chars: Peekable<CharIndices<'a>>,
    quote: char,
}

impl Reader<'_> {
    fn next_char(&mut self) -> Option<(usize, char)> {
        let (at, c) = self.chars.next()?;
        if c != '\r' {
            return Some((at, c));
        }
        self.chars.next_if(|(_, next)| *next == '\n');
        Some((at, '\n'))
    }

    fn text_escape(&mut self) -> Option<char> {
        let (_, c) = self.chars.next()?;
        match c {
            'x' => Some(scalar(self.digits(2, 16)?)),
            'u' if self.chars.next_if(|(_, next)| *next == '{').is_some() => self.braced(),
            'u' => Some(scalar(self.digits(4, 16)?)),
            'U' => self.digits(8, 16).filter(|code| *code <= 0x10_ffff).map(scalar),
            '0'..='3' => Some(scalar(self.octal(c)?)),
            c => simple(c, self.quote),
        }
    }

    fn byte_escape(&mut self) -> Option<u8> {
        let (_, c) = self.chars.next()?;
        let code = match c {
            'x' => self.digits(2, 16)?,
            '0'..='3' => self.octal(c)?,
            c => simple(c, self.quote)?.into(),
        };
        u8::try_from(code).ok()
    }

    fn octal(&mut self, first: char) -> Option<u32> {
        Some(first.to_digit(8)? * 64 + self.digits(2, 8)?)
    }

    /// Exactly so many digits.
    fn digits(&mut self, count: usize, radix: u32) -> Option<u32> {
        (0..count).try_fold(0_u32, |code, _| {
            let (_, c) = self.chars.next()?;
            code.checked_mul(radix)?.checked_add(c.to_digit(radix)?)
        })
    }

    /// One to six digits and the closing brace.
    fn braced(&mut self) -> Option<char> {
        let mut code = 0;
        for count in 0..=6 {
            let (_, c) = self.chars.next()?;
            if c == '}' {
                return (count > 0 && code <= 0x10_ffff).then(|| scalar(code));
            }
            code = code * 16 + c.to_digit(16)?;
        }
        None
    }
}

/// A code point; halves of surrogate pairs become the replacement character, as Go encodes them.
fn scalar(code: u32) -> char {
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Escapes of one character. Only the quote that delimits the literal can be escaped.
fn simple(c: char, quote: char) -> Option<char> {
    Some(match c {
        'a' => '\x07',
        'b' => '\x08',
        'f' => '\x0c',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\x0b',
        '\\' => '\\',
        c if c == quote => c,
        _ => return None,
    })
}
