//! What stands behind a value: fields, positions and splats.

use super::cursor::Cursor;
use super::expression::between;
use super::token::{Kind, Token};
use super::tree::{Expression, Node, Step};
use std::ops::Range;

impl Cursor<'_> {
    /// What is taken from a value: fields, items, splats.
    pub(super) fn steps(&mut self, mut value: Expression) -> Expression {
        loop {
            value = match self.peek_kind() {
                Kind::Dot => self.dot(value),
                Kind::OpenBracket => self.index(value),
                _ => return value,
            };
        }
    }

    fn dot(&mut self, value: Expression) -> Expression {
        let dot = self.read();
        let next = self.peek();
        match next.kind {
            Kind::Identifier => {
                self.read();
                stepped(value, Step::Attribute(self.text(next)), &next.place())
            }
            Kind::Number => self.old_index(value),
            Kind::Star => self.attribute_splat(value, dot),
            _ => {
                self.tell("Invalid attribute name", "Behind a dot stands a name.", next.place());
                self.is_lost = true;
                Expression::broken(between(&value.place, &dot.place()))
            }
        }
    }

    /// `a.0`: the way of old versions.
    fn old_index(&mut self, value: Expression) -> Expression {
        let token = self.read();
        let index = match token.text(self.source).split_once('.') {
            Some((first, second)) => {
                let detail = format!("Two positions are written [{first}][{second}].");
                self.tell("Invalid legacy index syntax", detail, token.place());
                Expression::broken(token.place())
            }
            None => self.number(token),
        };
        stepped(value, Step::Index(index), &token.place())
    }

    /// `a.*.b.c`: only fields and positions can follow.
    fn attribute_splat(&mut self, value: Expression, dot: Token) -> Expression {
        let star = self.read();
        let mut each = Expression::new(Node::Item, between(&dot.place(), &star.place()));
        let mut end = star.place();
        while self.peek_kind() == Kind::Dot {
            self.read();
            let next = self.peek();
            end = next.place();
            match next.kind {
                Kind::Identifier => {
                    self.read();
                    each = stepped(each, Step::Attribute(self.text(next)), &next.place());
                }
                Kind::Number => each = self.old_index(each),
                Kind::Star => {
                    let detail = "Behind `.*` stand names and positions only.";
                    self.tell_unless_lost("Nested splat expression not allowed", detail, next.place());
                    self.is_lost = true;
                    return value;
                }
                _ => {
                    self.tell_unless_lost("Invalid attribute name", "Behind a dot stands a name.", star.place());
                    self.is_lost = true;
                    return value;
                }
            }
        }
        let place = between(&value.place, &end);
        Expression::new(Node::Splat { of: Box::new(value), each: Box::new(each) }, place)
    }

    fn index(&mut self, value: Expression) -> Expression {
        let open = self.read();
        if self.peek_kind() == Kind::Star {
            return self.splat(value, open);
        }
        self.see_newlines(false);
        let told = self.problems.len();
        let key = self.expression();
        let close = if self.lost_since(told) {
            self.recover(Kind::CloseBracket)
        } else {
            let detail = "Behind a position stands a closing bracket.";
            self.closing_bracket("Missing close bracket on index", detail)
        };
        self.restore_newlines();
        stepped(value, Step::Index(key), &close.place())
    }

    /// `a[*].b`: everything that follows is taken from each item.
    fn splat(&mut self, value: Expression, open: Token) -> Expression {
        self.read();
        let detail = "Behind the star stands a closing bracket.";
        let close = self.closing_bracket("Missing close bracket on splat index", detail);
        let item = Expression::new(Node::Item, between(&open.place(), &close.place()));
        let each = if self.descend() { self.steps(item) } else { item };
        self.ascend();
        let place = between(&value.place, &each.place);
        Expression::new(Node::Splat { of: Box::new(value), each: Box::new(each) }, place)
    }

    fn closing_bracket(&mut self, summary: &str, detail: &str) -> Token {
        let close = self.read();
        if close.kind == Kind::CloseBracket || self.is_lost {
            return close;
        }
        self.tell(summary, detail, close.place());
        self.recover(Kind::CloseBracket)
    }
}

fn stepped(of: Expression, step: Step, end: &Range<usize>) -> Expression {
    let place = between(&of.place, end);
    match of.kind {
        Node::Steps { of, mut steps } => {
            steps.push(step);
            Expression::new(Node::Steps { of, steps }, place)
        }
        kind => {
            let of = Box::new(Expression::new(kind, of.place));
            Expression::new(Node::Steps { of, steps: vec![step] }, place)
        }
    }
}
