//! `filter` together with `map`, `len`, `first` and `last`.

use super::Rewriter;
use crate::exprlang::builtin::{self, Builtin, Loop};
use crate::exprlang::syntax::{Call, Id, Node, Pointer};

impl Rewriter<'_> {
    /// The call, if a node is one of a builtin that loops that way.
    pub(super) fn looping(&self, id: Id, looping: Loop) -> Option<Call> {
        match *self.node(id) {
            Node::Builtin(call) if call.builtin.looping() == Some(looping) => Some(call),
            _ => None,
        }
    }

    /// The only argument of a builtin with this name.
    fn argument_of(&self, id: Id, name: &str) -> Option<Id> {
        let Node::Builtin(call) = self.node(id) else { return None };
        match self.tree.arguments(call.arguments) {
            [argument] if call.builtin.name() == name => Some(*argument),
            _ => None,
        }
    }

    /// `map(filter(list, a), b)` needs no list in between, unless `b` asks for its position there.
    pub(super) fn filter_then_map(&mut self, id: Id) {
        let Some(map) = self.looping(id, Loop::Map) else { return };
        let &[list, body] = self.tree.arguments(map.arguments) else { return };
        let Some(filter) = self.looping(list, Loop::Filter).filter(|filter| filter.map.is_none()) else { return };
        if !self.mentions_index(body) {
            self.tree.replace(id, Node::Builtin(Call { map: Some(body), ..filter }));
        }
    }

    fn mentions_index(&self, body: Id) -> bool {
        let mut open = vec![body];
        while let Some(id) = open.pop() {
            if matches!(self.node(id), Node::Pointer { name: Pointer::Index, .. }) {
                return true;
            }
            self.tree.children(id, &mut open);
        }
        false
    }

    /// `len(filter(…))` counts.
    pub(super) fn length_of_filter(&mut self, id: Id) {
        let Some(list) = self.argument_of(id, "len") else { return };
        if let Some(filter) = self.looping(list, Loop::Filter) {
            self.tree.replace(id, Node::Builtin(Call { builtin: named("count"), map: None, ..filter }));
        }
    }

    /// `first(filter(…))` and `filter(…)[0]` stop at the first match.
    pub(super) fn first_of_filter(&mut self, id: Id) {
        self.item_of_filter(id, "first", 0, "find");
    }

    /// `last(filter(…))` and `filter(…)[-1]` begin at the end.
    pub(super) fn last_of_filter(&mut self, id: Id) {
        self.item_of_filter(id, "last", -1, "findLast");
    }

    fn item_of_filter(&mut self, id: Id, function: &str, index: i64, finding: &str) {
        let (list, throws) = match *self.node(id) {
            Node::Index { base, index: at, optional: false } if self.int(at) == Some(index) => (base, true),
            _ => match self.argument_of(id, function) {
                Some(list) => (list, false),
                None => return,
            },
        };
        if let Some(filter) = self.looping(list, Loop::Filter) {
            self.tree.replace(id, Node::Builtin(Call { builtin: named(finding), throws, ..filter }));
        }
    }
}

/// A builtin that is known to exist.
pub(super) fn named(name: &str) -> Builtin {
    builtin::find(name).expect("it is in the table of builtins")
}
