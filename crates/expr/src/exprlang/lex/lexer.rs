//! The scanner. It is asked for one word at a time, so that a mistake behind the first one costs nothing.

use gostd::unicode::{is_digit, is_letter};

use super::literal;
use super::token::{Token, TokenKind};
use crate::exprlang::Place;
use crate::exprlang::error::{Mistake, Problem};

const WORD_OPERATORS: [&str; 11] =
    ["not", "in", "or", "and", "matches", "contains", "startsWith", "endsWith", "let", "if", "else"];

pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// The word after `#` belongs to it, whatever it is.
    after_pointer: bool,
}

type Result<T> = std::result::Result<T, Mistake>;

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0, after_pointer: false }
    }

    /// The next word; [`TokenKind::End`] again and again after the last one.
    pub(crate) fn next(&mut self) -> Result<Token<'a>> {
        if std::mem::take(&mut self.after_pointer) && self.peek().is_some_and(is_name_char) {
            let start = self.at;
            self.skip_while(is_name_char);
            return Ok(self.token(start, TokenKind::Name(&self.text[start..self.at])));
        }
        self.skip_blanks()?;
        let start = self.at;
        let kind = match self.peek() {
            None => TokenKind::End,
            Some(c) => self.word(start, c)?,
        };
        Ok(self.token(start, kind))
    }

    fn word(&mut self, start: usize, c: char) -> Result<TokenKind<'a>> {
        match c {
            '\'' | '"' => self.quoted(c).and_then(|body| {
                literal::text(body, c).map(TokenKind::Text).map_err(|flaw| self.flaw(start + 1, flaw))
            }),
            'b' | 'B' if self.rest()[1..].starts_with(['\'', '"']) => self.bytes(start),
            '`' => self.raw(),
            '0'..='9' => self.number(start),
            '.' if self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                self.at += 1;
                self.number(start)
            }
            '(' | ')' | '[' | ']' | '{' | '}' => {
                self.at += 1;
                Ok(TokenKind::Bracket(self.text.as_bytes()[start]))
            }
            c if is_name_char(c) => Ok(self.name(start)),
            c => self.operator(start, c),
        }
    }

    fn name(&mut self, start: usize) -> TokenKind<'a> {
        self.skip_while(is_name_char);
        let word = &self.text[start..self.at];
        if WORD_OPERATORS.contains(&word) { TokenKind::Operator(word) } else { TokenKind::Name(word) }
    }

    fn operator(&mut self, start: usize, c: char) -> Result<TokenKind<'a>> {
        let second = match c {
            '|' => "|",
            ':' => ":",
            '?' => ".?",
            '.' => ".",
            '#' => "#",
            '&' | '!' | '=' | '*' | '<' | '>' => "&=*",
            ',' | ';' | '%' | '+' | '-' | '^' | '/' => "",
            c => return Err(self.error(start, start + c.len_utf8(), Problem::Character(c))),
        };
        self.at += 1;
        if self.rest().starts_with(|c| second.contains(c)) {
            self.at += 1;
        }
        self.after_pointer = c == '#';
        Ok(TokenKind::Operator(&self.text[start..self.at]))
    }

    /// Scans a number as far as it goes; what it means is found out later.
    fn number(&mut self, start: usize) -> Result<TokenKind<'a>> {
        let digits = self.radix_digits();
        self.skip_while(digits);
        if self.rest().starts_with('.') && !self.rest().starts_with("..") {
            self.at += 1;
            self.skip_while(digits);
        }
        if self.rest().starts_with(['e', 'E']) {
            self.at += 1;
            if self.rest().starts_with(['+', '-']) {
                self.at += 1;
            }
            self.skip_while(digits);
        }
        if let Some(c) = self.peek().filter(|c| is_name_char(*c)) {
            let end = self.at + c.len_utf8();
            return Err(self.error(start, end, Problem::Number { given: self.text[start..end].to_string() }));
        }
        Ok(TokenKind::Number(&self.text[start..self.at]))
    }

    /// Skips a prefix such as `0x`; the digits that may follow.
    fn radix_digits(&mut self) -> fn(char) -> bool {
        let prefix = self.rest().as_bytes();
        let digits: fn(char) -> bool = match (prefix.first(), prefix.get(1)) {
            (Some(b'0'), Some(b'x' | b'X')) => |c| c.is_ascii_hexdigit() || c == '_',
            (Some(b'0'), Some(b'o' | b'O')) => |c| matches!(c, '0'..='7' | '_'),
            (Some(b'0'), Some(b'b' | b'B')) => |c| matches!(c, '0' | '1' | '_'),
            _ => return |c| c.is_ascii_digit() || c == '_',
        };
        self.at += 2;
        digits
    }

    fn bytes(&mut self, start: usize) -> Result<TokenKind<'a>> {
        self.at += 1;
        let quote = char::from(self.text.as_bytes()[self.at]);
        let body = self.quoted(quote)?;
        literal::bytes(body, quote).map(TokenKind::Bytes).map_err(|flaw| self.flaw(start + 2, flaw))
    }

    /// What stands between two quotes on one line.
    fn quoted(&mut self, quote: char) -> Result<&'a str> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.peek() {
                None | Some('\n') => return Err(self.error(start, self.at, Problem::Unterminated)),
                Some('\\') => {
                    self.at += 1;
                    self.at += self.peek().filter(|c| *c != '\n').map_or(0, char::len_utf8);
                }
                Some(c) => {
                    self.at += c.len_utf8();
                    if c == quote {
                        return Ok(&self.text[start + 1..self.at - 1]);
                    }
                }
            }
        }
    }

    fn raw(&mut self) -> Result<TokenKind<'a>> {
        let start = self.at;
        self.at += 1;
        loop {
            let Some(end) = self.rest().find('`') else {
                return Err(self.error(start, self.text.len(), Problem::Unterminated));
            };
            self.at += end + 1;
            if !self.rest().starts_with('`') {
                return Ok(TokenKind::Text(literal::raw(&self.text[start + 1..self.at - 1])));
            }
            self.at += 1;
        }
    }

    fn skip_blanks(&mut self) -> Result<()> {
        loop {
            self.skip_while(char::is_whitespace);
            if self.rest().starts_with("//") {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.rest().starts_with("/*") {
                let Some(end) = self.rest()[2..].find("*/") else {
                    return Err(self.error(self.at, self.at + 2, Problem::OpenComment));
                };
                self.at += end + 4;
            } else {
                return Ok(());
            }
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_while(&mut self, matches: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !matches(c)).unwrap_or(rest.len());
    }

    fn token(&self, start: usize, kind: TokenKind<'a>) -> Token<'a> {
        Token { kind, place: place(start, self.at) }
    }

    fn error(&self, start: usize, end: usize, problem: Problem) -> Mistake {
        Mistake::new(problem, place(start, end.min(self.text.len())))
    }

    fn flaw(&self, body: usize, (problem, at): literal::Flaw) -> Mistake {
        let start = body + at;
        let end = self.text[start..].char_indices().nth(2).map_or(self.text.len(), |(length, _)| start + length);
        self.error(start, end, problem)
    }
}

fn place(start: usize, end: usize) -> Place {
    let narrow = |at: usize| u32::try_from(at).expect("texts are limited to a mebibyte");
    Place::new(narrow(start), narrow(end))
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$' || (!c.is_ascii() && (is_letter(c) || is_digit(c)))
}
