//! The tokens as the parser sees them, one after the other, with a way back.

use std::sync::Arc;

use super::problem::{ParseError, ParseProblem};
use super::template::Surroundings;
use crate::ast::{Block, Expr, ExprKind};
use crate::lex::{LexProblem, Token, TokenKind};
use crate::source::{At, Source};

/// How deep constructs and expressions may be nested.
pub(crate) const MAX_NESTING: usize = 200;

/// The outcome of parsing something.
pub(super) type Parsed<T> = Result<T, Fault>;

/// An error on its way; small, so that the way without errors stays cheap.
pub(super) struct Fault(Box<ParseError>);

impl Fault {
    pub(super) fn into_error(self) -> ParseError {
        *self.0
    }
}

/// The state of a parser.
pub(super) struct Parser<'a> {
    pub(super) source: &'a Arc<Source>,
    pub(super) surroundings: &'a Surroundings<'a>,
    tokens: std::vec::IntoIter<Token>,
    /// Tokens that were put back, the next one last. Blanks that were skipped on the way do not come back.
    pending: Vec<Token>,
    /// The token that was taken last.
    pub(super) current: Token,
    /// Line of the last token that was taken for the first time; Jet gives it to nodes.
    line: u32,
    /// Up to where lines are counted.
    counted: usize,
    depth: usize,
    /// The blocks of this template, in the order in which they end.
    pub(super) blocks: Vec<Arc<Block>>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(source: &'a Arc<Source>, surroundings: &'a Surroundings<'a>, tokens: Vec<Token>) -> Self {
        Self {
            source,
            surroundings,
            tokens: tokens.into_iter(),
            pending: Vec::with_capacity(3),
            current: Token { kind: TokenKind::Eof, at: At { start: 0, end: 0 } },
            line: 1,
            counted: 0,
            depth: 0,
            blocks: Vec::new(),
        }
    }

    pub(super) fn line(&self) -> u32 {
        self.line
    }

    fn fetch(&mut self) -> Token {
        let Some(token) = self.tokens.next() else {
            self.line = 1;
            let end = self.source.text.len();
            return Token { kind: TokenKind::Problem(LexProblem::Ended), at: At::new(end, end) };
        };
        let start = token.at.start as usize;
        let passed = memchr::memchr_iter(b'\n', &self.source.text[self.counted..start]).count();
        self.line += u32::try_from(passed).expect("a template is smaller than 4 GiB");
        self.counted = start;
        token
    }

    pub(super) fn next(&mut self) -> Token {
        self.current = self.pending.pop().unwrap_or_else(|| self.fetch());
        self.current
    }

    /// Puts the token back that was taken last.
    pub(super) fn back(&mut self) {
        self.pending.push(self.current);
    }

    /// Puts back the token that was taken last, and one that was taken before it.
    pub(super) fn back_two(&mut self, before: Token) {
        self.pending.push(self.current);
        self.pending.push(before);
    }

    pub(super) fn peek(&mut self) -> TokenKind {
        if self.pending.is_empty() {
            let token = self.fetch();
            self.pending.push(token);
        }
        self.pending.last().expect("a token was just put there").kind
    }

    /// The next token that is not a blank.
    pub(super) fn next_solid(&mut self) -> Token {
        while self.next().kind == TokenKind::Space {}
        self.current
    }

    /// The kind of the next token that is not a blank; the blanks are gone.
    pub(super) fn peek_solid(&mut self) -> TokenKind {
        let kind = self.next_solid().kind;
        self.back();
        kind
    }

    /// Takes a token that has to be of a kind.
    pub(super) fn expect(&mut self, kind: TokenKind, context: &'static str, expected: &'static str) -> Parsed<Token> {
        let token = self.next_solid();
        if token.kind == kind { Ok(token) } else { Err(self.unexpected(token, context, expected)) }
    }

    pub(super) fn expect_right_delimiter(&mut self, context: &'static str) -> Parsed<Token> {
        self.expect(TokenKind::RightDelim, context, "closing delimiter")
    }

    /// The text of a token.
    pub(super) fn text(&self, at: At) -> String {
        String::from_utf8_lossy(self.source.slice(at)).into_owned()
    }

    #[cold]
    pub(super) fn error(&self, at: At, problem: ParseProblem) -> Fault {
        let place = self.source.place(at);
        Fault(Box::new(ParseError { place, problem: Box::new(problem), line: self.line, expecting: None }))
    }

    #[cold]
    pub(super) fn unexpected(&self, token: Token, context: &'static str, expected: &'static str) -> Fault {
        let text = || self.text(token.at);
        let problem = match token.kind {
            TokenKind::Problem(problem) => ParseProblem::of_text(problem, text),
            TokenKind::Extends | TokenKind::Import => ParseProblem::TooLate { keyword: text(), context },
            kind => ParseProblem::Unexpected { found: text(), keyword: kind.is_keyword(), context, expected },
        };
        let mut error = self.error(token.at, problem);
        if matches!(token.kind, TokenKind::Problem(_)) && !context.is_empty() {
            error.0.expecting = Some((context, expected));
        }
        error
    }

    /// Goes one level deeper; who calls this goes back with [`Self::leave`], unless parsing has failed.
    pub(super) fn enter(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err(self.error(self.current.at, ParseProblem::TooDeep { limit: MAX_NESTING }));
        }
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// An expression that is not too high.
    pub(super) fn expr(&self, kind: ExprKind, at: At, line: u32) -> Parsed<Expr> {
        let expr = Expr::new(kind, at, line);
        if usize::from(expr.height) > MAX_NESTING {
            return Err(self.error(at, ParseProblem::TooDeep { limit: MAX_NESTING }));
        }
        Ok(expr)
    }
}
