//! Operands: terms with fields, indexes and calls after them.

use std::sync::Arc;

use super::problem::ParseProblem;
use super::stream::{Parsed, Parser};
use crate::ast::{Arguments, Expr, ExprKind, Slice};
use crate::lex::TokenKind;

impl Parser<'_> {
    /// A term and what follows it.
    pub(super) fn operand(&mut self, context: &'static str) -> Parsed<Expr> {
        let Some(mut expr) = self.term()? else {
            let token = self.next();
            return Err(self.unexpected(token, context, "term"));
        };
        loop {
            if self.peek() == TokenKind::Field {
                expr = self.fields(expr)?;
            }
            if !can_be_followed(&expr.kind) {
                return Ok(expr);
            }
            expr = match self.next_solid().kind {
                TokenKind::LeftParen => self.call(expr)?,
                TokenKind::LeftBracket => self.index_or_slice(expr)?,
                _ => {
                    self.back();
                    return Ok(expr);
                }
            };
        }
    }

    /// Fields after a term. The first has to follow without a blank, the others need not.
    fn fields(&mut self, base: Expr) -> Parsed<Expr> {
        let mut names: Vec<Arc<str>> = Vec::new();
        let line = self.line();
        let mut at = base.at;
        while self.peek_solid() == TokenKind::Field {
            let token = self.next();
            at = at.to(token.at);
            names.push(self.text(token.at)[1..].into());
        }
        match base.kind {
            ExprKind::Field(mut path) => {
                path.extend(names);
                self.expr(ExprKind::Field(path), at, self.line())
            }
            ExprKind::Bool(_) | ExprKind::Text(_) | ExprKind::Number(_) | ExprKind::Imaginary | ExprKind::Nil => {
                Err(self.error(at, ParseProblem::FieldOfLiteral(self.text(base.at))))
            }
            _ => self.expr(ExprKind::Chain(Box::new(base), names), at, line),
        }
    }

    fn call(&mut self, base: Expr) -> Parsed<Expr> {
        let line = self.line();
        let arguments = self.arguments()?;
        let end = self.expect(TokenKind::RightParen, "call expression", "closing parenthesis")?;
        let at = base.at.to(end.at);
        self.expr(ExprKind::Call(Box::new(base), arguments), at, line)
    }

    /// Arguments up to a token that cannot be one of them; a comma may be the last.
    pub(super) fn arguments(&mut self) -> Parsed<Arguments> {
        let mut arguments = Arguments { items: Vec::new(), has_slot: false };
        while self.peek_solid() != TokenKind::RightParen {
            let item = self.expression("call expression argument list")?;
            if matches!(item.kind, ExprKind::Underscore) {
                if arguments.has_slot {
                    return Err(self.error(item.at, ParseProblem::TwoSlots));
                }
                arguments.has_slot = true;
            }
            arguments.items.push(item);
            if self.current.kind != TokenKind::Comma {
                self.back();
                break;
            }
        }
        Ok(arguments)
    }

    fn index_or_slice(&mut self, base: Expr) -> Parsed<Expr> {
        let line = base.line;
        let index = if self.peek_solid() == TokenKind::Colon {
            self.next();
            None
        } else {
            Some(self.expression("index|slice expression")?)
        };
        let kind = match (self.current.kind, index) {
            (TokenKind::Colon, from) => {
                let to = self.slice_end()?;
                ExprKind::Slice(Box::new(Slice { base, from, to }))
            }
            (_, Some(index)) => {
                self.back();
                ExprKind::Index(Box::new(base), Box::new(index))
            }
            (_, None) => unreachable!("without an index there is a colon"),
        };
        let end = self.expect(TokenKind::RightBracket, "index expression", "closing bracket")?;
        let at = base_of(&kind).at.to(end.at);
        self.expr(kind, at, line)
    }

    fn slice_end(&mut self) -> Parsed<Option<Expr>> {
        if self.peek_solid() == TokenKind::RightBracket {
            return Ok(None);
        }
        let to = self.expression("slice expression")?;
        self.back();
        Ok(Some(to))
    }
}

fn base_of(kind: &ExprKind) -> &Expr {
    match kind {
        ExprKind::Slice(slice) => &slice.base,
        ExprKind::Index(base, _) => base,
        _ => unreachable!("an index or a slice was just made"),
    }
}

/// Whether an index or arguments may follow.
fn can_be_followed(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Variable(_)
            | ExprKind::Context
            | ExprKind::Call(..)
            | ExprKind::Field(_)
            | ExprKind::Chain(..)
            | ExprKind::Index(..)
    )
}
