//! Operands: prefixes, parentheses, pointers, literals, names.

use std::sync::Arc;

use super::number;
use super::parser::{PREFIX_NOT, PREFIX_SIGN, Parser, Result};
use crate::exprlang::Place;
use crate::exprlang::error::{Mistake, Problem};
use crate::exprlang::lex::TokenKind;
use crate::exprlang::syntax::{Id, Node, Pointer, Unary};

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Result<Id> {
        let place = self.current.place;
        match self.current.kind {
            TokenKind::Operator("not" | "!") => self.prefix(Unary::Not, PREFIX_NOT),
            TokenKind::Operator("-") => self.prefix(Unary::Minus, PREFIX_SIGN),
            TokenKind::Operator("+") => self.prefix(Unary::Plus, PREFIX_SIGN),
            TokenKind::Operator("#" | ".") if !self.loops.is_empty() => self.pointer(),
            TokenKind::Operator("::") => self.namespaced(),
            TokenKind::Bracket(b'(') => {
                self.advance()?;
                let inner = self.sequence()?;
                self.expect_bracket(b')')?;
                self.postfix(inner)
            }
            TokenKind::Name(name) => {
                self.advance()?;
                self.name(name, place)
            }
            TokenKind::Number(given) => {
                self.advance()?;
                let node = number::number(given).map_err(|problem| Mistake::new(problem, place))?;
                self.add_leaf(node, place)
            }
            _ => self.literal(),
        }
    }

    fn prefix(&mut self, operator: Unary, precedence: u8) -> Result<Id> {
        let place = self.current.place;
        self.advance()?;
        let operand = self.expression(precedence)?;
        let first = self.tree.first(operand);
        let node = self.add(Node::Unary { operator, operand }, place, first)?;
        self.postfix(node)
    }

    /// `#`, `#index`, `#acc`, and the `.` of `.field`, which stands for `#.`.
    fn pointer(&mut self) -> Result<Id> {
        let place = self.current.place;
        let mut name = Pointer::Item;
        if self.take_operator("#")?
            && let TokenKind::Name(word) = self.current.kind
        {
            name = match word {
                "index" => Pointer::Index,
                "acc" => Pointer::Accumulator,
                word => Pointer::Other(word.into()),
            };
            self.advance()?;
        }
        let &(collection, owner) = self.loops.last().expect("pointers are parsed inside of loops");
        let node = self.add_leaf(Node::Pointer { name, collection, owner }, place)?;
        self.postfix(node)
    }

    /// `::name(…)`: the builtin or function itself, even when something hides it.
    fn namespaced(&mut self) -> Result<Id> {
        self.advance()?;
        let TokenKind::Name(name) = self.current.kind else {
            return Err(self.unexpected(Some("a function")));
        };
        let place = self.current.place;
        self.advance()?;
        let call = self.call(name, place, None, false)?;
        self.postfix(call)
    }

    /// The word is already behind.
    fn name(&mut self, name: &str, place: Place) -> Result<Id> {
        let constant = match name {
            "true" => Node::Bool(true),
            "false" => Node::Bool(false),
            "nil" => Node::Nil,
            _ => return self.reference(name, place),
        };
        self.add_leaf(constant, place)
    }

    fn reference(&mut self, name: &str, place: Place) -> Result<Id> {
        let node = if self.current.kind.is_bracket(b'(') {
            self.call(name, place, None, true)?
        } else {
            let node = match self.locals.iter().rev().find(|local| &*local.name == name) {
                Some(local) => Node::Local { slot: local.slot, value: local.value },
                None if name == "$env" => Node::Everything,
                None => Node::Name(name.into()),
            };
            self.add_leaf(node, place)?
        };
        self.postfix(node)
    }

    fn literal(&mut self) -> Result<Id> {
        let place = self.current.place;
        let node = match &self.current.kind {
            TokenKind::Text(text) => Node::Text(Arc::clone(text)),
            TokenKind::Bytes(bytes) => Node::Bytes(Arc::clone(bytes)),
            TokenKind::Bracket(b'[') => return self.list().and_then(|node| self.postfix(node)),
            TokenKind::Bracket(b'{') => return self.map().and_then(|node| self.postfix(node)),
            _ => return Err(self.unexpected(None)),
        };
        self.advance()?;
        let node = self.add_leaf(node, place)?;
        self.postfix(node)
    }

    fn list(&mut self) -> Result<Id> {
        let place = self.current.place;
        self.advance()?;
        let mut items = Vec::new();
        while !self.current.kind.is_bracket(b']') {
            items.push(self.expression(0)?);
            if !self.take_operator(",")? {
                break;
            }
        }
        self.expect_bracket(b']')?;
        let arguments = self.tree.add_arguments(&items);
        self.add_parent(Node::List(arguments), place, arguments)
    }

    fn map(&mut self) -> Result<Id> {
        let place = self.current.place;
        self.advance()?;
        let mut entries = Vec::new();
        while !self.current.kind.is_bracket(b'}') {
            entries.push(self.key()?);
            self.expect_operator(":")?;
            entries.push(self.expression(0)?);
            self.count(1)?;
            if !self.take_operator(",")? {
                break;
            }
        }
        self.expect_bracket(b'}')?;
        let arguments = self.tree.add_arguments(&entries);
        self.add_parent(Node::Map(arguments), place, arguments)
    }

    fn key(&mut self) -> Result<Id> {
        let key = match &self.current.kind {
            TokenKind::Name(text) | TokenKind::Number(text) => Arc::from(*text),
            TokenKind::Text(text) => Arc::clone(text),
            TokenKind::Bracket(b'(') => return self.expression(0),
            found => return Err(self.error(Problem::Key { found: found.to_string() })),
        };
        let place = self.current.place;
        self.advance()?;
        self.add_leaf(Node::Text(key), place)
    }
}
