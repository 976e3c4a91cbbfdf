//! What is known to be there after a condition.

use std::rc::Rc;
use std::sync::Arc;

use super::Step;
use super::path::written;
use crate::exprlang::environment::Environment;
use crate::exprlang::syntax::{Binary, Id, Node, Tree, Unary};

/// Paths that were checked, newest first. Shared between the parts of the expression that they hold in.
#[derive(Clone, Default)]
pub(super) struct Checked(Option<Rc<Link>>);

struct Link {
    steps: Vec<Step>,
    earlier: Checked,
}

impl Checked {
    /// Whether a path begins with one that was checked.
    pub(super) fn covers(&self, path: &[Step]) -> bool {
        let mut next = &self.0;
        while let Some(link) = next {
            if path.starts_with(&link.steps) {
                return true;
            }
            next = &link.earlier.0;
        }
        false
    }

    fn with(self, steps: Vec<Step>) -> Self {
        Self(Some(Rc::new(Link { steps, earlier: self })))
    }

    /// With what is there when a condition has come out as `truth`.
    pub(super) fn after(mut self, tree: &Tree, environment: &Environment, condition: Id, truth: bool) -> Self {
        let mut open = vec![(condition, truth)];
        while let Some((id, truth)) = open.pop() {
            match *tree.node(id) {
                Node::Unary { operator: Unary::Not, operand } => open.push((operand, !truth)),
                Node::Binary { operator: Binary::And, left, right } if truth => {
                    open.extend([(left, true), (right, true)]);
                }
                Node::Binary { operator: Binary::Or, left, right } if !truth => {
                    open.extend([(left, false), (right, false)]);
                }
                Node::Binary { operator, left, right } => {
                    for steps in compared(tree, environment, operator, left, right, truth) {
                        self = self.with(steps);
                    }
                }
                _ if truth => {
                    if let Some(path) = written(tree, environment, id) {
                        self = self.with(path.steps);
                    }
                }
                _ => {}
            }
        }
        self
    }
}

/// The paths that are there when a comparison has come out as `truth`.
fn compared(
    tree: &Tree,
    environment: &Environment,
    operator: Binary,
    left: Id,
    right: Id,
    truth: bool,
) -> Vec<Vec<Step>> {
    let path = |id| written(tree, environment, id).map(|path| path.steps);
    let is_nil = |id| *tree.node(id) == Node::Nil;
    match (operator, truth) {
        (Binary::Equal | Binary::NotEqual, _) if is_nil(left) || is_nil(right) => {
            let there = (operator == Binary::NotEqual) == truth;
            [left, right].into_iter().filter(|_| there).filter_map(path).collect()
        }
        (Binary::In, true) => match (tree.node(left), path(right)) {
            (Node::Text(key), Some(mut steps)) => {
                steps.push(Step::Name(Arc::clone(key)));
                vec![steps]
            }
            (_, steps) => steps.into_iter().chain(path(left)).collect(),
        },
        // What equals, or is ordered with, something that is written down is not nil.
        (Binary::Coalesce | Binary::NotEqual, true) | (_, false) => Vec::new(),
        (_, true) => [left, right].into_iter().filter_map(path).collect(),
    }
}
