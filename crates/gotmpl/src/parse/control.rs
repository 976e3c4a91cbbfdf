//! Blocks: `if`, `with`, `range`, `block` and `define`, from their first action to their `end`.

use super::ast::{Branch, Extent, NodeId, NodeKind};
use super::error::ParseError;
use super::parser::{Parser, Step};
use super::scope::Scope;
use super::token::{Kind, Token};

/// A control structure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Control {
    If,
    With,
    Range,
}

/// A block that has begun and not ended.
pub(super) struct Open {
    block: Block,
    /// What it contains so far.
    pub(super) nodes: Vec<NodeId>,
}

enum Block {
    Root,
    Define {
        name: Box<[u8]>,
    },
    /// The definition inside of `{{block}}`, and what calls it.
    Inline {
        name: Box<[u8]>,
        position: u32,
        extent: Extent,
        pipe: NodeId,
    },
    Control {
        control: Control,
        pipe: NodeId,
        variables: usize,
        body: Body,
    },
}

/// Which part of a control structure is being parsed.
enum Body {
    First,
    /// After `else`: the first part is complete.
    Otherwise(NodeId),
    /// After `else if` or `else with`: the rest is a block of its own that ends with this one.
    Chained(NodeId),
}

impl Open {
    pub(super) fn root() -> Self {
        Self::new(Block::Root)
    }
}

impl Open {
    fn new(block: Block) -> Self {
        Self { block, nodes: Vec::new() }
    }
}

impl Control {
    fn context(self) -> &'static str {
        match self {
            Self::If => "if",
            Self::With => "with",
            Self::Range => "range",
        }
    }

    fn keyword(self) -> Kind {
        match self {
            Self::If => Kind::If,
            Self::With => Kind::With,
            Self::Range => Kind::Range,
        }
    }
}

