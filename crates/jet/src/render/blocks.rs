//! Blocks, and where they run.

use std::rc::Rc;
use std::sync::Arc;

use super::runtime::Runtime;
use super::scope::{Content, Scope};
use crate::ast::{Block, Expr, List, Parameter, Yield, YieldContent};
use crate::error::{Cause, Fault, RenderError, Run};
use crate::source::{At, Source};
use crate::val::Val;

/// What a block is run with.
struct Given<'a> {
    /// The template that says so.
    source: &'a Arc<Source>,
    parameters: &'a [Parameter],
    context: Option<&'a Expr>,
    content: Option<&'a Arc<List>>,
}

impl Runtime<'_> {
    pub(super) fn yield_block(&mut self, call: &Yield) -> Run<()> {
        self.step(call.at, 1)?;
        let Some(block) = self.scope.block(&call.name) else {
            return Err(self.fault(call.at, call.line, Cause::NoBlock { name: call.name.text().to_owned() }));
        };
        let source = Arc::clone(&self.source);
        let given = Given {
            source: &source,
            parameters: &call.parameters,
            context: call.context.as_ref(),
            content: call.content.as_ref(),
        };
        self.run_block(&block, &given).map_err(|fault| fault.through(source.place(call.at)))
    }

    /// A block where it is written: the one of this name that counts, with what it says itself.
    pub(super) fn block_in_place(&mut self, block: &Arc<Block>) -> Run<()> {
        self.step(block.at, 1)?;
        let block = self.scope.block(&block.name).unwrap_or_else(|| Arc::clone(block));
        let given = Given {
            source: &block.source,
            parameters: &block.parameters,
            context: block.context.as_ref(),
            content: block.content.as_ref(),
        };
        self.run_block(&block, &given)
    }

    /// Runs a block. After an error its scope and its content stay.
    fn run_block(&mut self, block: &Block, given: &Given<'_>) -> Run<()> {
        let before = Arc::clone(&self.source);
        let scoped = !block.parameters.is_empty() || !given.parameters.is_empty();
        if scoped {
            self.push_scope();
            self.source = Arc::clone(given.source);
            self.given_parameters(block, given)?;
            self.source = Arc::clone(&block.source);
            self.default_parameters(block)?;
        }
        let content = self.content.clone();
        if let Some(list) = given.content {
            self.content = Some(Rc::new(Content {
                list: Arc::clone(list),
                source: Arc::clone(given.source),
                scope: Rc::clone(&self.scope),
                outer: content.clone(),
            }));
        }
        self.source = Arc::clone(given.source);
        self.with_context(given.context, &block.source, &block.body)?;
        self.source = before;
        self.content = content;
        if scoped {
            self.pop_scope();
        }
        Ok(())
    }

    /// Runs a list of another template, with another context if there is one.
    fn with_context(&mut self, context: Option<&Expr>, source: &Arc<Source>, list: &List) -> Run<()> {
        let before = match context {
            Some(expr) => {
                let context = self.eval(expr)?;
                Some(std::mem::replace(&mut self.context, context))
            }
            None => None,
        };
        self.source = Arc::clone(source);
        self.list(list)?;
        if let Some(before) = before {
            self.context = before;
        }
        Ok(())
    }

    /// The values that are given; each sees those before it. A value without a name goes nowhere.
    fn given_parameters(&mut self, block: &Block, given: &Given<'_>) -> Run<()> {
        for (position, parameter) in given.parameters.iter().enumerate() {
            let Some(value) = &parameter.value else {
                return Err(no_parameter(block, position));
            };
            let value = self.eval(value)?;
            if let Some(name) = &parameter.name {
                self.scope.declare(name, value);
            }
        }
        Ok(())
    }

    /// The defaults of what was not given; false where there is none.
    fn default_parameters(&mut self, block: &Block) -> Run<()> {
        for parameter in &block.parameters {
            let Some(name) = &parameter.name else { continue };
            if self.scope.own(name).is_some() {
                continue;
            }
            let value = match &parameter.value {
                Some(value) => self.eval(value)?,
                None => Val::FALSE,
            };
            self.scope.declare(name, value);
        }
        Ok(())
    }

    /// Runs what the `yield` around this block brought. After an error its scope and content stay.
    pub(super) fn yield_content(&mut self, call: &YieldContent) -> Run<()> {
        self.step(call.at, 1)?;
        let Some(content) = self.content.clone() else { return Ok(()) };
        let source = Arc::clone(&self.source);
        let outer_scope: Rc<Scope> = std::mem::replace(&mut self.scope, Rc::clone(&content.scope));
        let outer_content = std::mem::replace(&mut self.content, content.outer.clone());
        let place = |at: At| source.place(at);
        self.with_context(call.context.as_ref(), &content.source, &content.list)
            .map_err(|fault| fault.through(place(call.at)))?;
        self.source = source;
        self.scope = outer_scope;
        self.content = outer_content;
        Ok(())
    }
}

fn no_parameter(block: &Block, position: usize) -> Fault {
    let place = block.source.place(block.at);
    let Some(name) = block.parameters.get(position).and_then(|parameter| parameter.name.as_ref()) else {
        let original = format!("runtime error: index out of range [{position}] with length {}", block.parameters.len());
        let message = "a value of `yield` has no name".to_owned();
        return RenderError::new(place, Cause::Unsupported { message, original, text: false }, None);
    };
    RenderError::new(place, Cause::NoParameter { name: name.text().to_owned() }, Some(block.line))
}
