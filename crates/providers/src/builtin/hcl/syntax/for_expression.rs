//! `[for …]` and `{for …}`.

use super::cursor::Cursor;
use super::token::{Kind, Token};
use super::tree::{Expression, For, Node};

const SUMMARY: &str = "Invalid 'for' expression";

impl Cursor<'_> {
    /// The bracket is read, and `for` is next.
    pub(super) fn for_expression(&mut self, open: Token) -> Expression {
        let end = open.kind.opposite().unwrap_or(Kind::CloseBracket);
        self.see_newlines(false);
        self.read();
        let (made, close) = match self.loop_head(end) {
            Ok(head) => self.loop_body(head, open, end),
            Err(close) => (None, close),
        };
        self.restore_newlines();
        let place = open.place().start..close.place().end;
        match made {
            Some(made) => Expression::new(Node::For(Box::new(made)), place),
            None => Expression::broken(place),
        }
    }

    /// Names and the collection, up to the colon; or where the brackets end after a mistake.
    fn loop_head(&mut self, end: Kind) -> Result<(Option<String>, String, Expression), Token> {
        let mut name = self.loop_name(end, "Behind 'for' stands a name.")?;
        let mut key_name = None;
        if self.peek_kind() == Kind::Comma {
            self.read();
            key_name = Some(name);
            name = self.loop_name(end, "Behind the comma stands a name for the value.")?;
        }
        if !self.is_word(self.peek(), "in") {
            return Err(self.no_loop(end, "Behind the names stands 'in'."));
        }
        self.read();
        let told = self.problems.len();
        let collection = self.expression();
        if self.lost_since(told) {
            return Err(self.recover(end));
        }
        if self.peek_kind() != Kind::Colon {
            return Err(self.no_loop(end, "Behind the collection stands a colon."));
        }
        self.read();
        Ok((key_name, name, collection))
    }

    fn loop_name(&mut self, end: Kind, detail: &str) -> Result<String, Token> {
        if self.peek_kind() != Kind::Identifier {
            return Err(self.no_loop(end, detail));
        }
        let name = self.read();
        Ok(self.text(name))
    }

    fn no_loop(&mut self, end: Kind, detail: &str) -> Token {
        let place = self.peek().place();
        self.tell_unless_lost(SUMMARY, detail, place);
        self.recover(end)
    }

    fn loop_body(
        &mut self,
        (key_name, value_name, collection): (Option<String>, String, Expression),
        open: Token,
        end: Kind,
    ) -> (Option<For>, Token) {
        let told = self.problems.len();
        let (mut key, mut value) = (None, self.expression());
        if self.peek_kind() == Kind::FatArrow {
            self.read();
            key = Some(std::mem::replace(&mut value, self.expression()));
        }
        if self.lost_since(told) {
            return (None, self.recover(end));
        }
        let ellipsis = if self.peek_kind() == Kind::Ellipsis { Some(self.read()) } else { None };
        let mut condition = None;
        if self.is_word(self.peek(), "if") {
            self.read();
            let told = self.problems.len();
            condition = Some(self.expression());
            if self.lost_since(told) {
                return (None, self.recover(end));
            }
        }
        let close = if self.peek_kind() == end {
            self.read()
        } else {
            self.no_loop(end, "Behind the value of a loop stands the closing bracket.")
        };
        let is_object = open.kind == Kind::OpenBrace;
        self.check_loop(is_object, key.as_ref(), &value, ellipsis);
        let is_grouping = ellipsis.is_some();
        let made = For { key_name, value_name, collection, key, value, condition, is_object, is_grouping };
        (Some(made), close)
    }

    fn check_loop(&mut self, is_object: bool, key: Option<&Expression>, value: &Expression, ellipsis: Option<Token>) {
        if is_object && key.is_none() {
            self.tell(SUMMARY, "An object has a key for each value: `key => value`.", value.place.clone());
        }
        if is_object {
            return;
        }
        if let Some(key) = key {
            self.tell(SUMMARY, "A list has no keys.", key.place.clone());
        }
        if let Some(ellipsis) = ellipsis {
            self.tell(SUMMARY, "Values of a list are not grouped.", ellipsis.place());
        }
    }
}