impl Parser<'_> {
    /// Begins a definition, if the next action is one.
    pub(super) fn opens_definition(&mut self) -> Result<bool, ParseError> {
        const CONTEXT: &str = "define clause";
        if self.peek().kind != Kind::LeftDelim {
            return Ok(false);
        }
        let left = self.next();
        let word = self.next_non_space();
        if word.kind != Kind::Define {
            self.back(word);
            self.back(left);
            return Ok(false);
        }
        self.scopes.push(Scope::new());
        let token = self.next_non_space();
        let name = self.template_name(token, CONTEXT)?;
        self.expect(Kind::RightDelim, CONTEXT)?;
        self.open.push(Open::new(Block::Define { name }));
        Ok(true)
    }

    fn template_name(&mut self, token: Token, context: &str) -> Result<Box<[u8]>, ParseError> {
        match token.kind {
            Kind::String | Kind::RawString => Ok(self.unquoted(token)?.into()),
            _ => Err(self.unexpected(token, context)),
        }
    }

    /// `{{template "name" pipeline}}`
    pub(super) fn template(&mut self) -> Result<Step, ParseError> {
        const CONTEXT: &str = "template clause";
        let token = self.next_non_space();
        let name = self.template_name(token, CONTEXT)?;
        let mut extent = Self::extent(token);
        let next = self.next_non_space();
        let mut pipe = None;
        if next.kind != Kind::RightDelim {
            self.back(next);
            let argument = self.pipeline(CONTEXT, Kind::RightDelim)?;
            extent = extent.to(self.ast.node(argument).extent);
            pipe = Some(argument);
        }
        Ok(Step::Node(self.ast.add(Self::extent(token).start, extent, NodeKind::Template(name, pipe))))
    }

    /// `{{block "name" pipeline}}`: a definition and a call of it.
    pub(super) fn block(&mut self) -> Result<Step, ParseError> {
        const CONTEXT: &str = "block clause";
        let token = self.next_non_space();
        let name = self.template_name(token, CONTEXT)?;
        let pipe = self.pipeline(CONTEXT, Kind::RightDelim)?;
        let extent = Self::extent(token).to(self.ast.node(pipe).extent);
        let position = Self::extent(token).start;
        self.scopes.push(Scope::new());
        self.open.push(Open::new(Block::Inline { name, position, extent, pipe }));
        Ok(Step::Opened)
    }

    /// `{{if pipeline}}` and its like.
    pub(super) fn begin(&mut self, control: Control) -> Result<Step, ParseError> {
        let variables = self.scope().mark();
        let pipe = self.pipeline(control.context(), Kind::RightDelim)?;
        if control == Control::Range {
            self.scope().range_depth += 1;
        }
        self.open.push(Open::new(Block::Control { control, pipe, variables, body: Body::First }));
        Ok(Step::Opened)
    }

    /// The word `else`; what follows `else if` is left to be read.
    pub(super) fn else_action(&mut self) -> Result<Step, ParseError> {
        let next = self.peek_non_space();
        if matches!(next.kind, Kind::If | Kind::With) {
            return Ok(Step::Else(next));
        }
        self.expect(Kind::RightDelim, "else").map(Step::Else)
    }

    /// `else` of the innermost block.
    pub(super) fn otherwise(&mut self, token: Token) -> Result<(), ParseError> {
        let open = self.open.last_mut().expect("the outermost block is never closed");
        let control = match &open.block {
            Block::Root => return Err(self.error_at(token, "unexpected {{else}}")),
            Block::Define { .. } => return Err(self.error_at(token, "unexpected {{else}} in define clause")),
            Block::Inline { .. } => {
                self.scopes.pop();
                return Err(self.error_at(token, "unexpected {{else}} in block clause"));
            }
            Block::Control { body: Body::First, control, .. } => *control,
            Block::Control { .. } => return Err(self.error_at(token, "expected end; found {{else}}")),
        };
        let nodes = std::mem::take(&mut open.nodes);
        let first = self.list(nodes);
        if control == Control::Range {
            self.scope().range_depth -= 1;
        }
        let chained = control != Control::Range && self.peek().kind == control.keyword();
        if let Some(Open { block: Block::Control { body, .. }, .. }) = self.open.last_mut() {
            *body = if chained { Body::Chained(first) } else { Body::Otherwise(first) };
        }
        if chained {
            self.next();
            self.begin(control)?;
        }
        Ok(())
    }

    /// `end` of the innermost block, and of those that end with it.
    pub(super) fn close(&mut self, token: Token) -> Result<(), ParseError> {
        loop {
            if self.open.len() == 1 {
                return Err(self.error_at(token, "unexpected {{end}}"));
            }
            let open = self.open.pop().expect("there is more than the outermost block");
            let nodes = self.list(open.nodes);
            match open.block {
                Block::Root => unreachable!("the outermost block is never closed"),
                Block::Define { name } => {
                    self.define(name, nodes, Self::extent(token))?;
                    self.scopes.pop();
                    return Ok(());
                }
                Block::Inline { name, position, extent, pipe } => {
                    self.define(name.clone(), nodes, Self::extent(token))?;
                    self.scopes.pop();
                    self.scope().action_line = 0;
                    let node = self.ast.add(position, extent, NodeKind::Template(name, Some(pipe)));
                    self.append(node);
                    return Ok(());
                }
                Block::Control { control, pipe, variables, body } => {
                    self.close_control(control, pipe, &body, nodes, token);
                    self.scope().forget(variables);
                    if !self.is_chained() {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Whether the innermost block waits for nothing but the end of the block that it was continued with.
    fn is_chained(&self) -> bool {
        matches!(self.open.last(), Some(Open { block: Block::Control { body: Body::Chained(_), .. }, .. }))
    }

    fn close_control(&mut self, control: Control, pipe: NodeId, body: &Body, nodes: NodeId, end: Token) {
        if control == Control::Range && matches!(body, Body::First) {
            self.scope().range_depth -= 1;
        }
        let (list, otherwise) = match body {
            Body::First => (nodes, None),
            Body::Otherwise(first) | Body::Chained(first) => (*first, Some(nodes)),
        };
        let branch = Branch { pipe, list, otherwise };
        let node = self.ast.node(pipe);
        let (position, extent) = (node.position, node.extent.to(Self::extent(end)));
        let kind = match control {
            Control::If => NodeKind::If(branch),
            Control::With => NodeKind::With(branch),
            Control::Range => NodeKind::Range(branch),
        };
        let node = self.ast.add(position, extent, kind);
        self.append(node);
    }
}
