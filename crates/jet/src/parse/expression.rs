//! Expressions with operators. After each of these the token that ended the expression is the current one.

use super::stream::{Parsed, Parser};
use crate::ast::{Expr, ExprKind, Operation, Operations, Operator, Ternary};
use crate::lex::TokenKind;

/// What joins operands, weakest first. `&&` and `||` are equally strong.
#[derive(Clone, Copy)]
enum Level {
    Logical,
    Equality,
    Order,
    Additive,
    Multiplicative,
}

impl Level {
    fn operator(self, token: TokenKind) -> Option<Operator> {
        Some(match (self, token) {
            (Self::Logical, TokenKind::And) => Operator::And,
            (Self::Logical, TokenKind::Or) => Operator::Or,
            (Self::Equality, TokenKind::Equals) => Operator::Equals,
            (Self::Equality, TokenKind::NotEquals) => Operator::NotEquals,
            (Self::Order, TokenKind::Greater) => Operator::Greater,
            (Self::Order, TokenKind::GreaterEquals) => Operator::GreaterEquals,
            (Self::Order, TokenKind::Less) => Operator::Less,
            (Self::Order, TokenKind::LessEquals) => Operator::LessEquals,
            (Self::Additive, TokenKind::Add) => Operator::Add,
            (Self::Additive, TokenKind::Minus) => Operator::Subtract,
            (Self::Multiplicative, TokenKind::Mul) => Operator::Multiply,
            (Self::Multiplicative, TokenKind::Div) => Operator::Divide,
            (Self::Multiplicative, TokenKind::Mod) => Operator::Remainder,
            _ => return None,
        })
    }

    fn kind(self, operations: Box<Operations>) -> ExprKind {
        match self {
            Self::Logical => ExprKind::Logical(operations),
            Self::Equality => ExprKind::Equality(operations),
            Self::Order => ExprKind::Order(operations),
            Self::Additive => ExprKind::Additive(operations),
            Self::Multiplicative => ExprKind::Multiplicative(operations),
        }
    }
}

impl Parser<'_> {
    pub(super) fn expression(&mut self, context: &'static str) -> Parsed<Expr> {
        self.nested(|parser| parser.ternary(context))
    }

    /// Conditions with what they choose, up to an expression that is no condition.
    fn ternary(&mut self, context: &'static str) -> Parsed<Expr> {
        let mut next = self.operations(Level::Logical, context)?;
        if self.current.kind != TokenKind::Question {
            return Ok(next);
        }
        let start = next.at;
        let mut arms = Vec::new();
        while self.current.kind == TokenKind::Question {
            let chosen = self.expression(context)?;
            if self.current.kind != TokenKind::Colon {
                return Err(self.unexpected(self.current, "ternary expression", "colon in ternary expression"));
            }
            arms.push((next, chosen));
            next = self.operations(Level::Logical, context)?;
        }
        let at = start.to(next.at);
        self.expr(ExprKind::Ternary(Box::new(Ternary { arms, otherwise: next })), at, self.line())
    }

    /// Operands of one level, joined from left to right.
    fn operations(&mut self, level: Level, context: &'static str) -> Parsed<Expr> {
        let first = self.operations_operand(level, context)?;
        let Some(mut operator) = level.operator(self.current.kind) else { return Ok(first) };
        let mut rest: Vec<Operation> = Vec::new();
        let mut at = first.at;
        loop {
            let sign = self.current.at;
            let operand = self.operations_operand(level, context)?;
            at = at.to(operand.at);
            rest.push(Operation { operator, operand, line: self.line(), at: sign });
            match level.operator(self.current.kind) {
                Some(next) => operator = next,
                None => break,
            }
        }
        let line = rest.last().map_or(0, |last| last.line);
        self.expr(level.kind(Box::new(Operations { first, rest })), at, line)
    }

    fn operations_operand(&mut self, level: Level, context: &'static str) -> Parsed<Expr> {
        match level {
            Level::Logical => self.operations(Level::Equality, context),
            Level::Equality => self.operations(Level::Order, context),
            Level::Order => self.operations(Level::Additive, context),
            Level::Additive => self.operations(Level::Multiplicative, context),
            Level::Multiplicative => self.unary(context),
        }
    }

    /// `!` takes the whole comparison that follows, a sign only the next operand.
    fn unary(&mut self, context: &'static str) -> Parsed<Expr> {
        let token = self.next_solid();
        match token.kind {
            TokenKind::Not => {
                let inner = self.nested(|parser| parser.operations(Level::Equality, context))?;
                let at = token.at.to(inner.at);
                self.expr(ExprKind::Not(Box::new(inner)), at, self.line())
            }
            TokenKind::Minus | TokenKind::Add => {
                let line = self.line();
                let sign = if token.kind == TokenKind::Minus { Operator::Subtract } else { Operator::Add };
                let operand = self.operand("additive expression")?;
                let at = token.at.to(operand.at);
                let expr = self.expr(ExprKind::Sign(sign, Box::new(operand)), at, line)?;
                self.next_solid();
                Ok(expr)
            }
            _ => {
                self.back();
                let operand = self.operand(context)?;
                self.next_solid();
                Ok(operand)
            }
        }
    }
}
