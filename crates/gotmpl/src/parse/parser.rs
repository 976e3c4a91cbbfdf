//! The parser: text and actions, one after the other, with the open blocks on a stack.

use std::collections::HashMap;

use super::ast::{Ast, Name, NodeKind, is_empty};
use super::control::Open;
use super::cursor::Lookahead;
use super::error::ParseError;
use super::lexer::{Delimiters, Lexer};
use super::scope::Scope;
use super::token::{Kind, Token};
use crate::parse::ast::{Extent, NodeId};

pub(super) struct Parser<'s> {
    pub(super) name: &'s str,
    pub(super) source: &'s [u8],
    pub(super) lexer: Lexer<'s>,
    pub(super) lookahead: Lookahead,
    pub(super) ast: Ast,
    /// The templates that are being parsed, the innermost last.
    pub(super) scopes: Vec<Scope<'s>>,
    /// The blocks that are open, the innermost last. The first is the template itself.
    pub(super) open: Vec<Open>,
    pub(super) names: HashMap<&'s [u8], Name>,
    pub(super) has_function: &'s dyn Fn(&str) -> bool,
}

/// What one action turned out to be.
pub(super) enum Step {
    /// Something that stands for itself.
    Node(NodeId),
    /// The beginning of a block, which is open now.
    Opened,
    /// `end`
    End(Token),
    /// `else`
    Else(Token),
}

/// Parses a source and all templates that it defines.
pub(crate) fn parse(
    name: &str,
    source: &[u8],
    delimiters: &Delimiters,
    has_function: &dyn Fn(&str) -> bool,
) -> Result<Ast, ParseError> {
    if u32::try_from(source.len()).is_err() {
        let message = "the source is larger than four gigabytes".to_owned();
        return Err(ParseError { name: name.to_owned(), line: 1, message, start: 0, end: 0 });
    }
    let mut lexer = Lexer::new(source, delimiters);
    lexer.break_is_keyword = !has_function("break");
    lexer.continue_is_keyword = !has_function("continue");
    let mut parser = Parser {
        name,
        source,
        lexer,
        lookahead: Lookahead::default(),
        ast: Ast::default(),
        scopes: vec![Scope::new()],
        open: vec![Open::root()],
        names: HashMap::new(),
        has_function,
    };
    parser.run()?;
    Ok(parser.ast)
}

impl<'s> Parser<'s> {
    pub(super) fn scope(&mut self) -> &mut Scope<'s> {
        self.scopes.last_mut().expect("the outermost template is never closed")
    }

    fn run(&mut self) -> Result<(), ParseError> {
        loop {
            if self.open.len() == 1 {
                if self.peek().kind == Kind::Eof {
                    return self.finish();
                }
                if self.opens_definition()? {
                    continue;
                }
            } else if self.peek_non_space().kind == Kind::Eof {
                return Err(self.error("unexpected EOF"));
            }
            match self.text_or_action()? {
                Step::Node(node) => self.append(node),
                Step::Opened => {}
                Step::End(token) => self.close(token)?,
                Step::Else(token) => self.otherwise(token)?,
            }
        }
    }

    /// Adds a node to the innermost open block.
    pub(super) fn append(&mut self, node: NodeId) {
        self.open.last_mut().expect("the outermost block is never closed").nodes.push(node);
    }

    /// A list of nodes.
    pub(super) fn list(&mut self, nodes: Vec<NodeId>) -> NodeId {
        let extent = match (nodes.first(), nodes.last()) {
            (Some(first), Some(last)) => self.ast.node(*first).extent.to(self.ast.node(*last).extent),
            _ => Extent::new(0, 0),
        };
        self.ast.add(extent.start, extent, NodeKind::List(nodes.into()))
    }

    /// The end of the source: the outermost template is complete.
    fn finish(&mut self) -> Result<(), ParseError> {
        let open = self.open.pop().expect("the outermost block is open until the end");
        let root = self.list(open.nodes);
        let name = self.name.as_bytes();
        let extent = Extent::new(self.source.len(), self.source.len());
        self.define(name.into(), root, extent)?;
        self.ast.outermost = self.ast.tree(name).expect("it has just been defined");
        Ok(())
    }

    /// Adds a template. One that is empty can be replaced by one that is not.
    pub(super) fn define(&mut self, name: Box<[u8]>, root: NodeId, extent: Extent) -> Result<(), ParseError> {
        let earlier = self.ast.tree(&name).map(|at| self.ast.trees()[at].root);
        if earlier.is_none_or(|earlier| is_empty(&self.ast, self.source, earlier)) {
            self.ast.define(name, root);
        } else if !is_empty(&self.ast, self.source, root) {
            let name = value::quote_bytes(&name);
            return Err(self.error_in(extent, format!("template: multiple definition of template {name}")));
        }
        Ok(())
    }

    fn text_or_action(&mut self) -> Result<Step, ParseError> {
        let token = self.next_non_space();
        match token.kind {
            Kind::Text => Ok(Step::Node(self.leaf(token, NodeKind::Text))),
            Kind::LeftDelim => {
                self.scope().action_line = token.line;
                let step = self.action()?;
                if !matches!(step, Step::Opened) {
                    self.scope().action_line = 0;
                }
                Ok(step)
            }
            _ => Err(self.unexpected(token, "input")),
        }
    }

    /// A node that is exactly one token.
    pub(super) fn leaf(&mut self, token: Token, kind: NodeKind) -> NodeId {
        let extent = Self::extent(token);
        self.ast.add(extent.start, extent, kind)
    }

    fn action(&mut self) -> Result<Step, ParseError> {
        let token = self.next_non_space();
        match token.kind {
            Kind::Block => self.block(),
            Kind::Break => self.leave_loop(token, "{{break}}", NodeKind::Break),
            Kind::Continue => self.leave_loop(token, "{{continue}}", NodeKind::Continue),
            Kind::Else => self.else_action(),
            Kind::End => self.expect(Kind::RightDelim, "end").map(Step::End),
            Kind::If => self.begin(super::control::Control::If),
            Kind::Range => self.begin(super::control::Control::Range),
            Kind::With => self.begin(super::control::Control::With),
            Kind::Template => self.template(),
            _ => {
                self.back(token);
                let pipe = self.pipeline("command", Kind::RightDelim)?;
                let extent = self.ast.node(pipe).extent;
                Ok(Step::Node(self.ast.add(Self::extent(token).start, extent, NodeKind::Action(pipe))))
            }
        }
    }

    fn leave_loop(&mut self, token: Token, shown: &str, kind: NodeKind) -> Result<Step, ParseError> {
        self.expect(Kind::RightDelim, shown)?;
        if self.scope().range_depth == 0 {
            return Err(self.error_at(token, format!("{shown} outside {{{{range}}}}")));
        }
        Ok(Step::Node(self.leaf(token, kind)))
    }
}
