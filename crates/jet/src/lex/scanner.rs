//! The scanner: text outside of actions, and tokens inside of them.

use gostd::utf8::decode;

use super::chars::{is_alphanumeric, is_printable_ascii, is_space};
use super::token::{LexProblem, Token, TokenKind};
use crate::options::Options;
use crate::source::At;

/// All tokens of a text; the last one is the end or a problem.
pub(crate) fn scan(text: &[u8], options: &Options) -> Vec<Token> {
    let mut scanner = Scanner::new(text, options);
    let mut inside = false;
    while !scanner.ended {
        inside = if inside { scanner.action() } else { scanner.outside() };
    }
    scanner.tokens
}

/// Where the next byte of a kind is, looked for again only when it was passed.
struct Finder {
    byte: u8,
    /// The place, or the end of the text.
    next: usize,
}

impl Finder {
    fn at_or_after(&mut self, text: &[u8], pos: usize) -> Option<usize> {
        if self.next < pos {
            self.next = memchr::memchr(self.byte, &text[pos..]).map_or(text.len(), |found| pos + found);
        }
        (self.next < text.len()).then_some(self.next)
    }

    fn new(byte: u8, text: &[u8]) -> Self {
        Self { byte, next: memchr::memchr(byte, text).unwrap_or(text.len()) }
    }
}

