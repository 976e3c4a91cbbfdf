//! Reading tokens: three of lookahead, and the messages for tokens that do not fit.

use std::fmt::Write;

use super::ast::Extent;
use super::error::ParseError;
use super::parser::Parser;
use super::token::{Kind, Token};

/// The tokens that were read and given back, the next one last.
#[derive(Default)]
pub(super) struct Lookahead {
    tokens: Vec<Token>,
    /// The last token that came from the lexer: where a message points.
    last: Option<Token>,
}

impl<'s> Parser<'s> {
    pub(super) fn next(&mut self) -> Token {
        if let Some(token) = self.lookahead.tokens.pop() {
            return token;
        }
        let token = self.lexer.next();
        self.lookahead.last = Some(token);
        self.scope().line = token.line;
        token
    }

    /// Gives a token back. Several are given back last first.
    pub(super) fn back(&mut self, token: Token) {
        self.lookahead.tokens.push(token);
    }

    pub(super) fn peek(&mut self) -> Token {
        let token = self.next();
        self.back(token);
        token
    }

    pub(super) fn next_non_space(&mut self) -> Token {
        loop {
            let token = self.next();
            if token.kind != Kind::Space {
                return token;
            }
        }
    }

    pub(super) fn peek_non_space(&mut self) -> Token {
        let token = self.next_non_space();
        self.back(token);
        token
    }

    pub(super) fn expect(&mut self, kind: Kind, context: &str) -> Result<Token, ParseError> {
        let token = self.next_non_space();
        if token.kind == kind { Ok(token) } else { Err(self.unexpected(token, context)) }
    }

    pub(super) fn text(&self, token: Token) -> &'s [u8] {
        &self.source[token.start..token.end]
    }

    pub(super) fn extent(token: Token) -> Extent {
        Extent::new(token.start, token.end)
    }

    /// The message for a token that cannot be here.
    pub(super) fn unexpected(&mut self, token: Token, context: &str) -> ParseError {
        if token.kind != Kind::Error {
            let found = token.describe(self.source);
            return self.error_at(token, format!("unexpected {found} in {context}"));
        }
        let mut message = self.lexer.problem.clone();
        let line = self.scope().action_line;
        if line != 0 && line != token.line {
            let started = if message.ends_with(" action") { "started" } else { "in action started" };
            let _ = write!(message, " {started} at {}:{line}", self.name);
        }
        self.error_at(token, message)
    }

    /// An error where the last token was read.
    pub(super) fn error(&mut self, message: impl Into<String>) -> ParseError {
        match self.lookahead.last {
            Some(token) => self.error_at(token, message),
            None => self.error_in(Extent::new(0, 0), message),
        }
    }

    /// An error at a token; the line that it names is, as in Go, that of the last token that was read.
    pub(super) fn error_at(&mut self, token: Token, message: impl Into<String>) -> ParseError {
        self.error_in(Self::extent(token), message)
    }

    pub(super) fn error_in(&mut self, extent: Extent, message: impl Into<String>) -> ParseError {
        ParseError {
            name: self.name.to_owned(),
            line: self.scope().line,
            message: message.into(),
            start: extent.start,
            end: extent.end,
        }
    }
}
