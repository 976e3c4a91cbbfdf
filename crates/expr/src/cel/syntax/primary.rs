//! What stands between operators: literals, names, calls, fields, indexes, lists, maps, messages.

use std::borrow::Cow;

use value::Value;

use super::ast::{Call, Entry, Field, Id, Ids, Item, Node};
use super::literal;
use super::operator::Operator;
use super::parser::{Parsed, Parser};
use super::place::Place;
use super::token::{Kind, Token};
use crate::cel::cause::{A_FIELD, AN_OPERAND, Cause};

/// Words that are no names of variables and functions; fields may have them.
const RESERVED: [&str; 17] = [
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "namespace",
    "package",
    "return",
    "var",
    "void",
    "while",
];

impl<'a> Parser<'a> {
    /// An operand with its fields, indexes and methods.
    pub(super) fn member(&mut self) -> Parsed<Id> {
        let mut operand = self.primary()?;
        loop {
            operand = match self.kind() {
                Kind::Dot => self.field(operand)?,
                Kind::LeftBracket => self.index(operand)?,
                _ => return Ok(operand),
            };
        }
    }

    /// What follows a dot: a field, a field that may be missing, or a method.
    fn field(&mut self, operand: Id) -> Parsed<Id> {
        let dot = self.advance();
        let optional = self.take(Kind::Question);
        let token = self.token();
        let name = match token.kind {
            Kind::Ident => self.text_of(token),
            Kind::Quoted => &self.text[token.start as usize + 1..token.end as usize - 1],
            _ => return Err(self.unexpected(A_FIELD)),
        };
        self.advance();
        let place = Place::new(self.ast.place(operand).start, token.end).marked(dot.start);
        if optional {
            let field = Value::from(name);
            let field = self.push(Node::Literal(field), Place::new(token.start, token.end))?;
            return self.operator(Operator::OptionalSelect, &[operand, field], dot.start);
        }
        if token.kind == Kind::Ident && self.kind() == Kind::LeftParen {
            return self.method(operand, name, token);
        }
        self.push(Node::Select { operand, field: name, test: false }, place)
    }

    fn method(&mut self, target: Id, name: &'a str, token: Token) -> Parsed<Id> {
        let (from, open, end) = self.arguments()?;
        let place = Place::new(self.ast.place(target).start, end).marked(open);
        let call = Call { name, at: token.start, global: false, target: Some(target), arguments: Ids::NONE };
        self.call(call, from, place)
    }

    /// Expands a macro, or adds a call; the arguments are the scratch from `from` on.
    fn call(&mut self, call: Call<'a>, from: usize, place: Place) -> Parsed<Id> {
        let expanded = self.expand(call, from, place)?;
        let id = if let Some(expanded) = expanded {
            expanded
        } else {
            let arguments = self.ast.keep(&self.scratch[from..]);
            self.push(Node::Call(Call { arguments, ..call }), place)?
        };
        self.scratch.truncate(from);
        Ok(id)
    }

    /// The arguments of a call, put on the scratch: where they begin there, where the parenthesis opens and the end.
    fn arguments(&mut self) -> Parsed<(usize, u32, u32)> {
        let from = self.scratch.len();
        let open = self.expect(Kind::LeftParen, "`(`")?;
        if self.kind() != Kind::RightParen {
            loop {
                let argument = self.expression()?;
                self.scratch.push(argument);
                if !self.take(Kind::Comma) {
                    break;
                }
            }
        }
        let close = self.expect(Kind::RightParen, "`,` or `)`")?;
        Ok((from, open.start, close.end))
    }

    fn index(&mut self, operand: Id) -> Parsed<Id> {
        let mark = self.advance().start;
        let operator = if self.take(Kind::Question) { Operator::OptionalIndex } else { Operator::Index };
        let index = self.expression()?;
        let close = self.expect(Kind::RightBracket, "`]`")?;
        let operands = self.ast.keep(&[operand, index]);
        let place = Place::new(self.ast.place(operand).start, close.end).marked(mark);
        self.push(Node::Operator { operator, operands }, place)
    }

    fn primary(&mut self) -> Parsed<Id> {
        let token = self.token();
        match token.kind {
            Kind::LeftParen => self.group(),
            Kind::LeftBracket => self.list(),
            Kind::LeftBrace => self.map(),
            Kind::Ident => self.name(token, false),
            Kind::Dot if self.peek(1) == Kind::Ident => {
                self.advance();
                self.name(token, true)
            }
            Kind::Minus if self.is_signed_number() => {
                self.advance();
                self.literal(token)
            }
            _ => self.literal(token),
        }
    }

    fn group(&mut self) -> Parsed<Id> {
        self.advance();
        let id = self.expression()?;
        self.expect(Kind::RightParen, "`)`")?;
        Ok(id)
    }

