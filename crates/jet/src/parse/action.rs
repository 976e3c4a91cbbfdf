//! One piece of a list: text, or what an action is.

use super::problem::ParseProblem;
use super::stream::{Parsed, Parser};
use crate::ast::{Action, Assignment, Catch, Command, Expr, ExprKind, Include, List, Node, Pipeline};
use crate::lex::{Token, TokenKind};
use crate::source::At;

/// A piece of a list.
pub(super) enum Piece {
    Node(Node),
    /// A `catch` with all that it holds; only `try` has a use for it.
    Catch(Catch),
    /// What ends a list, or a part of it.
    Mark(Mark, At),
}

/// The marks. Where a mark has no meaning, Jet passes over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    End,
    Else,
    Content,
}

impl Mark {
    pub(super) fn keyword(self) -> &'static str {
        match self {
            Self::End => "end",
            Self::Else => "else",
            Self::Content => "content",
        }
    }
}

/// What an action begins with: an expression, or an assignment.
pub(super) enum Beginning {
    Expr(Expr),
    Assignment(Assignment),
}

impl Parser<'_> {
    pub(super) fn text_or_action(&mut self) -> Parsed<Piece> {
        let token = self.next_solid();
        match token.kind {
            TokenKind::Text => Ok(Piece::Node(Node::Text(token.at))),
            TokenKind::LeftDelim => {
                self.enter()?;
                let piece = self.action(token)?;
                self.leave();
                Ok(piece)
            }
            _ => Err(self.unexpected(token, "input", "text or action")),
        }
    }

    /// Pieces up to a mark that ends the list.
    pub(super) fn list(&mut self, ends: &[Mark]) -> Parsed<(List, Mark)> {
        match self.list_or_catch(ends, false)? {
            (list, Ending::Mark(mark)) => Ok((list, mark)),
            (_, Ending::Catch(_)) => unreachable!("no `catch` was asked for"),
        }
    }

    /// The same, or up to a `catch`.
    pub(super) fn list_or_catch(&mut self, ends: &[Mark], catch: bool) -> Parsed<(List, Ending)> {
        let mut nodes = Vec::new();
        while self.peek_solid() != TokenKind::Eof {
            match self.text_or_action()? {
                Piece::Node(node) => nodes.push(node),
                Piece::Mark(mark, _) if ends.contains(&mark) => return Ok((List { nodes }, Ending::Mark(mark))),
                Piece::Catch(found) if catch => return Ok((List { nodes }, Ending::Catch(found))),
                Piece::Mark(..) | Piece::Catch(_) => {}
            }
        }
        self.next();
        Err(self.error(self.current.at, ParseProblem::MissingEnd))
    }

    fn action(&mut self, left: Token) -> Parsed<Piece> {
        let token = self.next_solid();
        let node = match token.kind {
            TokenKind::Include => self.include(left.at)?,
            TokenKind::Block => self.block(left.at)?,
            TokenKind::Yield => self.yield_block(left.at)?,
            TokenKind::If => self.if_chain()?,
            TokenKind::Range => self.range(left.at)?,
            TokenKind::Try => self.try_catch(left.at)?,
            TokenKind::Return => self.return_value()?,
            TokenKind::Catch => return self.catch().map(Piece::Catch),
            TokenKind::End => return self.mark(Mark::End, token),
            TokenKind::Content => return self.mark(Mark::Content, token),
            TokenKind::Else => return self.else_mark(token),
            _ => {
                self.back();
                self.output(left.at)?
            }
        };
        Ok(Piece::Node(node))
    }

    fn mark(&mut self, mark: Mark, token: Token) -> Parsed<Piece> {
        self.expect_right_delimiter(mark.keyword())?;
        Ok(Piece::Mark(mark, token.at))
    }

    /// `else`, or the `else` of an `else if`, whose `if` comes next.
    fn else_mark(&mut self, token: Token) -> Parsed<Piece> {
        if self.peek_solid() == TokenKind::If {
            return Ok(Piece::Mark(Mark::Else, token.at));
        }
        self.mark(Mark::Else, token)
    }

    fn include(&mut self, left: At) -> Parsed<Node> {
        let name = self.expression("include")?;
        self.back();
        let context = self.optional_expression("include")?;
        let right = self.expect_right_delimiter("include invocation")?;
        let line = self.line();
        Ok(Node::Include(Box::new(Include { at: left.to(right.at), line, name, context })))
    }

    /// An expression, unless the action ends here.
    pub(super) fn optional_expression(&mut self, context: &'static str) -> Parsed<Option<Expr>> {
        if self.peek_solid() == TokenKind::RightDelim {
            return Ok(None);
        }
        let expr = self.expression(context)?;
        self.back();
        Ok(Some(expr))
    }

    fn return_value(&mut self) -> Parsed<Node> {
        let value = self.expression("return")?;
        self.back();
        self.expect_right_delimiter("return")?;
        Ok(Node::Return(Box::new(value)))
    }

    /// An assignment, an output, or one after the other.
    fn output(&mut self, left: At) -> Parsed<Node> {
        let (assignment, base) = match self.assignment_or_expression("command")? {
            Beginning::Expr(base) => (None, Some(base)),
            Beginning::Assignment(assignment) => {
                let base = self.after_assignment()?;
                (Some(Box::new(assignment)), base)
            }
        };
        let output = base.map(|base| self.pipeline(base)).transpose()?;
        let at = left.to(self.current.at);
        Ok(Node::Action(Box::new(Action { at, assignment, output })))
    }

    /// What follows an assignment after a semicolon.
    fn after_assignment(&mut self) -> Parsed<Option<Expr>> {
        let token = self.next_solid();
        match token.kind {
            TokenKind::RightDelim => Ok(None),
            TokenKind::Semicolon => {
                let base = self.expression("command")?;
                self.back();
                Ok(Some(base))
            }
            _ => Err(self.unexpected(token, "command", "semicolon or right delimiter")),
        }
    }

    /// Commands up to the end of the action.
    fn pipeline(&mut self, base: Expr) -> Parsed<Pipeline> {
        let first = self.command(base)?;
        let mut rest = Vec::new();
        loop {
            let token = self.next_solid();
            match token.kind {
                TokenKind::RightDelim => return Ok(Pipeline { first, rest }),
                TokenKind::Pipe => {}
                _ => return Err(self.unexpected(token, "pipeline", "pipe or right delimiter")),
            }
            let token = self.next_solid();
            if !matches!(token.kind, TokenKind::Field | TokenKind::Identifier) {
                return Err(self.unexpected(token, "pipeline", "field or identifier"));
            }
            self.back();
            let base = self.expression("command")?;
            self.back();
            rest.push(self.command(base)?);
        }
    }

    /// A call is a command with arguments; so is `name: argument, …`.
    fn command(&mut self, base: Expr) -> Parsed<Command> {
        if let ExprKind::Call(base, arguments) = base.kind {
            return Ok(Command { base: *base, arguments: Some(arguments) });
        }
        let arguments = if self.next_solid().kind == TokenKind::Colon {
            Some(self.arguments()?)
        } else {
            self.back();
            None
        };
        Ok(Command { base, arguments })
    }
}

/// What ended a list.
pub(super) enum Ending {
    Mark(Mark),
    Catch(Catch),
}
