//! The way through the nodes of a template.

use std::sync::Arc;

use super::names::Names;
use super::{References, TemplateReference, TemplateUse};
use crate::ast::{Action, Assignment, Block, Command, Compiled, If, List, Node, Range, Targets, Try, Yield};
use crate::source::Source;

/// What a template refers to.
pub(super) fn references(template: &Compiled) -> References {
    let mut walk = Walk::new(&template.source);
    for (at, used) in &template.uses {
        let name = Some(used.source.name.to_string());
        let place = template.source.place(*at);
        walk.found.templates.push(TemplateReference { name, by: TemplateUse::Import, place });
    }
    walk.list(&template.root);
    walk.found
}

pub(super) struct Walk<'a> {
    pub(super) source: &'a Source,
    pub(super) found: References,
    pub(super) names: Names,
    /// How many constructs around this place set the context.
    pub(super) own_context: usize,
    /// How many constructs around this place make errors harmless.
    pub(super) optional: usize,
}

impl<'a> Walk<'a> {
    fn new(source: &'a Source) -> Self {
        Self { source, found: References::default(), names: Names::default(), own_context: 0, optional: 0 }
    }

    fn list(&mut self, list: &List) {
        let mark = self.names.mark();
        for node in &list.nodes {
            self.node(node);
        }
        self.names.forget(mark);
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Text(_) => {}
            Node::Action(action) => self.action(action),
            Node::If(chain) => self.if_chain(chain),
            Node::Range(range) => self.range(range),
            Node::Try(attempt) => self.attempt(attempt),
            Node::Yield(call) => self.yield_block(call),
            Node::YieldContent(call) => self.exprs(call.context.iter()),
            Node::Block(block) => self.block(block),
            Node::Include(include) => {
                self.template(Some(&include.name), TemplateUse::Include, include.at);
                self.expr(&include.name);
                self.exprs(include.context.iter());
            }
            Node::Return(value) => self.expr(value),
        }
    }

    fn action(&mut self, action: &Action) {
        if let Some(assignment) = &action.assignment {
            self.assignment(assignment);
        }
        if let Some(output) = &action.output {
            self.command(&output.first, 0);
            output.rest.iter().for_each(|command| self.command(command, 1));
        }
    }

    fn assignment(&mut self, assignment: &Assignment) {
        self.exprs(assignment.right.iter());
        if !assignment.declares {
            self.targets(&assignment.left);
        }
        self.names.declare_targets(assignment);
    }

    /// A command; after a pipe it gets one argument more.
    fn command(&mut self, command: &Command, piped: usize) {
        match &command.arguments {
            Some(arguments) => self.call(&command.base, arguments, piped),
            None if piped > 0 => self.callee(&command.base, piped),
            None => self.expr(&command.base),
        }
    }

    fn if_chain(&mut self, chain: &If) {
        let mark = self.names.mark();
        for arm in &chain.arms {
            if let Some(assignment) = &arm.assignment {
                self.assignment(assignment);
            }
            self.expr(&arm.condition);
            self.list(&arm.body);
        }
        chain.otherwise.iter().for_each(|list| self.list(list));
        self.names.forget(mark);
    }

    fn range(&mut self, range: &Range) {
        self.expr(&range.subject);
        let mark = self.names.mark();
        let sets_context = match &range.targets {
            Targets::None => true,
            Targets::Declare(names) => {
                self.names.extend(names);
                names.len() == 1
            }
            Targets::Assign(targets) => {
                self.targets(targets);
                targets.len() == 1
            }
        };
        self.own_context += usize::from(sets_context);
        self.list(&range.body);
        self.own_context -= usize::from(sets_context);
        range.otherwise.iter().for_each(|list| self.list(list));
        self.names.forget(mark);
    }

    fn attempt(&mut self, attempt: &Try) {
        self.optional += 1;
        self.list(&attempt.body);
        self.optional -= 1;
        if let Some(catch) = &attempt.catch {
            let mark = self.names.mark();
            self.names.extend(&catch.error);
            self.list(&catch.body);
            self.names.forget(mark);
        }
    }

    fn yield_block(&mut self, call: &Yield) {
        let values = call.parameters.iter().filter_map(|parameter| parameter.value.as_ref());
        self.exprs(values.chain(&call.context));
        call.content.iter().for_each(|list| self.list(list));
    }

    fn block(&mut self, block: &Arc<Block>) {
        let mark = self.names.mark();
        for parameter in &block.parameters {
            self.exprs(parameter.value.iter());
            self.names.extend(&parameter.name);
        }
        self.exprs(block.context.iter());
        self.own_context += usize::from(block.context.is_some());
        self.list(&block.body);
        self.own_context -= usize::from(block.context.is_some());
        block.content.iter().for_each(|list| self.list(list));
        self.names.forget(mark);
    }
}
