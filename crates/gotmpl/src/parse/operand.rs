//! Operands: literals, names, variables, and the fields behind them.

use value::Value;

use super::ast::{Name, Names, NodeId, NodeKind};
use super::error::ParseError;
use super::number::Number;
use super::parser::Parser;
use super::token::{Kind, Token};

impl<'s> Parser<'s> {
    /// The term that a token is; parentheses are taken care of elsewhere.
    pub(super) fn term(&mut self, token: Token) -> Result<Option<NodeId>, ParseError> {
        let kind = match token.kind {
            Kind::Identifier => self.function_name(token)?,
            Kind::Dot => NodeKind::Dot,
            Kind::Nil => NodeKind::Nil,
            Kind::Variable => return self.use_variable(token).map(Some),
            Kind::Field => NodeKind::Field([self.name(&self.text(token)[1..])].into()),
            Kind::Bool => NodeKind::Bool(self.text(token) == b"true"),
            Kind::CharConstant | Kind::Complex | Kind::Number => self.number(token)?,
            Kind::String | Kind::RawString => NodeKind::String(Value::text(self.unquoted(token)?)),
            _ => return Ok(None),
        };
        Ok(Some(self.leaf(token, kind)))
    }

    fn function_name(&mut self, token: Token) -> Result<NodeKind, ParseError> {
        let name = self.name(self.text(token));
        if (self.has_function)(&name) {
            return Ok(NodeKind::Identifier(name));
        }
        Err(self.error_at(token, format!("function {} not defined", value::quote(&name))))
    }

    fn number(&mut self, token: Token) -> Result<NodeKind, ParseError> {
        let text = self.text(token);
        let number = match token.kind {
            Kind::CharConstant => Number::character(text),
            Kind::Complex => Number::complex(text),
            _ => Number::read(text),
        };
        number.map(|number| NodeKind::Number(Box::new(number))).map_err(|message| self.error_at(token, message))
    }

    /// The text of a quoted string.
    pub(super) fn unquoted(&mut self, token: Token) -> Result<Vec<u8>, ParseError> {
        gostd::strconv::unquote(self.text(token)).map_err(|error| self.error_at(token, error.to_string()))
    }

    /// A node for a variable that is declared here.
    pub(super) fn variable(&mut self, token: Token) -> NodeId {
        let kind = NodeKind::Variable([self.name(self.text(token))].into());
        self.leaf(token, kind)
    }

    fn use_variable(&mut self, token: Token) -> Result<NodeId, ParseError> {
        let name = self.text(token);
        if self.scope().is_declared(name) {
            return Ok(self.variable(token));
        }
        Err(self.error_at(token, format!("undefined variable {}", value::quote_bytes(name))))
    }

    /// A name; the lexer lets only letters, digits and underscores through.
    fn name(&mut self, text: &'s [u8]) -> Name {
        Name::clone(self.names.entry(text).or_insert_with(|| String::from_utf8_lossy(text).into()))
    }

    /// The fields that follow a term without a blank.
    pub(super) fn fields_of(&mut self, term: NodeId) -> Result<NodeId, ParseError> {
        let first = self.peek();
        if first.kind != Kind::Field {
            return Ok(term);
        }
        let mut names = Vec::new();
        let mut extent = self.ast.node(term).extent;
        while self.peek().kind == Kind::Field {
            let token = self.next();
            names.push(self.name(&self.text(token)[1..]));
            extent = extent.to(Self::extent(token));
        }
        let kind = match self.ast.kind(term) {
            NodeKind::Field(before) => NodeKind::Field(joined(before, names)),
            NodeKind::Variable(before) => NodeKind::Variable(joined(before, names)),
            NodeKind::Bool(_) | NodeKind::String(_) | NodeKind::Number(_) | NodeKind::Nil | NodeKind::Dot => {
                let shown = super::describe(&self.ast, self.source, term);
                return Err(self.error_in(extent, format!("unexpected . after term {}", value::quote(&shown))));
            }
            _ => NodeKind::Chain(term, names.into()),
        };
        // Go counts the position of such a node from its second part.
        Ok(self.ast.add(Self::extent(first).start, extent, kind))
    }
}

fn joined(before: &[Name], names: Vec<Name>) -> Names {
    before.iter().cloned().chain(names).collect()
}
