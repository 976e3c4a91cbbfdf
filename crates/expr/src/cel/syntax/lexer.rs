//! Text into tokens.

use super::place::Place;
use super::token::{Kind, Token};
use crate::cel::cause::Cause;
use crate::cel::problem::Problem;

/// Splits `text` into tokens; the last one is [`Kind::End`].
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, Problem> {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: 0 };
    let mut tokens = Vec::with_capacity(text.len() / 4 + 2);
    loop {
        let token = lexer.next()?;
        tokens.push(token);
        if token.kind == Kind::End {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl Lexer<'_> {
    fn next(&mut self) -> Result<Token, Problem> {
        self.skip_blanks();
        let start = self.at;
        let Some(&byte) = self.bytes.get(start) else { return Ok(self.token(Kind::End, start)) };
        let kind = match byte {
            b'0'..=b'9' => self.number(),
            b'.' if self.is_digit(start + 1) => self.number(),
            b'"' | b'\'' => self.string(start, Kind::String)?,
            b'`' => self.quoted_name()?,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => match self.prefix(start) {
                Some((quote, kind)) => self.string(quote, kind)?,
                None => self.word(),
            },
            _ => self.sign(byte)?,
        };
        Ok(self.token(kind, start))
    }

    fn token(&self, kind: Kind, start: usize) -> Token {
        Token { kind, start: narrow(start), end: narrow(self.at) }
    }

    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn is_digit(&self, at: usize) -> bool {
        self.byte(at).is_ascii_digit()
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.byte(self.at) {
                b' ' | b'\t' | b'\r' | b'\n' | 0x0c => self.at += 1,
                b'/' if self.byte(self.at + 1) == b'/' => {
                    let rest = &self.bytes[self.at..];
                    self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    fn take_while(&mut self, belongs: impl Fn(u8) -> bool) {
        while self.bytes.get(self.at).is_some_and(|byte| belongs(*byte)) {
            self.at += 1;
        }
    }

    fn word(&mut self) -> Kind {
        let start = self.at;
        self.take_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        match &self.text[start..self.at] {
            "true" => Kind::True,
            "false" => Kind::False,
            "null" => Kind::Null,
            "in" => Kind::In,
            _ => Kind::Ident,
        }
    }

    /// A number begins with a digit, or with a point that a digit follows.
    fn number(&mut self) -> Kind {
        if self.byte(self.at) == b'0' && self.byte(self.at + 1) == b'x' && self.byte(self.at + 2).is_ascii_hexdigit() {
            self.at += 2;
            self.take_while(|byte| byte.is_ascii_hexdigit());
            return self.suffix(Kind::Int);
        }
        self.take_while(|byte| byte.is_ascii_digit());
        let mut kind = Kind::Int;
        if self.byte(self.at) == b'.' && self.is_digit(self.at + 1) {
            self.at += 1;
            self.take_while(|byte| byte.is_ascii_digit());
            kind = Kind::Float;
        }
        if self.exponent() { Kind::Float } else { self.suffix(kind) }
    }

    /// Skips `e+10`, if it is there.
    fn exponent(&mut self) -> bool {
        let sign = usize::from(matches!(self.byte(self.at + 1), b'+' | b'-'));
        let is = matches!(self.byte(self.at), b'e' | b'E') && self.is_digit(self.at + 1 + sign);
        if is {
            self.at += 1 + sign;
            self.take_while(|byte| byte.is_ascii_digit());
        }
        is
    }

    /// Skips the letter that makes an integer unsigned.
    fn suffix(&mut self, kind: Kind) -> Kind {
        if kind == Kind::Int && matches!(self.byte(self.at), b'u' | b'U') {
            self.at += 1;
            return Kind::Uint;
        }
        kind
    }

    /// Where the quote is when the word at `start` is only the prefix of a string: `r"`, `b"`, `br"`.
    fn prefix(&self, start: usize) -> Option<(usize, Kind)> {
        let is_bytes = matches!(self.byte(start), b'b' | b'B');
        let after = start + usize::from(is_bytes);
        let quote = after + usize::from(matches!(self.byte(after), b'r' | b'R'));
        let kind = if is_bytes { Kind::Bytes } else { Kind::String };
        (quote > start && matches!(self.byte(quote), b'"' | b'\'')).then_some((quote, kind))
    }

    /// A string whose first quote is at `open`; what stands between here and there are prefixes.
    fn string(&mut self, open: usize, kind: Kind) -> Result<Kind, Problem> {
        let start = self.at;
        let raw = open > start && matches!(self.byte(open - 1), b'r' | b'R');
        let quote = self.byte(open);
        let triple = self.byte(open + 1) == quote && self.byte(open + 2) == quote;
        self.at = if triple { self.string_end(open, 3, raw)? } else { self.string_end(open, 1, raw)? };
        Ok(kind)
    }

    /// One past the quotes that end a string which begins with so many quotes at `open`. A string in single quotes ends
    /// on its line.
    fn string_end(&self, open: usize, quotes: usize, raw: bool) -> Result<usize, Problem> {
        let closing = &self.bytes[open..open + quotes];
        let mut at = open + quotes;
        loop {
            match self.bytes.get(at) {
                None => return Err(problem(Cause::UnterminatedString, self.at, at)),
                Some(b'\n' | b'\r') if quotes == 1 => {
                    return Err(problem(Cause::UnterminatedString, self.at, at));
                }
                Some(b'\\') if !raw => at += self.escape(at).ok_or_else(|| self.bad_escape(at))?,
                Some(_) if self.bytes[at..].starts_with(closing) => return Ok(at + quotes),
                Some(_) => at += 1,
            }
        }
    }

    fn bad_escape(&self, at: usize) -> Problem {
        let end = if at + 1 < self.bytes.len() { self.after_char(at + 1) } else { at + 1 };
        problem(Cause::BadEscape { given: self.text[at..end].to_string() }, at, end)
    }

    /// The length of the escape sequence at a backslash, if it is one.
    fn escape(&self, at: usize) -> Option<usize> {
        let hex = |count: usize| {
            let digits = self.bytes.get(at + 2..at + 2 + count)?;
            digits.iter().all(u8::is_ascii_hexdigit).then_some(2 + count)
        };
        match self.byte(at + 1) {
            b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v' | b'"' | b'\'' | b'\\' | b'?' | b'`' => Some(2),
            b'x' | b'X' => hex(2),
            b'u' => hex(4),
            b'U' => hex(8),
            b'0'..=b'3' => {
                let digits = self.bytes.get(at + 2..at + 4)?;
                digits.iter().all(|digit| matches!(digit, b'0'..=b'7')).then_some(4)
            }
            _ => None,
        }
    }

    fn quoted_name(&mut self) -> Result<Kind, Problem> {
        let start = self.at;
        self.at += 1;
        self.take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'/' | b' '));
        if self.byte(self.at) != b'`' || self.at == start + 1 {
            return Err(problem(Cause::BadQuotedName, start, self.after_char(self.at)));
        }
        self.at += 1;
        Ok(Kind::Quoted)
    }

    fn sign(&mut self, byte: u8) -> Result<Kind, Problem> {
        let next = self.byte(self.at + 1);
        let (kind, length) = match (byte, next) {
            (b'=', b'=') => (Kind::EqualEqual, 2),
            (b'!', b'=') => (Kind::NotEqual, 2),
            (b'<', b'=') => (Kind::LessEqual, 2),
            (b'>', b'=') => (Kind::GreaterEqual, 2),
            (b'&', b'&') => (Kind::And, 2),
            (b'|', b'|') => (Kind::Or, 2),
            (b'<', _) => (Kind::Less, 1),
            (b'>', _) => (Kind::Greater, 1),
            (b'!', _) => (Kind::Not, 1),
            (b'[', _) => (Kind::LeftBracket, 1),
            (b']', _) => (Kind::RightBracket, 1),
            (b'{', _) => (Kind::LeftBrace, 1),
            (b'}', _) => (Kind::RightBrace, 1),
            (b'(', _) => (Kind::LeftParen, 1),
            (b')', _) => (Kind::RightParen, 1),
            (b'.', _) => (Kind::Dot, 1),
            (b',', _) => (Kind::Comma, 1),
            (b'-', _) => (Kind::Minus, 1),
            (b'?', _) => (Kind::Question, 1),
            (b':', _) => (Kind::Colon, 1),
            (b'+', _) => (Kind::Plus, 1),
            (b'*', _) => (Kind::Star, 1),
            (b'/', _) => (Kind::Slash, 1),
            (b'%', _) => (Kind::Percent, 1),
            _ => {
                let end = self.after_char(self.at);
                let given = self.text[self.at..end].to_string();
                return Err(problem(Cause::UnexpectedCharacter { given }, self.at, end));
            }
        };
        self.at += length;
        Ok(kind)
    }

    /// One past the character that begins at or around `at`.
    fn after_char(&self, at: usize) -> usize {
        (at + 1..self.text.len()).find(|end| self.text.is_char_boundary(*end)).unwrap_or(self.text.len())
    }
}

fn problem(cause: Cause, start: usize, end: usize) -> Problem {
    Problem::syntax(cause, Place::new(narrow(start), narrow(end)))
}

/// Texts are limited to far less than 4 GiB before they come here.
pub(crate) fn narrow(at: usize) -> u32 {
    u32::try_from(at).expect("the text of an expression is below its limit")
}
