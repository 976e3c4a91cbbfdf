//! `count(…) > n` does not need to count further than `n`.

use super::Rewriter;
use super::filters::named;
use crate::exprlang::builtin::Loop;
use crate::exprlang::syntax::{Binary, Call, Id, Node};

impl Rewriter<'_> {
    /// A comparison of a count with a literal.
    fn compared_count(&self, id: Id) -> Option<(Binary, Id, Call, i64)> {
        let &Node::Binary { operator, left, right } = self.node(id) else { return None };
        let count = self.looping(left, Loop::Count).filter(|count| count.arguments.len() == 2)?;
        Some((operator, left, count, self.int(right)?))
    }

    /// `count(…) > 0` is `any(…)`.
    pub(super) fn count_to_any(&mut self, id: Id) {
        if let Some((Binary::Greater, _, count, 0) | (Binary::GreaterEqual, _, count, 1)) = self.compared_count(id) {
            self.tree.replace(id, Node::Builtin(Call { builtin: named("any"), ..count }));
        }
    }

    /// Beyond this, the answer does not change.
    pub(super) fn count_with_end(&mut self, id: Id) {
        let Some((operator, left, count, limit @ 0..)) = self.compared_count(id) else { return };
        let threshold = match operator {
            Binary::Greater | Binary::LessEqual => limit.saturating_add(1),
            Binary::GreaterEqual | Binary::Less => limit,
            _ => return,
        };
        if threshold > 1 {
            self.tree.replace(left, Node::Builtin(Call { threshold: Some(threshold), ..count }));
        }
    }
}
