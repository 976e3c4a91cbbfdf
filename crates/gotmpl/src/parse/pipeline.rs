//! Pipelines, commands and operands. Parentheses nest on a stack of their own, not on the call stack.

use super::ast::{Extent, NodeId, NodeKind, Pipe};
use super::error::ParseError;
use super::parser::Parser;
use super::token::{Kind, Token};

/// How deep parentheses may be nested: Go's own limit.
const MAX_DEPTH: usize = 10_000;

/// A pipeline that has begun.
struct Started<'c> {
    context: &'c str,
    end: Kind,
    position: u32,
    extent: Extent,
    assigns: bool,
    variables: Vec<NodeId>,
    commands: Vec<NodeId>,
    /// Position and words of the command that is being read.
    command: Option<(u32, Vec<NodeId>)>,
}

/// What follows an operand.
enum After {
    Operand,
    Command,
}

impl Parser<'_> {
    /// A pipeline up to its `end`, which is consumed.
    pub(super) fn pipeline(&mut self, context: &str, end: Kind) -> Result<NodeId, ParseError> {
        let mut outer: Vec<Started<'_>> = Vec::new();
        let mut pipe = self.start_pipeline(context, end)?;
        loop {
            if pipe.command.is_some() {
                if let Some(paren) = self.word(&mut pipe)? {
                    let inner = self.parenthesis(paren)?;
                    outer.push(std::mem::replace(&mut pipe, inner));
                }
            } else if !self.start_command(&mut pipe)? {
                let node = self.finish_pipeline(pipe)?;
                let Some(around) = outer.pop() else { return Ok(node) };
                pipe = around;
                self.scope().paren_depth -= 1;
                self.operand(&mut pipe, Some(node))?;
            }
        }
    }

    fn parenthesis(&mut self, paren: Token) -> Result<Started<'static>, ParseError> {
        if self.scope().paren_depth >= MAX_DEPTH {
            return Err(self.error_at(paren, "max expression depth exceeded"));
        }
        self.scope().paren_depth += 1;
        let mut inner = self.start_pipeline("parenthesized pipeline", Kind::RightParen)?;
        inner.extent = inner.extent.to(Self::extent(paren));
        self.ast.has_inner_variables |= !inner.variables.is_empty();
        Ok(inner)
    }

    fn start_pipeline<'c>(&mut self, context: &'c str, end: Kind) -> Result<Started<'c>, ParseError> {
        let token = self.peek_non_space();
        let extent = Self::extent(token);
        let mut pipe = Started {
            context,
            end,
            position: extent.start,
            extent,
            assigns: false,
            variables: Vec::new(),
            commands: Vec::new(),
            command: None,
        };
        while self.declaration(&mut pipe)? {}
        Ok(pipe)
    }

    /// `$x :=`, `$x =` or `$x,`; whether another variable may follow.
    fn declaration(&mut self, pipe: &mut Started<'_>) -> Result<bool, ParseError> {
        let variable = self.peek_non_space();
        if variable.kind != Kind::Variable {
            return Ok(false);
        }
        self.next();
        let after = self.peek();
        let next = self.peek_non_space();
        match next.kind {
            Kind::Assign | Kind::Declare => {
                pipe.assigns = next.kind == Kind::Assign;
                self.next_non_space();
                self.declare(pipe, variable);
                Ok(false)
            }
            Kind::Char if self.text(next) == b"," => {
                self.next_non_space();
                self.declare(pipe, variable);
                self.second_variable(pipe, next)
            }
            _ => {
                if after.kind == Kind::Space {
                    self.back(after);
                }
                self.back(variable);
                Ok(false)
            }
        }
    }

    fn declare(&mut self, pipe: &mut Started<'_>, variable: Token) {
        let name = self.text(variable);
        let node = self.variable(variable);
        pipe.variables.push(node);
        self.scope().declare(name);
    }

    fn second_variable(&mut self, pipe: &Started<'_>, comma: Token) -> Result<bool, ParseError> {
        if pipe.context == "range" && pipe.variables.len() < 2 {
            return match self.peek_non_space().kind {
                Kind::Variable | Kind::RightDelim | Kind::RightParen => Ok(true),
                _ => Err(self.error_at(comma, "range can only initialize variables")),
            };
        }
        Err(self.error_at(comma, format!("too many declarations in {}", pipe.context)))
    }

    /// Begins the next command, unless the pipeline ends here.
    fn start_command(&mut self, pipe: &mut Started<'_>) -> Result<bool, ParseError> {
        let token = self.next_non_space();
        match token.kind {
            kind if kind == pipe.end => {
                if kind == Kind::RightParen {
                    pipe.extent = pipe.extent.to(Self::extent(token));
                }
                Ok(false)
            }
            Kind::Bool
            | Kind::CharConstant
            | Kind::Complex
            | Kind::Dot
            | Kind::Field
            | Kind::Identifier
            | Kind::Number
            | Kind::Nil
            | Kind::RawString
            | Kind::String
            | Kind::Variable
            | Kind::LeftParen => {
                self.back(token);
                pipe.command = Some((Self::extent(token).start, Vec::new()));
                Ok(true)
            }
            _ => Err(self.unexpected(token, pipe.context)),
        }
    }

    /// The next word of a command, or the parenthesis that it begins with.
    fn word(&mut self, pipe: &mut Started<'_>) -> Result<Option<Token>, ParseError> {
        let token = self.next_non_space();
        if token.kind == Kind::LeftParen {
            return Ok(Some(token));
        }
        let term = self.term(token)?;
        if term.is_none() {
            self.back(token);
        }
        self.operand(pipe, term)?;
        Ok(None)
    }

    /// Fields that follow a term, and what comes after the operand.
    fn operand(&mut self, pipe: &mut Started<'_>, term: Option<NodeId>) -> Result<(), ParseError> {
        let operand = term.map(|term| self.fields_of(term)).transpose()?;
        if let (Some(operand), Some((_, words))) = (operand, &mut pipe.command) {
            words.push(operand);
        }
        match self.after_operand()? {
            After::Operand => Ok(()),
            After::Command => self.finish_command(pipe),
        }
    }

    fn after_operand(&mut self) -> Result<After, ParseError> {
        let token = self.next();
        match token.kind {
            Kind::Space => {
                self.peek_non_space();
                Ok(After::Operand)
            }
            Kind::RightDelim | Kind::RightParen => {
                self.back(token);
                Ok(After::Command)
            }
            Kind::Pipe => Ok(After::Command),
            _ => Err(self.unexpected(token, "operand")),
        }
    }

    fn finish_command(&mut self, pipe: &mut Started<'_>) -> Result<(), ParseError> {
        let (position, words) = pipe.command.take().expect("a command is open while its words are read");
        let (Some(first), Some(last)) = (words.first(), words.last()) else {
            return Err(self.error("empty command"));
        };
        let extent = self.ast.node(*first).extent.to(self.ast.node(*last).extent);
        pipe.commands.push(self.ast.add(position, extent, NodeKind::Command(words.into())));
        Ok(())
    }

    fn finish_pipeline(&mut self, pipe: Started<'_>) -> Result<NodeId, ParseError> {
        let Some(last) = pipe.commands.last() else {
            return Err(self.error(format!("missing value for {}", pipe.context)));
        };
        let extent = pipe.extent.to(self.ast.node(*last).extent);
        for (stage, command) in pipe.commands.iter().enumerate().skip(1) {
            let first = self.ast.command(*command)[0];
            if is_constant(self.ast.kind(first)) {
                let extent = self.ast.node(first).extent;
                return Err(self.error_in(extent, format!("non executable command in pipeline stage {}", stage + 1)));
            }
        }
        let Started { position, assigns, variables, commands, .. } = pipe;
        let node = Pipe { assigns, variables: variables.into(), commands: commands.into() };
        Ok(self.ast.add(position, extent, NodeKind::Pipe(node)))
    }
}

/// Whether a value cannot be given to it by a pipeline.
fn is_constant(kind: &NodeKind) -> bool {
    matches!(kind, NodeKind::Bool(_) | NodeKind::Dot | NodeKind::Nil | NodeKind::Number(_) | NodeKind::String(_))
}
