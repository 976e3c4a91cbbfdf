//! Terms: names, literals, and expressions in parentheses.

use gostd::strconv::{Bits, parse_float, parse_int, parse_uint, unquote, unquote_char};
use value::Value;

use super::problem::ParseProblem;
use super::stream::{Parsed, Parser};
use crate::ast::{Expr, ExprKind};
use crate::lex::{Token, TokenKind};
use crate::source::At;

impl Parser<'_> {
    /// A term, if the next token begins one.
    pub(super) fn term(&mut self) -> Parsed<Option<Expr>> {
        let token = self.next_solid();
        let line = self.line();
        let (kind, line) = match token.kind {
            TokenKind::Problem(_) => return Err(self.unexpected(token, "", "")),
            TokenKind::Identifier => (self.identifier(token.at), line),
            TokenKind::Underscore => (ExprKind::Underscore, line),
            TokenKind::Field => (ExprKind::Field(vec![self.text(token.at)[1..].into()]), line),
            TokenKind::Nil => (ExprKind::Nil, 0),
            TokenKind::Bool => (ExprKind::Bool(self.source.slice(token.at) == b"true"), 0),
            TokenKind::CharConstant => (self.character(token.at)?, 0),
            TokenKind::Number => (self.number(token.at)?, 0),
            TokenKind::Quoted | TokenKind::RawQuoted => (ExprKind::Text(Value::text(self.quoted(token)?)), 0),
            TokenKind::LeftParen => return self.parenthesized().map(Some),
            _ => {
                self.back();
                return Ok(None);
            }
        };
        Ok(Some(Expr::new(kind, token.at, line)))
    }

    fn identifier(&self, at: At) -> ExprKind {
        match self.text(at).as_str() {
            "." => ExprKind::Context,
            name => ExprKind::Variable(self.surroundings.symbols.name(name)),
        }
    }

    fn parenthesized(&mut self) -> Parsed<Expr> {
        let inner = self.expression("parenthesized expression")?;
        if self.current.kind != TokenKind::RightParen {
            return Err(self.unexpected(self.current, "parenthesized expression", "closing parenthesis"));
        }
        Ok(inner)
    }

    /// A text that has to be there, and where it is.
    pub(super) fn expect_string(&mut self, context: &'static str) -> Parsed<(Vec<u8>, At)> {
        let token = self.next_solid();
        if !matches!(token.kind, TokenKind::Quoted | TokenKind::RawQuoted) {
            return Err(self.unexpected(token, context, "string literal"));
        }
        Ok((self.quoted(token)?, token.at))
    }

    fn quoted(&self, token: Token) -> Parsed<Vec<u8>> {
        unquote(self.source.slice(token.at))
            .map_err(|_| self.error(token.at, ParseProblem::BadQuote(self.text(token.at))))
    }

    /// `'a'` is the number of the character.
    fn character(&self, at: At) -> Parsed<ExprKind> {
        let inner = &self.source.slice(at)[1..];
        match unquote_char(inner, b'\'') {
            Ok((c, b"'")) => Ok(ExprKind::Number(c.code().into())),
            Ok(_) => Err(self.error(at, ParseProblem::BadCharacterConstant(self.text(at)))),
            Err(_) => Err(self.error(at, ParseProblem::BadQuote(self.text(at)))),
        }
    }

    /// All numbers are floats, also those without a fraction.
    fn number(&self, at: At) -> Parsed<ExprKind> {
        let text = self.text(at);
        if let Some(before) = text.strip_suffix('i')
            && let Some(imaginary) = float(before)
        {
            return Ok(if imaginary == 0.0 { ExprKind::Number(0.0) } else { ExprKind::Imaginary });
        }
        if let Some(whole) = whole(&text) {
            return Ok(ExprKind::Number(whole));
        }
        match float(&text) {
            Some(number) if text.contains(['.', 'e', 'E']) => Ok(ExprKind::Number(number)),
            Some(_) => Err(self.error(at, ParseProblem::TooLargeNumber(text))),
            None => Err(self.error(at, ParseProblem::BadNumber { text, original: "illegal number syntax: " })),
        }
    }
}

/// A number without fraction that fits 64 bits: decimal, with `0x`, or octal with a zero in front.
#[expect(clippy::cast_precision_loss, reason = "numbers are floats, also large ones")]
fn whole(text: &str) -> Option<f64> {
    let signed = parse_int(text, 0, 64).map(|number| number as f64);
    signed.or_else(|_| parse_uint(text, 0, 64).map(|number| number as f64)).ok()
}

/// A number with fraction or exponent.
fn float(text: &str) -> Option<f64> {
    parse_float(text, Bits::Double).ok()
}
