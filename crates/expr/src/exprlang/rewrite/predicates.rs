//! One loop instead of two over the same list: `all(x, a) && all(x, b)` becomes `all(x, a && b)`.

use super::Rewriter;
use crate::exprlang::builtin::Loop;
use crate::exprlang::syntax::{Binary, Call, Id, Node};

impl Rewriter<'_> {
    pub(super) fn join_predicates(&mut self, id: Id) {
        let mut next = Some(id);
        while let Some(id) = next {
            next = self.join_once(id);
        }
    }

    /// The node that joins the two predicates, in which there may be more to join.
    fn join_once(&mut self, id: Id) -> Option<Id> {
        let &Node::Binary { operator, left, right } = self.node(id) else { return None };
        let (&Node::Builtin(first), &Node::Builtin(second)) = (self.node(left), self.node(right)) else { return None };
        let joined = match (operator, first.builtin.looping()?) {
            (Binary::And, Loop::All) => Binary::And,
            (Binary::Or, Loop::Any) | (Binary::And, Loop::None) => Binary::Or,
            _ => return None,
        };
        let &[list, left] = self.tree.arguments(first.arguments) else { return None };
        let &[other, right] = self.tree.arguments(second.arguments) else { return None };
        if first.builtin != second.builtin || !self.same(list, other) {
            return None;
        }
        let place = self.tree.place(id);
        let both = self.add(Node::Binary { operator: joined, left, right }, place);
        let arguments = self.tree.add_arguments(&[list, both]);
        self.tree.replace(id, Node::Builtin(Call { arguments, ..first }));
        Some(both)
    }

    /// Whether two parts of the tree say the same.
    fn same(&self, a: Id, b: Id) -> bool {
        let mut pairs = vec![(a, b)];
        while let Some((a, b)) = pairs.pop() {
            if a == b {
                continue;
            }
            let (mut left, mut right) = (Vec::new(), Vec::new());
            self.tree.children(a, &mut left);
            self.tree.children(b, &mut right);
            if left.len() != right.len() || !self.tree.same_shape(a, b) {
                return false;
            }
            pairs.extend(left.into_iter().zip(right));
        }
        true
    }
}
