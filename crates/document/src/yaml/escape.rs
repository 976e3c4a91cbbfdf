//! Escapes inside double quotes.

use super::parser::{Parsed, Parser};
use super::problem;
use crate::fault::Fault;

impl Parser<'_, '_> {
    /// Reads the escape that begins at `pos`; it is not at the end of a line.
    pub(super) fn escape(&mut self) -> Parsed<char> {
        let start = self.pos;
        let name = self.text[start + 1..].chars().next();
        let char = match name {
            Some('0') => '\0',
            Some('a') => '\u{7}',
            Some('b') => '\u{8}',
            Some('t' | '\t') => '\t',
            Some('n') => '\n',
            Some('v') => '\u{b}',
            Some('f') => '\u{c}',
            Some('r') => '\r',
            Some('e') => '\u{1b}',
            Some('N') => '\u{85}',
            Some('_') => '\u{a0}',
            Some('L') => '\u{2028}',
            Some('P') => '\u{2029}',
            Some(same @ (' ' | '"' | '\\' | '/')) => same,
            Some('\'') if !self.goccy() => '\'',
            Some('x') => return self.code(2),
            Some('u') => return self.code(4),
            Some('U') => return self.code(8),
            other => {
                let end = start + 1 + other.map_or(0, char::len_utf8);
                return Err(problem::unknown_escape(self.span(start, end), &self.text[start..end]));
            }
        };
        self.pos = start + 2;
        Ok(char)
    }

    /// An escape with `digits` hexadecimal digits.
    fn code(&mut self, digits: usize) -> Parsed<char> {
        let start = self.pos;
        let code = self.hex(start + 2, digits).ok_or_else(|| self.bad_code(start, digits))?;
        self.pos = start + 2 + digits;
        if digits == 4 && self.goccy() && (0xd800..0xdc00).contains(&code) {
            return self.pair(start, code);
        }
        match char::from_u32(code) {
            Some(char) => Ok(char),
            // Go turns what is no character into U+FFFD.
            None if self.goccy() => Ok(char::REPLACEMENT_CHARACTER),
            None => Err(self.bad_code(start, digits)),
        }
    }

    /// The second half of a character above U+FFFF.
    fn pair(&mut self, start: usize, high: u32) -> Parsed<char> {
        let low = (self.bytes.get(self.pos..self.pos + 2) == Some(b"\\u")).then(|| self.hex(self.pos + 2, 4)).flatten();
        let low = low.filter(|low| (0xdc00..0xe000).contains(low));
        let char = low.and_then(|low| char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00)));
        self.pos += 6;
        char.ok_or_else(|| self.bad_code(start, 4))
    }

    fn hex(&self, start: usize, digits: usize) -> Option<u32> {
        let text = self.text.get(start..start + digits)?;
        let all = text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if all { u32::from_str_radix(text, 16).ok() } else { None }
    }

    fn bad_code(&self, start: usize, digits: usize) -> Fault {
        let end =
            self.text[start + 2..].find(|c: char| !c.is_ascii_hexdigit()).map_or(self.bytes.len(), |at| start + 2 + at);
        let end = end.min(start + 2 + digits);
        let expected = format!("{digits} hexadecimal digits that name a character");
        problem::escape_code(self.span(start, end), &self.text[start..end], &expected)
    }
}
