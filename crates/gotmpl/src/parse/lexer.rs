//! From bytes to tokens, on demand: the parser asks for one token at a time, so that a mistake later in the text does
//! not hide one before it.

use super::chars::{decode, describe, is_alphanumeric, is_space};
use super::token::{Kind, Token};

/// What stands around actions.
#[derive(Debug, Clone)]
pub(crate) struct Delimiters {
    pub(crate) left: Box<[u8]>,
    pub(crate) right: Box<[u8]>,
}

pub(super) struct Lexer<'s> {
    source: &'s [u8],
    delimiters: &'s Delimiters,
    /// `break` and `continue` are names when functions are called so.
    pub(super) break_is_keyword: bool,
    pub(super) continue_is_keyword: bool,
    /// Where the next token begins.
    start: usize,
    /// Up to where it has been read.
    at: usize,
    /// The line that `start` is on.
    line: u32,
    inside: bool,
    parens: usize,
    /// The words of the last error token.
    pub(super) problem: String,
}

impl<'s> Lexer<'s> {
    pub(super) fn new(source: &'s [u8], delimiters: &'s Delimiters) -> Self {
        Self {
            source,
            delimiters,
            break_is_keyword: true,
            continue_is_keyword: true,
            start: 0,
            at: 0,
            line: 1,
            inside: false,
            parens: 0,
            problem: String::new(),
        }
    }

    pub(super) fn next(&mut self) -> Token {
        if self.inside { self.inside_action() } else { self.text() }
    }

