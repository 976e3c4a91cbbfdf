//! Expressions.

use super::cursor::Cursor;
use super::token::{Kind, Token};
use super::tree::{Expression, Key, Node, Operator};
use std::ops::Range;

/// The operator of a token, and its rank.
fn operator(kind: Kind) -> Option<(Operator, usize)> {
    Some(match kind {
        Kind::Or => (Operator::Or, 0),
        Kind::And => (Operator::And, 1),
        Kind::EqualEqual => (Operator::Equal, 2),
        Kind::NotEqual => (Operator::NotEqual, 2),
        Kind::Greater => (Operator::Greater, 3),
        Kind::GreaterEqual => (Operator::GreaterEqual, 3),
        Kind::Less => (Operator::Less, 3),
        Kind::LessEqual => (Operator::LessEqual, 3),
        Kind::Plus => (Operator::Add, 4),
        Kind::Minus => (Operator::Subtract, 4),
        Kind::Star => (Operator::Multiply, 5),
        Kind::Slash => (Operator::Divide, 5),
        Kind::Percent => (Operator::Modulo, 5),
        _ => return None,
    })
}

pub(super) fn between(first: &Range<usize>, last: &Range<usize>) -> Range<usize> {
    first.start..last.end.max(first.start)
}

impl Cursor<'_> {
    /// A whole expression.
    pub(super) fn expression(&mut self) -> Expression {
        let start = self.peek().place();
        let expression = if self.descend() { self.conditional() } else { Expression::broken(start) };
        self.ascend();
        expression
    }

    fn conditional(&mut self) -> Expression {
        let told = self.problems.len();
        let condition = self.operators(0);
        if self.lost_since(told) || self.peek_kind() != Kind::Question {
            return condition;
        }
        self.read();
        let told = self.problems.len();
        let then = self.expression();
        if self.lost_since(told) {
            return condition;
        }
        let colon = self.peek();
        if colon.kind != Kind::Colon {
            let detail = "Behind a question mark stand two values with a colon between them.";
            self.tell("Missing false expression in conditional", detail, colon.place());
            return condition;
        }
        self.read();
        let told = self.problems.len();
        let otherwise = self.expression();
        if self.lost_since(told) {
            return condition;
        }
        let place = between(&condition.place, &otherwise.place);
        Expression::new(Node::Conditional(Box::new([condition, then, otherwise])), place)
    }

    /// Operands and operators of at least this rank.
    fn operators(&mut self, least: usize) -> Expression {
        let told = self.problems.len();
        let mut left = self.operand();
        let mut rank = usize::MAX;
        while !self.lost_since(told) {
            let Some((operator, of)) = operator(self.peek_kind()).filter(|(_, of)| *of >= least) else { break };
            self.read();
            let before = self.problems.len();
            let right = self.operators(of + 1);
            if self.lost_since(before) {
                break;
            }
            left = chained(left, operator, right, of == rank);
            rank = of;
        }
        left
    }

    fn operand(&mut self) -> Expression {
        let term = self.term();
        self.steps(term)
    }

    fn term(&mut self) -> Expression {
        let start = self.peek();
        match start.kind {
            Kind::OpenParen => self.parens(),
            Kind::Number => {
                self.read();
                self.number(start)
            }
            Kind::Identifier => self.name(),
            Kind::OpenQuote | Kind::OpenHeredoc => self.template(),
            Kind::Minus => self.unary(Node::Negate),
            Kind::Not => self.unary(Node::Not),
            Kind::OpenBracket => self.tuple(),
            Kind::OpenBrace => self.object(),
            kind => {
                let (summary, detail) = match kind {
                    Kind::End => ("Missing expression", "Here stands a value, but the source ends."),
                    _ => ("Invalid expression", "Here stands a value, and this is none."),
                };
                self.tell_unless_lost(summary, detail, start.place());
                self.is_lost = true;
                Expression::broken(start.place())
            }
        }
    }

    fn parens(&mut self) -> Expression {
        let open = self.read();
        self.see_newlines(false);
        let told = self.problems.len();
        let inner = self.expression();
        if self.told_since(told) {
            self.recover(Kind::CloseParen);
            self.restore_newlines();
            return inner;
        }
        let close = self.peek();
        if close.kind != Kind::CloseParen {
            self.tell("Unbalanced parentheses", "Here stands a closing parenthesis.", close.place());
            self.is_lost = true;
        }
        let close = self.read();
        self.restore_newlines();
        Expression::new(Node::Parens(Box::new(inner)), between(&open.place(), &close.place()))
    }

    pub(super) fn number(&mut self, token: Token) -> Expression {
        let text = self.text(token);
        if !is_number(&text) {
            self.tell("Invalid number literal", "This is no number.", token.place());
            return Expression::broken(token.place());
        }
        Expression::new(Node::Number(text), token.place())
    }

    fn name(&mut self) -> Expression {
        let token = self.read();
        if matches!(self.peek_kind(), Kind::OpenParen | Kind::DoubleColon) {
            return self.call(token);
        }
        let kind = match token.text(self.source) {
            "true" => Node::Bool(true),
            "false" => Node::Bool(false),
            "null" => Node::Null,
            name => Node::Variable(name.to_owned()),
        };
        Expression::new(kind, token.place())
    }

    fn unary(&mut self, of: fn(Box<Expression>) -> Node) -> Expression {
        let sign = self.read();
        let place = self.peek().place();
        let operand = if self.descend() { self.operand() } else { Expression::broken(place) };
        self.ascend();
        let place = between(&sign.place(), &operand.place);
        Expression::new(of(Box::new(operand)), place)
    }

    /// Functions are not known here, so a call is only read.
    fn call(&mut self, name: Token) -> Expression {
        let mut open = self.read();
        while open.kind == Kind::DoubleColon {
            let next = self.read();
            if next.kind != Kind::Identifier {
                self.tell("Missing function name", "Behind `::` stands the name of a function.", next.place());
                self.recover_over(Kind::OpenParen);
                return Expression::broken(between(&name.place(), &next.place()));
            }
            open = self.read();
        }
        if open.kind != Kind::OpenParen {
            let detail = "Behind the name of a function stands a parenthesis.";
            self.tell("Missing open parenthesis", detail, open.place());
            self.recover_over(Kind::OpenParen);
            return Expression::broken(between(&name.place(), &open.place()));
        }
        self.see_newlines(false);
        let close = self.arguments(name, open);
        self.restore_newlines();
        Expression::new(Node::Call, between(&name.place(), &close.place()))
    }

    /// Reads up to the parenthesis that ends a call.
    fn arguments(&mut self, name: Token, open: Token) -> Token {
        loop {
            if self.peek_kind() == Kind::CloseParen {
                return self.read();
            }
            let told = self.problems.len();
            self.expression();
            if self.lost_since(told) {
                return self.recover(Kind::CloseParen);
            }
            let separator = self.read();
            match separator.kind {
                Kind::CloseParen => return separator,
                Kind::Comma => {}
                Kind::Ellipsis if self.peek_kind() == Kind::CloseParen => return self.read(),
                kind => {
                    let (summary, detail, place) = no_separator(kind, separator, name, open);
                    if kind != Kind::Ellipsis || !self.is_lost {
                        self.tell(summary, detail, place);
                    }
                    return self.recover(Kind::CloseParen);
                }
            }
        }
    }

    fn tuple(&mut self) -> Expression {
        let open = self.read();
        self.see_newlines(false);
        let tuple = if self.is_word(self.peek(), "for") { self.for_expression(open) } else { self.items(open) };
        self.restore_newlines();
        tuple
    }

    fn items(&mut self, open: Token) -> Expression {
        let mut items = Vec::new();
        let close = loop {
            if self.peek_kind() == Kind::CloseBracket {
                break self.read();
            }
            let told = self.problems.len();
            items.push(self.expression());
            if self.lost_since(told) {
                break self.recover(Kind::CloseBracket);
            }
            let next = self.peek();
            match next.kind {
                Kind::CloseBracket => break self.read(),
                Kind::Comma => {
                    self.read();
                }
                Kind::End => {
                    let detail = "The source ends before the bracket is closed.";
                    self.tell_unless_lost("Unterminated tuple constructor expression", detail, open.place());
                    break self.recover(Kind::CloseBracket);
                }
                _ => {
                    self.tell_unless_lost("Missing item separator", "Between items stands a comma.", next.place());
                    break self.recover(Kind::CloseBracket);
                }
            }
        };
        Expression::new(Node::Tuple(items), between(&open.place(), &close.place()))
    }

    fn object(&mut self) -> Expression {
        let open = self.read();
        self.see_newlines(false);
        let is_for = self.is_word(self.peek(), "for");
        self.restore_newlines();
        if is_for {
            return self.for_expression(open);
        }
        self.see_newlines(true);
        let mut entries = Vec::new();
        let close = loop {
            match self.peek_kind() {
                Kind::Newline => {
                    self.read();
                }
                Kind::CloseBrace => break self.read(),
                _ => {
                    if let Some(close) = self.entry(open, &mut entries) {
                        break close;
                    }
                }
            }
        };
        self.restore_newlines();
        Expression::new(Node::Object(entries), between(&open.place(), &close.place()))
    }

    /// A key, its value, and what stands behind them; the brace when the object ends there.
    fn entry(&mut self, open: Token, entries: &mut Vec<(Key, Expression)>) -> Option<Token> {
        let told = self.problems.len();
        let key = self.expression();
        if self.lost_since(told) {
            return Some(self.recover(Kind::CloseBrace));
        }
        let next = self.peek();
        if !matches!(next.kind, Kind::Equal | Kind::Colon) {
            self.no_value(next, open);
            return Some(self.recover(Kind::CloseBrace));
        }
        self.read();
        let told = self.problems.len();
        let value = self.expression();
        entries.push((as_key(key), value));
        if self.lost_since(told) {
            return Some(self.recover(Kind::CloseBrace));
        }
        let next = self.peek();
        match next.kind {
            Kind::CloseBrace => return Some(self.read()),
            Kind::Comma | Kind::Newline => {
                self.read();
                return None;
            }
            Kind::End => self.unterminated_object(open),
            _ => {
                let detail = "Between entries stands a comma or a line break.";
                self.tell_unless_lost("Missing attribute separator", detail, next.place());
            }
        }
        Some(self.recover(Kind::CloseBrace))
    }

    fn unterminated_object(&mut self, open: Token) {
        let detail = "The source ends before the brace is closed.";
        self.tell_unless_lost("Unterminated object constructor expression", detail, open.place());
    }

    fn no_value(&mut self, next: Token, open: Token) {
        let (summary, detail) = match next.kind {
            Kind::End => return self.unterminated_object(open),
            Kind::Newline | Kind::Comma => {
                ("Missing attribute value", "Behind a key stand an equals sign and a value.")
            }
            Kind::Identifier => (
                "Missing key/value separator",
                "Behind a key stands an equals sign; a key with dots or blanks in it stands in quotes.",
            ),
            _ => ("Missing key/value separator", "Behind a key stands an equals sign."),
        };
        self.tell_unless_lost(summary, detail, next.place());
    }
}

