//! One walk over the tree, from the root, with what is known on the way.

use std::sync::Arc;

use value::Value;

use super::checked::Checked;
use super::path::{Written, written};
use super::{Argument, CallSite, Reference, Scan, Step};
use crate::exprlang::environment::{Declared, Environment};
use crate::exprlang::syntax::{Binary, Callee, Id, Node, Tree};

/// What holds where a node stands.
#[derive(Clone)]
struct Context {
    guarded: bool,
    conditional: bool,
    checked: Checked,
}

impl Context {
    fn guarded(&self, guarded: bool) -> Self {
        Self { guarded, ..self.clone() }
    }
}

struct Walk<'a> {
    tree: &'a Tree,
    environment: &'a Environment,
    found: Scan,
    open: Vec<(Id, Context)>,
}

pub(super) fn walk(tree: &Tree, environment: &Environment) -> Scan {
    let start = Context { guarded: false, conditional: false, checked: Checked::default() };
    let mut walk = Walk { tree, environment, found: Scan::default(), open: vec![(tree.root, start)] };
    while let Some((id, context)) = walk.open.pop() {
        walk.visit(id, &context);
    }
    let mut found = walk.found;
    found.references.sort_by_key(|reference| reference.place);
    found.calls.sort_by_key(|call| call.place);
    found
}

impl Walk<'_> {
    fn visit(&mut self, id: Id, context: &Context) {
        if let Some(path) = written(self.tree, self.environment, id) {
            return self.refer(path, context);
        }
        // Inside of an operand only what it is checked for counts on.
        let plain = context.guarded(false);
        match self.tree.node(id) {
            Node::Chain(inner) => self.visit_in(*inner, &plain, true),
            Node::Member { base, .. } => self.visit_in(*base, context, context.guarded),
            Node::Index { base, index, .. } => {
                self.visit_in(*base, context, context.guarded);
                self.visit_in(*index, &plain, false);
            }
            Node::Binary { operator, left, right } => self.binary(*operator, *left, *right, &plain),
            Node::Conditional { condition, then, otherwise } => {
                self.visit_in(*condition, &plain, false);
                self.visit_after(*then, &plain, *condition, true);
                self.visit_after(*otherwise, &plain, *condition, false);
            }
            Node::Builtin(call) if call.builtin.name() == "get" => {
                self.member_or_whole(self.tree.arguments(call.arguments), &plain);
            }
            Node::Call { callee, arguments } => {
                if let Callee::Name(name) = callee {
                    self.call(name, id, self.tree.arguments(*arguments), context);
                }
                self.visit_children(id, &plain);
            }
            _ => self.visit_children(id, &plain),
        }
    }

    fn visit_in(&mut self, id: Id, context: &Context, guarded: bool) {
        self.open.push((id, context.guarded(guarded)));
    }

    /// What is only reached when a condition came out that way.
    fn visit_after(&mut self, id: Id, context: &Context, condition: Id, truth: bool) {
        let checked = context.checked.clone().after(self.tree, self.environment, condition, truth);
        self.open.push((id, Context { guarded: false, conditional: true, checked }));
    }

    fn visit_children(&mut self, id: Id, context: &Context) {
        let mut children = Vec::new();
        self.tree.children(id, &mut children);
        for child in children {
            self.visit_in(child, context, false);
        }
    }

    fn binary(&mut self, operator: Binary, left: Id, right: Id, context: &Context) {
        let is_nil = |id| *self.tree.node(id) == Node::Nil;
        match operator {
            Binary::Coalesce => {
                self.visit_in(left, context, true);
                self.visit_in(right, &Context { conditional: true, ..context.clone() }, false);
            }
            Binary::And | Binary::Or => {
                self.visit_in(left, context, false);
                self.visit_after(right, context, left, operator == Binary::And);
            }
            Binary::Equal | Binary::NotEqual if is_nil(left) || is_nil(right) => {
                self.visit_in(left, context, true);
                self.visit_in(right, context, true);
            }
            Binary::In => {
                self.member_or_whole(&[right, left], context);
            }
            _ => {
                self.visit_in(left, context, false);
                self.visit_in(right, context, false);
            }
        }
    }

    /// A container and a key: a path to the member when both are written down.
    fn member_or_whole(&mut self, arguments: &[Id], context: &Context) {
        let &[container, key] = arguments else { return };
        let member = written(self.tree, self.environment, container);
        if let (Some(mut path), Node::Text(name)) = (member, self.tree.node(key)) {
            path.steps.push(Step::Name(Arc::clone(name)));
            let place = self.tree.place(key);
            return self.refer(Written { place: path.place.to(place), ..path }, &context.guarded(true));
        }
        self.visit_in(container, context, true);
        self.visit_in(key, context, false);
    }

    fn refer(&mut self, path: Written, context: &Context) {
        let guarded = context.guarded || path.optional || context.checked.covers(&path.steps);
        let conditional = context.conditional;
        self.found.references.push(Reference { path: path.steps, place: path.place, guarded, conditional });
    }

    fn call(&mut self, name: &Arc<str>, id: Id, arguments: &[Id], context: &Context) {
        if matches!(self.environment.get(name), Some(Declared::Function(_))) {
            let argument = |id| Argument { literal: literal(self.tree.node(id)), place: self.tree.place(id) };
            let arguments = arguments.iter().map(|id| argument(*id)).collect();
            let (place, conditional) = (self.tree.place(id), context.conditional);
            self.found.calls.push(CallSite { name: Arc::clone(name), arguments, place, conditional });
        }
    }
}

fn literal(node: &Node) -> Option<Value> {
    match node {
        Node::Nil => Some(Value::Null),
        Node::Bool(truth) => Some(Value::Bool(*truth)),
        Node::Int(number) => Some(Value::Int(*number)),
        Node::Float(number) => Some(Value::Float(*number)),
        Node::Text(text) => Some(Value::String(Arc::clone(text))),
        _ => None,
    }
}