    fn rest(&self) -> &'s [u8] {
        &self.source[self.at..]
    }

    fn peek(&self) -> Option<char> {
        decode(self.rest()).map(|(found, _)| found)
    }

    fn bump(&mut self) -> Option<char> {
        let (found, length) = decode(self.rest())?;
        self.at += length;
        Some(found)
    }

    /// The token from `start` to here.
    fn emit(&mut self, kind: Kind) -> Token {
        let token = Token { kind, start: self.start, end: self.at, line: self.line };
        self.skip();
        token
    }

    /// Begins the next token here.
    fn skip(&mut self) {
        let passed = &self.source[self.start..self.at];
        let lines = memchr::memchr_iter(b'\n', passed).count();
        self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        self.start = self.at;
    }

    fn error(&mut self, problem: impl Into<String>) -> Token {
        self.problem = problem.into();
        Token { kind: Kind::Error, start: self.start, end: self.at, line: self.line }
    }

    /// Text up to the next action; comments are passed over.
    fn text(&mut self) -> Token {
        loop {
            let Some(found) = memchr::memmem::find(self.rest(), &self.delimiters.left) else {
                self.at = self.source.len();
                return self.emit(if self.at > self.start { Kind::Text } else { Kind::Eof });
            };
            let left = self.at + found;
            let after = &self.source[left + self.delimiters.left.len()..];
            let kept = if has_left_trim_marker(after) { trim_end(&self.source[self.at..left]) } else { found };
            if kept > 0 {
                self.at += kept;
                let token = self.emit(Kind::Text);
                self.at = left;
                self.skip();
                return token;
            }
            self.at = left;
            self.skip();
            if let Some(token) = self.left_delimiter() {
                return token;
            }
        }
    }

    /// The delimiter, or nothing when it begins a comment that ends well.
    fn left_delimiter(&mut self) -> Option<Token> {
        self.at += self.delimiters.left.len();
        let marker = if has_left_trim_marker(self.rest()) { 2 } else { 0 };
        if self.rest()[marker..].starts_with(b"/*") {
            self.at += marker;
            self.skip();
            return self.comment();
        }
        let token = self.emit(Kind::LeftDelim);
        self.at += marker;
        self.skip();
        self.inside = true;
        self.parens = 0;
        Some(token)
    }

    fn comment(&mut self) -> Option<Token> {
        self.at += 2;
        let Some(end) = memchr::memmem::find(self.rest(), b"*/") else {
            return Some(self.error("unclosed comment"));
        };
        self.at += end + 2;
        let Some(right) = self.right_delimiter_here() else {
            return Some(self.error("comment ends before closing delimiter"));
        };
        self.pass_right_delimiter(right);
        None
    }

    /// Whether a right delimiter is here, and whether it trims.
    fn right_delimiter_here(&self) -> Option<Right> {
        let rest = self.rest();
        if has_right_trim_marker(rest) && rest[2..].starts_with(&self.delimiters.right) {
            Some(Right::Trims)
        } else if rest.starts_with(&self.delimiters.right) {
            Some(Right::Plain)
        } else {
            None
        }
    }

    fn right_delimiter(&mut self, right: Right) -> Token {
        if right == Right::Trims {
            self.at += 2;
            self.skip();
        }
        self.at += self.delimiters.right.len();
        let token = self.emit(Kind::RightDelim);
        self.pass_spaces(right);
        self.inside = false;
        token
    }

    fn pass_right_delimiter(&mut self, right: Right) {
        self.at += self.delimiters.right.len() + if right == Right::Trims { 2 } else { 0 };
        self.pass_spaces(right);
    }

    fn pass_spaces(&mut self, right: Right) {
        if right == Right::Trims {
            self.at += self.rest().iter().take_while(|byte| is_space(**byte)).count();
        }
        self.skip();
    }

    fn inside_action(&mut self) -> Token {
        if let Some(right) = self.right_delimiter_here() {
            return if self.parens == 0 { self.right_delimiter(right) } else { self.error("unclosed left paren") };
        }
        let Some((found, length)) = decode(self.rest()) else { return self.error("unclosed action") };
        if is_space(self.source[self.at]) {
            return self.space();
        }
        self.at += length;
        match found {
            '=' => self.emit(Kind::Assign),
            ':' => self.declare(),
            '|' => self.emit(Kind::Pipe),
            '"' => self.quoted('"', Kind::String, "unterminated quoted string"),
            '\'' => self.quoted('\'', Kind::CharConstant, "unterminated character constant"),
            '`' => self.raw_string(),
            '$' => self.field_or_variable(Kind::Variable),
            '.' if !self.rest().first().is_none_or(u8::is_ascii_digit) => self.field_or_variable(Kind::Field),
            '.' | '+' | '-' | '0'..='9' => self.number(),
            '(' => {
                self.parens += 1;
                self.emit(Kind::LeftParen)
            }
            ')' => match self.parens.checked_sub(1) {
                Some(parens) => {
                    self.parens = parens;
                    self.emit(Kind::RightParen)
                }
                None => self.error("unexpected right paren"),
            },
            found if is_alphanumeric(found) => self.identifier(),
            found if found.is_ascii_graphic() => self.emit(Kind::Char),
            found => self.error(format!("unrecognized character in action: {}", describe(found))),
        }
    }

    fn declare(&mut self) -> Token {
        if self.bump() == Some('=') { self.emit(Kind::Declare) } else { self.error("expected :=") }
    }

    /// A run of blanks. The last one may belong to a delimiter that trims.
    fn space(&mut self) -> Token {
        let count = self.rest().iter().take_while(|byte| is_space(**byte)).count();
        self.at += count - 1;
        if self.right_delimiter_here() == Some(Right::Trims) {
            return if count == 1 { self.right_delimiter(Right::Trims) } else { self.emit(Kind::Space) };
        }
        self.at += 1;
        self.emit(Kind::Space)
    }

    fn identifier(&mut self) -> Token {
        self.pass_name();
        let word = &self.source[self.start..self.at];
        if !self.at_terminator() {
            return self.bad_character();
        }
        let kind = match Kind::keyword(word) {
            Some(Kind::Break) if !self.break_is_keyword => Kind::Identifier,
            Some(Kind::Continue) if !self.continue_is_keyword => Kind::Identifier,
            Some(keyword) => keyword,
            None if word == b"true" || word == b"false" => Kind::Bool,
            None => Kind::Identifier,
        };
        self.emit(kind)
    }

    /// A name behind a dot or dollar sign that has been read.
    fn field_or_variable(&mut self, kind: Kind) -> Token {
        if self.at_terminator() {
            return self.emit(if kind == Kind::Variable { Kind::Variable } else { Kind::Dot });
        }
        self.pass_name();
        if self.at_terminator() { self.emit(kind) } else { self.bad_character() }
    }

    fn pass_name(&mut self) {
        while let Some((found, length)) = decode(self.rest()) {
            if !is_alphanumeric(found) {
                break;
            }
            self.at += length;
        }
    }

    /// The character that ended a name and should not have.
    fn bad_character(&mut self) -> Token {
        let found = self.peek().map(describe).unwrap_or_default();
        self.error(format!("bad character {found}"))
    }

    fn at_terminator(&self) -> bool {
        match self.rest().first() {
            None | Some(b'.' | b',' | b'|' | b':' | b')' | b'(') => true,
            Some(byte) => is_space(*byte) || self.rest().starts_with(&self.delimiters.right),
        }
    }

    fn quoted(&mut self, quote: char, kind: Kind, problem: &str) -> Token {
        loop {
            match self.bump() {
                None | Some('\n') => return self.error(problem),
                Some('\\') => {
                    if matches!(self.bump(), None | Some('\n')) {
                        return self.error(problem);
                    }
                }
                Some(found) if found == quote => return self.emit(kind),
                Some(_) => {}
            }
        }
    }

    fn raw_string(&mut self) -> Token {
        if let Some(end) = memchr::memchr(b'`', self.rest()) {
            self.at += end + 1;
            return self.emit(Kind::RawString);
        }
        self.at = self.source.len();
        self.error("unterminated raw quoted string")
    }

    fn number(&mut self) -> Token {
        self.at = self.start;
        if !self.scan_number() {
            return self.bad_number();
        }
        if !matches!(self.rest().first(), Some(b'+' | b'-')) {
            return self.emit(Kind::Number);
        }
        if !self.scan_number() || self.source[self.at - 1] != b'i' {
            return self.bad_number();
        }
        self.emit(Kind::Complex)
    }

    fn bad_number(&mut self) -> Token {
        let text = value::quote_bytes(&self.source[self.start..self.at]);
        self.error(format!("bad number syntax: {text}"))
    }

    /// Passes over what looks like a number; whether it is one is found out when it is read.
    fn scan_number(&mut self) -> bool {
        self.accept(b"+-");
        let mut base = Base::Ten;
        if self.accept(b"0") {
            base = match self.rest().first() {
                Some(b'x' | b'X') => Base::Sixteen,
                Some(b'o' | b'O') => Base::Eight,
                Some(b'b' | b'B') => Base::Two,
                _ => Base::Ten,
            };
            self.at += usize::from(base != Base::Ten);
        }
        self.accept_run(base.digits());
        if self.accept(b".") {
            self.accept_run(base.digits());
        }
        let exponent: &[u8] = match base {
            Base::Ten => b"eE",
            Base::Sixteen => b"pP",
            Base::Eight | Base::Two => b"",
        };
        if self.accept(exponent) {
            self.accept(b"+-");
            self.accept_run(Base::Ten.digits());
        }
        self.accept(b"i");
        match decode(self.rest()) {
            Some((found, length)) if is_alphanumeric(found) => {
                self.at += length;
                false
            }
            _ => true,
        }
    }

    fn accept(&mut self, valid: &[u8]) -> bool {
        let accepted = self.rest().first().is_some_and(|byte| valid.contains(byte));
        self.at += usize::from(accepted);
        accepted
    }

    fn accept_run(&mut self, valid: &[u8]) {
        while self.accept(valid) {}
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Right {
    Plain,
    Trims,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    Two,
    Eight,
    Ten,
    Sixteen,
}

impl Base {
    fn digits(self) -> &'static [u8] {
        match self {
            Self::Two => b"01_",
            Self::Eight => b"01234567_",
            Self::Ten => b"0123456789_",
            Self::Sixteen => b"0123456789abcdefABCDEF_",
        }
    }
}

fn has_left_trim_marker(text: &[u8]) -> bool {
    matches!(text, [b'-', space, ..] if is_space(*space))
}

fn has_right_trim_marker(text: &[u8]) -> bool {
    matches!(text, [space, b'-', ..] if is_space(*space))
}

/// How much is left without the blanks at the end.
fn trim_end(text: &[u8]) -> usize {
    text.iter().rposition(|byte| !is_space(*byte)).map_or(0, |last| last + 1)
}