    /// A literal at the present token; `first` is that token or the sign before it.
    fn literal(&mut self, first: Token) -> Parsed<Id> {
        let token = self.token();
        let (text, negative) = (self.text_of(token), first.kind == Kind::Minus);
        let value = match token.kind {
            Kind::Int => literal::int(text, negative),
            Kind::Uint => literal::uint(text),
            Kind::Float => literal::float(text, negative),
            Kind::String | Kind::Bytes => literal::string(text, token.kind),
            Kind::True => Ok(Value::Bool(true)),
            Kind::False => Ok(Value::Bool(false)),
            Kind::Null => Ok(Value::Null),
            _ => return Err(self.unexpected(AN_OPERAND)),
        };
        self.advance();
        let place = Place::new(first.start, token.end);
        match value {
            Ok(value) => self.push(Node::Literal(value), place),
            Err(cause) => self.mistake(cause, place),
        }
    }

    /// A variable, a call or a message; `first` is the name or the dot before it.
    fn name(&mut self, first: Token, global: bool) -> Parsed<Id> {
        if self.begins_message() {
            return self.message(first, global);
        }
        let token = self.advance();
        let name = self.text_of(token);
        let reserved = RESERVED.contains(&name);
        if self.kind() == Kind::LeftParen {
            let (from, open, end) = self.arguments()?;
            let place = Place::new(first.start, end).marked(open);
            if reserved {
                self.scratch.truncate(from);
                return self
                    .mistake(Cause::ReservedName { name: name.to_string() }, Place::new(first.start, token.end));
            }
            let call = Call { name, at: token.start, global, target: None, arguments: Ids::NONE };
            return self.call(call, from, place);
        }
        let place = Place::new(first.start, token.end);
        if reserved {
            return self.mistake(Cause::ReservedName { name: name.to_string() }, place);
        }
        self.push(Node::Ident { name, global }, place.marked(token.start))
    }

    /// Whether names with dots between them and a brace come next.
    fn begins_message(&self) -> bool {
        let mut ahead = 1;
        while self.peek(ahead) == Kind::Dot && self.peek(ahead + 1) == Kind::Ident {
            ahead += 2;
        }
        self.peek(ahead) == Kind::LeftBrace
    }

    fn message(&mut self, first: Token, global: bool) -> Parsed<Id> {
        let mut name = Cow::Borrowed(self.text_of(self.token()));
        self.advance();
        while self.take(Kind::Dot) {
            let part = self.advance();
            name.to_mut().push('.');
            name.to_mut().push_str(self.text_of(part));
        }
        if global {
            name = Cow::Owned(format!(".{name}"));
        }
        let open = self.advance();
        let fields = self.fields()?;
        let close = self.expect(Kind::RightBrace, "`,` or `}`")?;
        self.push(Node::Message { name, fields }, Place::new(first.start, close.end).marked(open.start))
    }

    fn fields(&mut self) -> Parsed<Vec<Field<'a>>> {
        let mut fields = Vec::new();
        self.elements(Kind::RightBrace, |parser| {
            let field = parser.named_value()?;
            fields.push(field);
            Ok(())
        })?;
        Ok(fields)
    }

    /// A field of a message with its value.
    fn named_value(&mut self) -> Parsed<Field<'a>> {
        let optional = self.take(Kind::Question);
        let token = self.token();
        let name = match token.kind {
            Kind::Ident => self.text_of(token),
            Kind::Quoted => &self.text[token.start as usize + 1..token.end as usize - 1],
            _ => return Err(self.unexpected(A_FIELD)),
        };
        self.advance();
        let colon = self.expect(Kind::Colon, "`:`")?;
        let value = self.expression()?;
        let place = Place::new(token.start, self.ast.place(value).end).marked(colon.start);
        Ok(Field { name, place, value, optional })
    }

    /// Elements up to a bracket, with commas between them; one may follow the last, or stand alone.
    fn elements(&mut self, close: Kind, mut element: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        if self.take(Kind::Comma) {
            return Ok(());
        }
        while self.kind() != close {
            element(self)?;
            if !self.take(Kind::Comma) {
                break;
            }
        }
        Ok(())
    }

    fn list(&mut self) -> Parsed<Id> {
        let open = self.advance();
        let mut items = Vec::new();
        self.elements(Kind::RightBracket, |parser| {
            let optional = parser.take(Kind::Question);
            let value = parser.expression()?;
            items.push(Item { value, optional });
            Ok(())
        })?;
        let close = self.expect(Kind::RightBracket, "`,` or `]`")?;
        self.push(Node::List(items), Place::new(open.start, close.end))
    }

    fn map(&mut self) -> Parsed<Id> {
        let open = self.advance();
        let mut entries = Vec::new();
        self.elements(Kind::RightBrace, |parser| {
            let optional = parser.take(Kind::Question);
            let key = parser.expression()?;
            parser.expect(Kind::Colon, "`:`")?;
            let value = parser.expression()?;
            entries.push(Entry { key, value, optional });
            Ok(())
        })?;
        let close = self.expect(Kind::RightBrace, "`,` or `}`")?;
        self.push(Node::Map(entries), Place::new(open.start, close.end))
    }
}
