//! Rewriting the tree before code is made from it: constants are folded, and frequent combinations become cheaper ones.
//!
//! Upstream does the same, and some of it shows: `Data.n && true` is `Data.n` even when that is no bool, and
//! `filter(list, …)[0]` does not look at items after the first match. So each of these is done where upstream does it.

mod counting;
mod filters;
mod fold;
mod predicates;
mod set;
mod sums;

use super::Place;
use super::error::CompileError;
use super::syntax::{Id, Node, Tree};
use super::types::Nature;
pub(super) use set::Set;

/// A tree that is being rewritten.
pub(super) struct Rewriter<'a> {
    tree: &'a mut Tree,
    natures: Vec<Nature>,
}

/// Rewrites a tree that was checked.
pub(super) fn rewrite(tree: &mut Tree, natures: Vec<Nature>) -> Result<Vec<Nature>, CompileError> {
    let mut rewriter = Rewriter { tree, natures };
    rewriter.each(Rewriter::set_for_in);
    while rewriter.fold_once()? {}
    for pass in [
        Rewriter::range_for_in,
        Rewriter::filter_then_map,
        Rewriter::length_of_filter,
        Rewriter::last_of_filter,
        Rewriter::first_of_filter,
        Rewriter::join_predicates,
        Rewriter::sum_of_range,
        Rewriter::reduce_of_range,
        Rewriter::sum_of_list,
        Rewriter::sum_of_map,
        Rewriter::count_to_any,
        Rewriter::count_with_end,
    ] {
        rewriter.each(pass);
    }
    Ok(rewriter.natures)
}

impl Rewriter<'_> {
    /// Offers every node to a rewrite, children first.
    fn each(&mut self, rewrite: fn(&mut Self, Id)) {
        for id in self.tree.ids() {
            rewrite(self, id);
        }
    }

    fn node(&self, id: Id) -> &Node {
        self.tree.node(id)
    }

    fn nature(&self, id: Id) -> Nature {
        self.natures[id as usize]
    }

    /// Adds a node that was not there before.
    fn add(&mut self, node: Node, place: Place) -> Id {
        self.natures.push(Nature::Unknown);
        self.tree.add_rewritten(node, place)
    }

    /// The integer, if a node is one.
    fn int(&self, id: Id) -> Option<i64> {
        if let Node::Int(number) = self.node(id) { Some(*number) } else { None }
    }
}
