//! Paths that are written down.

use std::sync::Arc;

use super::Step;
use crate::exprlang::Place;
use crate::exprlang::environment::Environment;
use crate::exprlang::syntax::{Id, Node, Tree, Unary};

/// A path below a variable.
pub(super) struct Written {
    pub(super) steps: Vec<Step>,
    pub(super) place: Place,
    /// Whether a step is optional.
    pub(super) optional: bool,
}

/// The path that a node is, if it is nothing else.
pub(super) fn written(tree: &Tree, environment: &Environment, mut id: Id) -> Option<Written> {
    let (mut steps, mut place, mut optional) = (Vec::new(), tree.place(id), false);
    loop {
        place = place.to(tree.place(id));
        match tree.node(id) {
            Node::Chain(inner) => {
                optional = true;
                id = *inner;
            }
            Node::Member { base, name, optional: may_be_nil } => {
                steps.push(Step::Name(Arc::clone(name)));
                optional |= may_be_nil;
                id = *base;
            }
            Node::Index { base, index, optional: may_be_nil } => {
                steps.push(Step::Index(position(tree, *index)?));
                optional |= may_be_nil;
                id = *base;
            }
            Node::Name(name) => {
                environment.variable_type(name)?;
                steps.push(Step::Name(Arc::clone(name)));
                break;
            }
            Node::Everything if !steps.is_empty() => break,
            _ => return None,
        }
    }
    steps.reverse();
    Some(Written { steps, place, optional })
}

fn position(tree: &Tree, index: Id) -> Option<i64> {
    match *tree.node(index) {
        Node::Int(position) => Some(position),
        Node::Unary { operator: Unary::Minus, operand } => match tree.node(operand) {
            Node::Int(position) => Some(-position),
            _ => None,
        },
        _ => None,
    }
}
