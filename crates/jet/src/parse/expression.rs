//! Expressions with operators. After each of these the token that ended the expression is the current one.

use super::stream::{Parsed, Parser};
use crate::ast::{Expr, ExprKind, Operation, Operations, Operator, Ternary};
use crate::lex::TokenKind;
use crate::source::At;

/// What joins operands, weakest first. `&&` and `||` are equally strong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Logical,
    Equality,
    Order,
    Additive,
    Multiplicative,
}

impl Level {
    /// The operator that a token is, and how strong it is.
    fn of(token: TokenKind) -> Option<(Self, Operator)> {
        Some(match token {
            TokenKind::And => (Self::Logical, Operator::And),
            TokenKind::Or => (Self::Logical, Operator::Or),
            TokenKind::Equals => (Self::Equality, Operator::Equals),
            TokenKind::NotEquals => (Self::Equality, Operator::NotEquals),
            TokenKind::Greater => (Self::Order, Operator::Greater),
            TokenKind::GreaterEquals => (Self::Order, Operator::GreaterEquals),
            TokenKind::Less => (Self::Order, Operator::Less),
            TokenKind::LessEquals => (Self::Order, Operator::LessEquals),
            TokenKind::Add => (Self::Additive, Operator::Add),
            TokenKind::Minus => (Self::Additive, Operator::Subtract),
            TokenKind::Mul => (Self::Multiplicative, Operator::Multiply),
            TokenKind::Div => (Self::Multiplicative, Operator::Divide),
            TokenKind::Mod => (Self::Multiplicative, Operator::Remainder),
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

/// Operands of one level whose last one is still being read.
struct Open {
    level: Level,
    operations: Box<Operations>,
    /// The operator before the last operand, and where it is.
    operator: Operator,
    sign: At,
}

impl Parser<'_> {
    pub(super) fn expression(&mut self, context: &'static str) -> Parsed<Expr> {
        self.enter()?;
        let mut expr = self.operations(Level::Logical, context)?;
        if self.current.kind == TokenKind::Question {
            expr = self.ternary(expr, context)?;
        }
        self.leave();
        Ok(expr)
    }

    /// Conditions with what they choose, up to an expression that is no condition.
    fn ternary(&mut self, condition: Expr, context: &'static str) -> Parsed<Expr> {
        let start = condition.at;
        let mut next = condition;
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

    /// Operands joined by operators that are at least so strong.
    fn operations(&mut self, weakest: Level, context: &'static str) -> Parsed<Expr> {
        let mut open: Vec<Open> = Vec::new();
        let mut operand = self.unary(context)?;
        while let Some((level, operator)) = Level::of(self.current.kind).filter(|(level, _)| *level >= weakest) {
            operand = self.close(&mut open, operand, Some(level))?;
            let sign = self.current.at;
            if let Some(last) = open.last_mut().filter(|last| last.level == level) {
                last.add(operand, self.line());
                (last.operator, last.sign) = (operator, sign);
            } else {
                let operations = Box::new(Operations { first: operand, rest: Vec::new() });
                open.push(Open { level, operations, operator, sign });
            }
            operand = self.unary(context)?;
        }
        self.close(&mut open, operand, None)
    }

    /// Ends all that is stronger than a level, or all; `last` is the operand that was read last.
    fn close(&self, open: &mut Vec<Open>, last: Expr, level: Option<Level>) -> Parsed<Expr> {
        let mut operand = last;
        while let Some(mut ended) = open.pop_if(|last| level.is_none_or(|level| last.level > level)) {
            ended.add(operand, self.line());
            let at = ended.operations.at();
            operand = self.expr(ended.level.kind(ended.operations), at, self.line())?;
        }
        Ok(operand)
    }

    /// `!` takes the whole comparison that follows, a sign only the next operand.
    fn unary(&mut self, context: &'static str) -> Parsed<Expr> {
        let token = self.next_solid();
        match token.kind {
            TokenKind::Not => self.negation(token.at, context),
            TokenKind::Minus => self.signed(Operator::Subtract, token.at),
            TokenKind::Add => self.signed(Operator::Add, token.at),
            _ => {
                self.back();
                let operand = self.operand(context)?;
                self.next_solid();
                Ok(operand)
            }
        }
    }

    fn negation(&mut self, sign: At, context: &'static str) -> Parsed<Expr> {
        self.enter()?;
        let inner = self.operations(Level::Equality, context)?;
        self.leave();
        let at = sign.to(inner.at);
        self.expr(ExprKind::Not(Box::new(inner)), at, self.line())
    }

    fn signed(&mut self, operator: Operator, sign: At) -> Parsed<Expr> {
        let line = self.line();
        let operand = self.operand("additive expression")?;
        let at = sign.to(operand.at);
        let expr = self.expr(ExprKind::Sign(operator, Box::new(operand)), at, line)?;
        self.next_solid();
        Ok(expr)
    }
}

impl Open {
    fn add(&mut self, operand: Expr, line: u32) {
        self.operations.rest.push(Operation { operator: self.operator, operand, line, at: self.sign });
    }
}
