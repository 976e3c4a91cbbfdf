//! Sums that need no loop, or no list in between.

use super::Rewriter;
use crate::exprlang::builtin::Loop;
use crate::exprlang::syntax::{Binary, Call, Id, Node, Pointer};

/// The numbers from a first to a last one.
#[derive(Clone, Copy)]
struct Series {
    count: i64,
    sum: i64,
}

impl Rewriter<'_> {
    /// A range of two literals that is not empty.
    fn series(&self, id: Id) -> Option<Series> {
        let &Node::Binary { operator: Binary::Range, left, right } = self.node(id) else { return None };
        let (from, to) = (self.int(left)?, self.int(right)?);
        if to < from {
            return None;
        }
        let count = to.wrapping_sub(from).wrapping_add(1);
        Some(Series { count, sum: count.wrapping_mul(from.wrapping_add(to)) / 2 })
    }

    /// `sum(1..9)`, also with `# * 2` and its like as the predicate.
    pub(super) fn sum_of_range(&mut self, id: Id) {
        let Some(sum) = self.looping(id, Loop::Sum) else { return };
        let arguments = self.tree.arguments(sum.arguments);
        let Some(series) = self.series(arguments[0]) else { return };
        let total = match arguments.get(1) {
            Some(body) => self.sum_of_items(series, *body),
            None => Some(series.sum),
        };
        if let Some(total) = total {
            self.tree.replace(id, Node::Int(total));
        }
    }

    fn sum_of_items(&self, series: Series, body: Id) -> Option<i64> {
        if self.is_pointer(body, &Pointer::Item) {
            return Some(series.sum);
        }
        let &Node::Binary { operator, left, right } = self.node(body) else { return None };
        let constant = if self.is_pointer(left, &Pointer::Item) {
            self.int(right)?
        } else {
            self.int(left).filter(|_| self.is_pointer(right, &Pointer::Item))?
        };
        let constants = series.count.wrapping_mul(constant);
        match operator {
            Binary::Multiply => Some(constant.wrapping_mul(series.sum)),
            Binary::Add => Some(series.sum.wrapping_add(constants)),
            Binary::Subtract if self.int(right).is_some() => Some(series.sum.wrapping_sub(constants)),
            Binary::Subtract => Some(constants.wrapping_sub(series.sum)),
            _ => None,
        }
    }

    fn is_pointer(&self, id: Id, pointer: &Pointer) -> bool {
        matches!(self.node(id), Node::Pointer { name, .. } if name == pointer)
    }

    /// `reduce(1..9, # + #acc)`.
    pub(super) fn reduce_of_range(&mut self, id: Id) {
        let Some(reduce) = self.looping(id, Loop::Reduce) else { return };
        let arguments = self.tree.arguments(reduce.arguments);
        let Some(series) = self.series(arguments[0]) else { return };
        let &Node::Binary { operator: Binary::Add, left, right } = self.node(arguments[1]) else { return };
        let adds = |item, sum| self.is_pointer(item, &Pointer::Item) && self.is_pointer(sum, &Pointer::Accumulator);
        if !adds(left, right) && !adds(right, left) {
            return;
        }
        let total = match arguments.get(2) {
            Some(initial) => self.int(*initial).map(|initial| initial.wrapping_add(series.sum)),
            None => Some(series.sum),
        };
        if let Some(total) = total {
            self.tree.replace(id, Node::Int(total));
        }
    }

    /// `sum([a, b, c])` is `a + (b + c)`.
    pub(super) fn sum_of_list(&mut self, id: Id) {
        let Some(sum) = self.looping(id, Loop::Sum) else { return };
        let &[list] = self.tree.arguments(sum.arguments) else { return };
        let &Node::List(items) = self.node(list) else { return };
        let items = self.tree.arguments(items).to_vec();
        let [first, middle @ .., end] = items.as_slice() else { return };
        let place = self.tree.place(id);
        let rest = middle
            .iter()
            .rev()
            .fold(*end, |rest, item| self.add(Node::Binary { operator: Binary::Add, left: *item, right: rest }, place));
        self.tree.replace(id, Node::Binary { operator: Binary::Add, left: *first, right: rest });
    }

    /// `sum(map(list, f))` is `sum(list, f)`.
    pub(super) fn sum_of_map(&mut self, id: Id) {
        let Some(sum) = self.looping(id, Loop::Sum) else { return };
        let &[list] = self.tree.arguments(sum.arguments) else { return };
        if let Some(map) = self.looping(list, Loop::Map) {
            self.tree.replace(id, Node::Builtin(Call { arguments: map.arguments, ..sum }));
        }
    }
}