pub(super) struct Scanner<'a> {
    pub(super) text: &'a [u8],
    options: &'a Options,
    trim_right: Vec<u8>,
    actions: Finder,
    comments: Finder,
    /// The first byte of the token that is being read.
    start: usize,
    pub(super) pos: usize,
    parentheses: usize,
    last: TokenKind,
    tokens: Vec<Token>,
    ended: bool,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a [u8], options: &'a Options) -> Self {
        Self {
            text,
            options,
            trim_right: [b" -", options.right.as_bytes()].concat(),
            actions: Finder::new(options.left.as_bytes()[0], text),
            comments: Finder::new(options.left_comment.as_bytes()[0], text),
            start: 0,
            pos: 0,
            parentheses: 0,
            last: TokenKind::Eof,
            tokens: Vec::new(),
            ended: false,
        }
    }

    fn emit(&mut self, kind: TokenKind) {
        self.last = kind;
        self.tokens.push(Token { kind, at: At::new(self.start, self.pos) });
        self.start = self.pos;
    }

    fn fail(&mut self, problem: LexProblem) {
        self.tokens.push(Token { kind: TokenKind::Problem(problem), at: At::new(self.start, self.pos) });
        self.ended = true;
    }

    fn rest(&self) -> &'a [u8] {
        &self.text[self.pos..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        decode(self.rest()).map(|(c, _)| c)
    }

    /// How many bytes the next character has.
    pub(super) fn width(&self) -> usize {
        decode(self.rest()).map_or(0, |(_, width)| width)
    }

    fn next(&mut self) -> Option<char> {
        let (c, width) = decode(self.rest())?;
        self.pos += width;
        Some(c)
    }

    fn follows(&self, mark: &str) -> bool {
        self.rest().starts_with(mark.as_bytes())
    }

    /// Text up to the next action; whether an action begins.
    fn outside(&mut self) -> bool {
        while let Some(found) = self.next_mark() {
            self.pos = found;
            if self.follows(&self.options.left) {
                self.text_before_action();
                return true;
            }
            if self.follows(&self.options.left_comment) {
                self.comment();
                return false;
            }
            self.pos += self.width();
        }
        self.pos = self.text.len();
        self.emit_text();
        self.emit(TokenKind::Eof);
        self.ended = true;
        false
    }

    /// Where an action or a comment may begin. Jet looks for comments only as long as an action may follow: without one,
    /// the rest is text, comments included.
    fn next_mark(&mut self) -> Option<usize> {
        let action = self.actions.at_or_after(self.text, self.pos)?;
        let comment = self.comments.at_or_after(self.text, self.pos);
        Some(comment.map_or(action, |comment| comment.min(action)))
    }

    fn emit_text(&mut self) {
        if self.pos > self.start {
            self.emit(TokenKind::Text);
        }
    }

    fn text_before_action(&mut self) {
        let begin = self.pos;
        let inside = begin + self.options.left.len();
        let trims = self.text[inside..].starts_with(b"- ");
        if trims {
            let kept = self.text[self.start..begin].iter().rposition(|byte| !is_space(char::from(*byte)));
            self.pos = self.start + kept.map_or(0, |last| last + 1);
        }
        self.emit_text();
        self.start = begin;
        self.pos = inside;
        self.emit(TokenKind::LeftDelim);
        if trims {
            self.pos += 2;
            self.start = self.pos;
        }
        self.parentheses = 0;
    }

    fn comment(&mut self) {
        self.emit_text();
        self.pos += self.options.left_comment.len();
        let end = memchr::memmem::find(self.rest(), self.options.right_comment.as_bytes());
        let Some(end) = end else { return self.fail(LexProblem::UnclosedComment) };
        self.pos += end + self.options.right_comment.len();
        self.start = self.pos;
    }

    /// One token inside of an action; whether the action goes on.
    fn action(&mut self) -> bool {
        let trims = self.rest().starts_with(&self.trim_right);
        if !trims && !self.follows(&self.options.right) {
            self.token();
            return true;
        }
        if self.parentheses > 0 {
            self.fail(LexProblem::UnclosedParenthesis);
            return true;
        }
        self.right_delimiter(trims);
        false
    }

    fn right_delimiter(&mut self, trims: bool) {
        if trims {
            self.pos += 2;
            self.start = self.pos;
        }
        self.pos += self.options.right.len();
        self.emit(TokenKind::RightDelim);
        if trims {
            self.pos += self.rest().iter().take_while(|byte| is_space(char::from(**byte))).count();
            self.start = self.pos;
        }
    }

    fn token(&mut self) {
        let Some(c) = self.next() else { return self.fail(LexProblem::UnclosedAction) };
        match c {
            ' ' | '\t' | '\r' | '\n' => self.space(),
            '"' => self.quoted(b'"', TokenKind::Quoted, LexProblem::UnterminatedQuote),
            '\'' => self.quoted(b'\'', TokenKind::CharConstant, LexProblem::UnterminatedCharacter),
            '`' => self.raw_quoted(),
            '-' | '+' => self.sign(c),
            '.' if !self.rest().first().is_some_and(u8::is_ascii_digit) && !self.rest().is_empty() => self.field(),
            '.' | '0'..='9' => self.number(),
            '_' if !self.peek().is_some_and(is_alphanumeric) => self.emit(TokenKind::Underscore),
            _ if is_alphanumeric(c) => self.word(),
            _ => self.sign_of_one_or_two(c),
        }
    }

    fn sign_of_one_or_two(&mut self, c: char) {
        let kind = match c {
            // A single `&` is swallowed; it stays in front of the next token.
            '&' if !self.follows("&") => return,
            '(' | ')' => return self.parenthesis(c),
            _ => self.operator(c),
        };
        match kind {
            Some(kind) => self.emit(kind),
            None => self.fail(LexProblem::Unrecognized(c)),
        }
    }

    /// An operator whose first character was read.
    fn operator(&mut self, c: char) -> Option<TokenKind> {
        let mut either = |second, long, short| {
            let longer = self.text.get(self.pos) == Some(&second);
            self.pos += usize::from(longer);
            if longer { long } else { short }
        };
        Some(match c {
            '&' => either(b'&', TokenKind::And, TokenKind::And),
            '<' => either(b'=', TokenKind::LessEquals, TokenKind::Less),
            '>' => either(b'=', TokenKind::GreaterEquals, TokenKind::Greater),
            '!' => either(b'=', TokenKind::NotEquals, TokenKind::Not),
            '=' => either(b'=', TokenKind::Equals, TokenKind::Assign),
            ':' => either(b'=', TokenKind::Assign, TokenKind::Colon),
            '|' => either(b'|', TokenKind::Or, TokenKind::Pipe),
            ',' => TokenKind::Comma,
            ';' => TokenKind::Semicolon,
            '*' => TokenKind::Mul,
            '/' => TokenKind::Div,
            '%' => TokenKind::Mod,
            '?' => TokenKind::Question,
            '[' => TokenKind::LeftBracket,
            ']' => TokenKind::RightBracket,
            _ if is_printable_ascii(c) => TokenKind::Char,
            _ => return None,
        })
    }

    fn parenthesis(&mut self, c: char) {
        if c == '(' {
            self.parentheses += 1;
            return self.emit(TokenKind::LeftParen);
        }
        self.emit(TokenKind::RightParen);
        match self.parentheses.checked_sub(1) {
            Some(left) => self.parentheses = left,
            None => self.fail(LexProblem::UnexpectedParenthesis),
        }
    }

    /// A run of blanks. The last one stays when it belongs to the mark that trims what follows the action.
    fn space(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.pos += 1;
        }
        let trims = self.text[self.pos - 1..].starts_with(&self.trim_right);
        self.pos -= usize::from(trims);
        if self.pos > self.start {
            self.emit(TokenKind::Space);
        }
    }

    fn sign(&mut self, c: char) {
        let begins_number = self.rest().first().is_some_and(u8::is_ascii_digit) && !self.last.ends_operand();
        if begins_number {
            return self.number();
        }
        self.emit(if c == '-' { TokenKind::Minus } else { TokenKind::Add });
    }

    /// A number whose first character was read.
    fn number(&mut self) {
        self.pos -= 1;
        if self.pass_number() {
            self.emit(TokenKind::Number);
        } else {
            self.fail(LexProblem::BadNumber(At::new(self.start, self.pos)));
        }
    }

    /// A field whose dot was read; alone the dot is a name.
    fn field(&mut self) {
        if self.at_terminator() {
            return self.emit(TokenKind::Identifier);
        }
        self.pass_word();
        self.emit_word(TokenKind::Field);
    }

    /// A name or a keyword whose first character was read.
    fn word(&mut self) {
        self.pass_word();
        let word = &self.text[self.start..self.pos];
        let kind = match word {
            b"true" | b"false" => TokenKind::Bool,
            _ => TokenKind::keyword(word).unwrap_or(TokenKind::Identifier),
        };
        self.emit_word(kind);
    }

    fn pass_word(&mut self) {
        while self.peek().is_some_and(is_alphanumeric) {
            self.pos += self.width();
        }
    }

    fn emit_word(&mut self, kind: TokenKind) {
        if self.at_terminator() {
            self.emit(kind);
        } else {
            self.fail(LexProblem::BadCharacter(self.peek()));
        }
    }

    /// Whether a name may end here.
    fn at_terminator(&self) -> bool {
        let Some(c) = self.peek() else { return true };
        is_space(c) || ".,|:)=(;?[]+-/%*&!<>".contains(c) || self.options.right.starts_with(c)
    }

    /// Text in quotes; a backslash takes the next character with it.
    fn quoted(&mut self, quote: u8, kind: TokenKind, problem: LexProblem) {
        loop {
            let escaped = match self.rest() {
                [b'\\', b'\n', ..] | [b'\\'] | [b'\n', ..] | [] => return self.fail(problem),
                [b'\\', ..] => 1,
                [byte, ..] if *byte == quote => break,
                _ => 0,
            };
            self.pos += escaped;
            self.pos += self.width();
        }
        self.pos += 1;
        self.emit(kind);
    }

    fn raw_quoted(&mut self) {
        let Some(end) = memchr::memchr(b'`', self.rest()) else {
            return self.fail(LexProblem::UnterminatedRawQuote);
        };
        self.pos += end + 1;
        self.emit(TokenKind::RawQuoted);
    }
}
