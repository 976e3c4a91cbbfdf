//! What follows an operand: members, indexes, slices, method calls.

use std::sync::Arc;

use super::parser::{Parser, Result};
use crate::exprlang::Place;
use crate::exprlang::lex::TokenKind;
use crate::exprlang::syntax::{Id, Node};

impl Parser<'_> {
    pub(super) fn postfix(&mut self, mut node: Id) -> Result<Id> {
        loop {
            node = match self.current.kind {
                TokenKind::Operator(".") => {
                    self.advance()?;
                    self.member(node, false)?
                }
                TokenKind::Operator("?.") => {
                    self.advance()?;
                    if self.current.kind.is_bracket(b'[') {
                        self.subscript(node, true)?
                    } else {
                        self.member(node, true)?
                    }
                }
                TokenKind::Bracket(b'[') => self.subscript(node, false)?,
                _ => return Ok(node),
            };
        }
    }

    /// The name after a dot. It belongs to a chain of `?.` that came before, so that nil skips it as well.
    fn member(&mut self, node: Id, optional: bool) -> Result<Id> {
        let place = self.current.place;
        let name: Arc<str> = match self.current.kind {
            TokenKind::Name(name) => name.into(),
            TokenKind::Operator(word) if word.starts_with(|c: char| c.is_ascii_alphabetic()) => word.into(),
            _ => return Err(self.unexpected(Some("a name"))),
        };
        self.advance()?;
        self.count(1)?;
        let (base, chained) = match *self.tree.node(node) {
            Node::Chain(inner) => (inner, true),
            _ => (node, false),
        };
        let node = if self.current.kind.is_bracket(b'(') {
            self.method(base, name, optional, place)?
        } else {
            let first = self.tree.first(base);
            self.add(Node::Member { base, name, optional }, place, first)?
        };
        if chained || optional { self.chain(node, place) } else { Ok(node) }
    }

    fn chain(&mut self, node: Id, place: Place) -> Result<Id> {
        let first = self.tree.first(node);
        self.add(Node::Chain(node), place, first)
    }

    fn method(&mut self, base: Id, name: Arc<str>, optional: bool, place: Place) -> Result<Id> {
        self.count(1)?;
        let arguments = self.arguments(None)?;
        let arguments = self.tree.add_arguments(&arguments);
        let first = self.tree.first(base);
        self.add(Node::Method { base, name, optional, arguments }, place, first)
    }

    /// `[index]` or `[from:to]`.
    fn subscript(&mut self, base: Id, optional: bool) -> Result<Id> {
        let place = self.current.place;
        self.advance()?;
        if self.take_operator(":")? {
            return self.slice(base, None, place);
        }
        let index = self.expression(0)?;
        if self.take_operator(":")? {
            return self.slice(base, Some(index), place);
        }
        self.expect_bracket(b']')?;
        let first = self.tree.first(base);
        let node = match self.tree.node(index) {
            Node::Text(name) => Node::Member { base, name: Arc::clone(name), optional },
            _ => Node::Index { base, index, optional },
        };
        let place = place.to(self.tree.place(index));
        let node = self.add(node, place, first)?;
        if optional { self.chain(node, place) } else { Ok(node) }
    }

    /// The colon is already behind.
    fn slice(&mut self, base: Id, from: Option<Id>, place: Place) -> Result<Id> {
        let to = if self.current.kind.is_bracket(b']') { None } else { Some(self.expression(0)?) };
        self.expect_bracket(b']')?;
        let first = self.tree.first(base);
        self.add(Node::Slice { base, from, to }, place, first)
    }
}
