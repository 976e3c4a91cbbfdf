//! `x in [literals]` and `x in 1..9` without looking at each item.

use std::collections::HashSet;
use std::sync::Arc;

use super::Rewriter;
use crate::exprlang::syntax::{Binary, Id, Node};
use crate::exprlang::types::NatureKind;

/// The right side of `in`.
#[derive(Debug, PartialEq)]
pub(crate) enum Set {
    Ints(HashSet<i64>),
    Texts(HashSet<Arc<str>>),
}

impl Rewriter<'_> {
    /// Literals become a set: integers where the left side is known to be one, texts always.
    pub(super) fn set_for_in(&mut self, id: Id) {
        let &Node::Binary { operator: Binary::In, left, right } = self.node(id) else { return };
        let &Node::List(items) = self.node(right) else { return };
        let items = self.tree.arguments(items);
        let Some(first) = items.first() else { return };
        let set = match self.node(*first) {
            Node::Int(_) if self.nature(left).kind() == NatureKind::Int => {
                items.iter().map(|item| self.int(*item)).collect::<Option<_>>().map(Set::Ints)
            }
            Node::Text(_) => items.iter().map(|item| self.text(*item)).collect::<Option<_>>().map(Set::Texts),
            _ => None,
        };
        if let Some(set) = set {
            let place = self.tree.place(right);
            let right = self.add(Node::Set(Arc::new(set)), place);
            self.tree.replace(id, Node::Binary { operator: Binary::In, left, right });
        }
    }

    fn text(&self, id: Id) -> Option<Arc<str>> {
        if let Node::Text(text) = self.node(id) { Some(Arc::clone(text)) } else { None }
    }

    /// `n in 1..9` becomes `n >= 1 && n <= 9`.
    pub(super) fn range_for_in(&mut self, id: Id) {
        let &Node::Binary { operator: Binary::In, left, right } = self.node(id) else { return };
        let &Node::Binary { operator: Binary::Range, left: from, right: to } = self.node(right) else { return };
        let whole = self.nature(left).kind() == NatureKind::Int;
        if !whole || self.int(from).is_none() || self.int(to).is_none() {
            return;
        }
        let place = self.tree.place(id);
        let above = self.add(Node::Binary { operator: Binary::GreaterEqual, left, right: from }, place);
        let below = self.add(Node::Binary { operator: Binary::LessEqual, left, right: to }, place);
        self.tree.replace(id, Node::Binary { operator: Binary::And, left: above, right: below });
    }
}
