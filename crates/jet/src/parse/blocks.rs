//! `block` and `yield`.

use std::sync::Arc;

use super::action::Mark;
use super::stream::{Parsed, Parser};
use crate::ast::{Block, Expr, List, Node, Parameter, Yield, YieldContent};
use crate::lex::{Token, TokenKind};
use crate::source::At;
use crate::symbols::Name;

const BLOCK: &str = "block clause";
const YIELD: &str = "yield clause";

impl Parser<'_> {
    /// A block; the keyword is past.
    pub(super) fn block(&mut self, left: At) -> Parsed<Node> {
        let name = self.expect(TokenKind::Identifier, BLOCK, "name")?;
        let parameters = self.parameters(true, BLOCK)?;
        let context = self.optional_expression(BLOCK)?;
        let right = self.expect_right_delimiter(BLOCK)?;
        let (body, mark) = self.list(&[Mark::Content, Mark::End])?;
        let inner = match mark {
            Mark::Content => Some(Arc::new(self.list(&[Mark::End])?.0)),
            _ => None,
        };
        let block = Arc::new(Block {
            source: Arc::clone(self.source),
            at: left.to(right.at),
            line: self.line(),
            name: self.name(name),
            parameters,
            context,
            body,
            content: inner,
        });
        self.blocks.push(Arc::clone(&block));
        Ok(Node::Block(block))
    }

    fn name(&self, token: Token) -> Name {
        self.surroundings.symbols.name(&self.text(token.at))
    }

    /// `yield`; the keyword is past.
    pub(super) fn yield_block(&mut self, left: At) -> Parsed<Node> {
        let name = self.next_solid();
        match name.kind {
            TokenKind::Content => return self.yield_content(left),
            TokenKind::Identifier => {}
            _ => return Err(self.unexpected(name, YIELD, "block name")),
        }
        let parameters = self.parameters(false, YIELD)?;
        let (context, inner, right) = self.yield_rest()?;
        let (at, line, name) = (left.to(right), self.line(), self.name(name));
        Ok(Node::Yield(Box::new(Yield { at, line, name, parameters, context, content: inner })))
    }

    fn yield_content(&mut self, left: At) -> Parsed<Node> {
        let context = self.optional_expression(YIELD)?;
        let right = self.expect_right_delimiter(YIELD)?;
        Ok(Node::YieldContent(Box::new(YieldContent { at: left.to(right.at), context })))
    }

    /// The context, and the content up to its `end`.
    fn yield_rest(&mut self) -> Parsed<(Option<Expr>, Option<Arc<List>>, At)> {
        let context = match self.peek_solid() {
            TokenKind::Content => None,
            _ => self.optional_expression("yield")?,
        };
        let token = self.next_solid();
        match token.kind {
            TokenKind::RightDelim => Ok((context, None, token.at)),
            TokenKind::Content => {
                let right = self.expect_right_delimiter(YIELD)?;
                let (inner, _) = self.list(&[Mark::End])?;
                Ok((context, Some(Arc::new(inner)), right.at))
            }
            _ => Err(self.unexpected(token, YIELD, "content keyword or closing delimiter")),
        }
    }

    /// What stands in the parentheses: names with defaults, or names with values and values without names.
    fn parameters(&mut self, declaring: bool, context: &'static str) -> Parsed<Vec<Parameter>> {
        self.expect(TokenKind::LeftParen, context, "opening parenthesis")?;
        let mut parameters = Vec::new();
        loop {
            parameters.extend(self.parameter(declaring, context)?);
            if self.current.kind != TokenKind::Comma {
                self.back();
                break;
            }
        }
        self.expect(TokenKind::RightParen, context, "closing parenthesis")?;
        Ok(parameters)
    }

    fn parameter(&mut self, declaring: bool, context: &'static str) -> Parsed<Option<Parameter>> {
        let first = self.next_solid();
        if first.kind == TokenKind::Identifier {
            return self.named_parameter(first, declaring, context).map(Some);
        }
        if declaring || matches!(first.kind, TokenKind::Comma | TokenKind::RightParen) {
            return Ok(None);
        }
        self.back();
        let value = self.expression(context)?;
        Ok(Some(Parameter { name: None, value: Some(value) }))
    }

    fn named_parameter(&mut self, name: Token, declaring: bool, context: &'static str) -> Parsed<Parameter> {
        let second = self.next_solid();
        match second.kind {
            TokenKind::Comma | TokenKind::RightParen => Ok(self.declared(name, None)),
            TokenKind::Assign => {
                let value = self.expression(context)?;
                Ok(self.declared(name, Some(value)))
            }
            _ if declaring => Err(self.unexpected(second, context, "comma, assignment, or closing parenthesis")),
            _ => {
                self.back_two(name);
                let value = self.expression(context)?;
                Ok(Parameter { name: None, value: Some(value) })
            }
        }
    }

    fn declared(&self, name: Token, value: Option<Expr>) -> Parameter {
        let name = self.name(name);
        name.declare();
        Parameter { name: Some(name), value }
    }
}