/// What is wrong behind an argument of a call.
fn no_separator(kind: Kind, separator: Token, name: Token, open: Token) -> (&'static str, &'static str, Range<usize>) {
    match kind {
        Kind::Ellipsis => {
            ("Missing closing parenthesis", "Behind `...` stands the closing parenthesis.", separator.place())
        }
        Kind::End => {
            let place = between(&name.place(), &open.place());
            ("Unterminated function call", "The source ends before the parenthesis is closed.", place)
        }
        _ => ("Missing argument separator", "Between arguments stands a comma.", separator.place()),
    }
}

/// Operators of the same rank are one chain.
fn chained(left: Expression, operator: Operator, right: Expression, same_rank: bool) -> Expression {
    let place = between(&left.place, &right.place);
    match left.kind {
        Node::Binary { first, mut rest } if same_rank => {
            rest.push((operator, right));
            Expression::new(Node::Binary { first, rest }, place)
        }
        kind => {
            let first = Box::new(Expression::new(kind, left.place));
            Expression::new(Node::Binary { first, rest: vec![(operator, right)] }, place)
        }
    }
}

/// A name stands for itself, and so do the words of the language.
fn as_key(key: Expression) -> Key {
    match key.kind {
        Node::Variable(name) => Key::Name(name),
        Node::Bool(is) => Key::Name(is.to_string()),
        Node::Null => Key::Name("null".to_owned()),
        _ => Key::Computed(key),
    }
}

/// Digits with at most one dot, and an exponent.
fn is_number(text: &str) -> bool {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, "0"),
    };
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    mantissa.matches('.').count() <= 1 && !exponent.is_empty() && exponent.bytes().all(|byte| byte.is_ascii_digit())
}
