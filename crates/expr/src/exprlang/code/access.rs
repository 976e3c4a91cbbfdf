//! Members, paths, slices, and chains that nil ends.

use std::sync::Arc;

use super::generate::{Generator, Label, Task, narrow};
use super::op::{Op, When};
use super::path::Path;
use crate::exprlang::Place;
use crate::exprlang::syntax::{Id, Node};
use crate::exprlang::types::Type;

impl Generator<'_> {
    /// Nil anywhere in the chain makes it nil.
    pub(super) fn chain(&mut self, inner: Id, place: Place) {
        let (end, done) = (self.label(), self.label());
        self.then([
            Task::EnterChain(end),
            Task::Visit(inner),
            Task::LeaveChain,
            Task::Place(end),
            Task::Emit(Op::Jump(When::NotNil, done), place),
            Task::Emit(Op::Pop, place),
            Task::Emit(Op::Nil, place),
            Task::Place(done),
        ]);
    }

    /// Nil here ends the chain; planned before what comes after it.
    pub(super) fn guard(&mut self, optional: bool, place: Place) {
        if let Some(end) = self.chains.last().copied().filter(|_| optional) {
            self.then([Task::Emit(Op::Jump(When::Nil, end), place)]);
        }
    }

    /// A path below a variable is one instruction; other members are one each.
    pub(super) fn member(&mut self, id: Id, place: Place) {
        if let Some(path) = self.path(id) {
            self.code.paths.push(path);
            let at = narrow(self.code.paths.len() - 1);
            return self.emit(Op::Load(at), place);
        }
        match self.tree.node(id) {
            Node::Member { base, name, optional } => {
                let member = Op::Member(self.name(name));
                self.then([Task::Emit(member, place)]);
                self.guard(*optional, place);
                self.then([Task::Visit(*base)]);
            }
            Node::Name(name) => {
                let name = self.name(name);
                self.emit(Op::FunctionValue(name), place);
            }
            _ => unreachable!("only names and members come here"),
        }
    }

    /// The path that a node is, if it begins with a variable.
    fn path(&mut self, mut id: Id) -> Option<Path> {
        let (mut names, mut optional, mut places) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            match self.tree.node(id) {
                Node::Member { base, name, optional: may_be_nil } => {
                    names.push(Arc::clone(name));
                    optional.push(*may_be_nil);
                    places.push(self.tree.place(id));
                    id = *base;
                }
                Node::Name(name) => {
                    names.push(Arc::clone(name));
                    optional.push(false);
                    places.push(self.tree.place(id));
                    break;
                }
                Node::Everything if !names.is_empty() => break,
                _ => return None,
            }
        }
        let of = self.code.environment.variable_type(names.last()?);
        let of_strings = of? == Type::StringMap;
        names.reverse();
        optional.reverse();
        places.reverse();
        let end = self.chains.last().copied().unwrap_or(Label::MAX);
        Some(Path { names: names.into(), optional: optional.into(), places: places.into(), end, of_strings })
    }

    pub(super) fn slice(&mut self, base: Id, from: Option<Id>, to: Option<Id>, place: Place) {
        self.then([Task::Emit(Op::Slice { from: from.is_some(), to: to.is_some() }, place)]);
        for bound in [from, to].into_iter().flatten() {
            self.then([Task::Visit(bound)]);
        }
        self.then([Task::Visit(base)]);
    }
}
