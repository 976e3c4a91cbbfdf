//! Escaped characters.

use super::error::{Problem, RegexpError};
use super::parse::{Parsed, Parser};

impl Parser<'_> {
    /// Reads an escaped character; the backslash is the next one. The result can be half of a UTF-16 pair, which is no
    /// character.
    pub(super) fn escape(&mut self) -> Parsed<u32> {
        let start = self.at;
        self.at += 1;
        let Some(c) = self.next() else { return Err(RegexpError::new(Problem::TrailingBackslash, "")) };
        let code = match c {
            '1'..='7' if !self.peek().is_some_and(is_octal) => None,
            '0'..='7' => Some(self.octal(c)),
            'x' => self.hex(),
            'a' => Some(0x07),
            'f' => Some(0x0c),
            'n' => Some(0x0a),
            'r' => Some(0x0d),
            't' => Some(0x09),
            'v' => Some(0x0b),
            _ => (c.is_ascii() && !c.is_ascii_alphanumeric()).then_some(c.into()),
        };
        code.ok_or_else(|| RegexpError::new(Problem::InvalidEscape, &self.pattern[start..self.at]))
    }

    /// Up to three octal digits, of which one was read.
    fn octal(&mut self, first: char) -> u32 {
        let mut code = first.to_digit(8).unwrap_or(0);
        for _ in 0..2 {
            let Some(digit) = self.peek().filter(|c| is_octal(*c)).and_then(|c| c.to_digit(8)) else { break };
            code = code * 8 + digit;
            self.at += 1;
        }
        code
    }

    /// Two hexadecimal digits, or any number of them in braces.
    fn hex(&mut self) -> Option<u32> {
        let first = self.next()?;
        if first == '{' {
            return self.hex_in_braces();
        }
        let second = self.next()?;
        Some(first.to_digit(16)? * 16 + second.to_digit(16)?)
    }

    fn hex_in_braces(&mut self) -> Option<u32> {
        let mut code = None;
        loop {
            match self.next()? {
                '}' => return code,
                digit => {
                    let sum = code.unwrap_or(0) * 16 + digit.to_digit(16)?;
                    code = Some(sum).filter(|code| *code <= char::MAX.into());
                    code?;
                }
            }
        }
    }
}

fn is_octal(c: char) -> bool {
    c.is_digit(8)
}
