//! Loops: a list, a predicate for each item, and what becomes of its results.

use super::generate::{Generator, Task, narrow};
use super::op::{Counting, Op, Turn};
use super::program::Looping;
use crate::exprlang::Place;
use crate::exprlang::builtin::Loop;
use crate::exprlang::syntax::{Call, Id};

impl Generator<'_> {
    /// ```text
    ///     extra argument, list
    ///     begin           end, if the list is empty
    /// top predicate
    ///     skip unless     next    (filter, find)
    ///     item or its map         (filter, find)
    ///     collect         end, if the result is known
    /// next advance        top, while there are items
    /// end
    /// ```
    pub(super) fn looping(&mut self, call: Call, kind: Loop, place: Place) {
        let arguments = self.tree.arguments(call.arguments);
        let (list, predicate, extra) = (arguments[0], arguments.get(1).copied(), arguments.get(2).copied());
        self.code.loops.push(Looping {
            kind,
            counting: call.threshold.map_or(Counting::All, Counting::To),
            throws: call.throws,
            extra: extra.is_some(),
            end: 0,
        });
        let at = narrow(self.code.loops.len() - 1);
        let (top, next, end) = (self.label(), self.label(), self.label());
        self.then([
            Task::Emit(Op::Loop(Turn::Collect(end)), place),
            Task::Place(next),
            Task::Emit(Op::Loop(Turn::Advance(top)), place),
            Task::Place(end),
            Task::EndLoop(at),
        ]);
        if matches!(kind, Loop::Filter | Loop::Find | Loop::FindLast) {
            let place = predicate.map_or(place, |predicate| self.tree.place(predicate));
            self.visit_or_item(call.map, place);
            self.then([Task::Emit(Op::Loop(Turn::SkipUnless(next)), place)]);
        }
        self.visit_or_item(predicate, place);
        self.then([Task::Visit(list), Task::Emit(Op::Loop(Turn::Begin(at)), self.tree.place(list)), Task::Place(top)]);
        if let Some(extra) = extra {
            self.then([Task::Visit(extra)]);
        }
    }

    fn visit_or_item(&mut self, node: Option<Id>, place: Place) {
        self.then([match node {
            Some(id) => Task::Visit(id),
            None => Task::Emit(Op::Loop(Turn::Item), place),
        }]);
    }
}
