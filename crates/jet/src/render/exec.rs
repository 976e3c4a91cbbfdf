//! Lists of nodes.

use std::rc::Rc;

use value::Value;

use super::runtime::Runtime;
use super::scope::Scope;
use crate::ast::{Action, Catch, If, List, Node, Try};
use crate::error::{Fault, Run};
use crate::source::At;
use crate::val::{Thing, Val};

impl Runtime<'_> {
    /// Runs a list. Gives what `return` gave: the node that ran last decides, and a later one can take it back. A scope
    /// is made when the first variable is declared.
    pub(super) fn list(&mut self, list: &List) -> Run<Val> {
        self.enter(list.at())?;
        let mut returned = Val::Invalid;
        let mut scoped = false;
        let mut result = Ok(());
        for node in &list.nodes {
            result = self.node(node, &mut scoped, &mut returned);
            if result.is_err() {
                break;
            }
        }
        if scoped {
            self.pop_scope();
        }
        self.leave();
        result.map(|()| returned)
    }

    fn node(&mut self, node: &Node, scoped: &mut bool, returned: &mut Val) -> Run<()> {
        match node {
            Node::Text(at) => return self.text(*at),
            Node::Action(action) => return self.action(action, scoped),
            Node::If(chain) => self.if_chain(chain, returned)?,
            Node::Range(range) => self.range(range, returned)?,
            Node::Try(attempt) => *returned = self.attempt(attempt)?,
            Node::Yield(call) => self.yield_block(call)?,
            Node::YieldContent(call) => self.yield_content(call)?,
            Node::Block(block) => self.block_in_place(block)?,
            Node::Include(include) => *returned = self.include(include)?,
            Node::Return(value) => *returned = self.eval(value)?,
        }
        Ok(())
    }

    fn text(&mut self, at: At) -> Run<()> {
        let length = (at.end - at.start) as usize;
        self.check_output(at, length)?;
        self.output.write(self.source.slice(at), &self.source, at, true);
        Ok(())
    }

    fn action(&mut self, action: &Action, scoped: &mut bool) -> Run<()> {
        if let Some(assignment) = &action.assignment {
            if assignment.declares && !*scoped {
                self.push_scope();
                *scoped = true;
            }
            self.assign(assignment)?;
        }
        match &action.output {
            Some(pipeline) => self.print_pipeline(pipeline, action.at),
            None => Ok(()),
        }
    }

    /// The first branch whose condition holds. Scopes of conditions with assignments stay until the end, and for good
    /// after an error.
    fn if_chain(&mut self, chain: &If, returned: &mut Val) -> Run<()> {
        let mut pushed = 0;
        if let Some(list) = self.choose(chain, &mut pushed)? {
            *returned = self.list(list)?;
        }
        for _ in 0..pushed {
            self.pop_scope();
        }
        Ok(())
    }

    /// The branch that runs; counts the scopes that its conditions need.
    fn choose<'n>(&mut self, chain: &'n If, pushed: &mut usize) -> Run<Option<&'n List>> {
        for arm in &chain.arms {
            if let Some(assignment) = &arm.assignment {
                if assignment.declares {
                    self.push_scope();
                    *pushed += 1;
                }
                self.assign(assignment)?;
            }
            if self.condition(&arm.condition)? {
                return Ok(Some(&arm.body));
            }
        }
        Ok(chain.otherwise.as_ref())
    }

    /// `try`: what was written before an error is taken back. Scopes, context and content stay as the error left them.
    fn attempt(&mut self, attempt: &Try) -> Run<Val> {
        let written = self.output.bytes.len();
        let source = std::sync::Arc::clone(&self.source);
        let named = attempt.catch.as_ref().is_some_and(|catch| catch.error.is_some());
        self.catchers += usize::from(named);
        let result = self.list(&attempt.body);
        self.catchers -= usize::from(named);
        let fault = match result {
            Ok(value) => return Ok(value),
            Err(fault) if fault.cause().is_final() => return Err(fault),
            Err(fault) => fault,
        };
        self.source = source;
        self.output.truncate(written);
        match &attempt.catch {
            Some(catch) => self.catch(catch, &fault),
            None => Ok(Val::Invalid),
        }
    }

    fn catch(&mut self, catch: &Catch, fault: &Fault) -> Run<Val> {
        let Some(name) = &catch.error else { return self.list(&catch.body) };
        let text = fault.original();
        let error =
            if fault.cause().is_text() { Val::Plain(Value::String(text)) } else { Val::thing(Thing::Error(text)) };
        let scope = Scope::inside(Rc::clone(&self.scope), self.scope.blocks.clone());
        scope.declare(name, error);
        self.scope = scope;
        let value = self.list(&catch.body)?;
        self.pop_scope();
        Ok(value)
    }
}
