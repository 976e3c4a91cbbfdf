//! Pipelines, commands and their first words.

use super::compiler::{Compiler, Task, narrow};
use super::literal::constant;
use crate::go::Type;
use crate::parse::{Names, NodeId, NodeKind, describe};
use crate::program::{Chain, Keep, Op, Source};

impl Compiler<'_> {
    pub(super) fn pipe(&mut self, pipe: NodeId, used: bool) {
        let variables = Task::Variables { pipe, used };
        self.plan([Task::Commands(pipe), variables]);
    }

    pub(super) fn commands(&mut self, pipe: NodeId) {
        let count = self.ast.pipe(pipe).commands.len();
        self.plan((0..count).map(|at| Task::Command { pipe, at }));
    }

    pub(super) fn command(&mut self, pipe: NodeId, at: usize) {
        let command = self.ast.pipe(pipe).commands[at];
        let words = self.ast.command(command);
        let first = words[0];
        let has_final = at > 0;
        let has_arguments = words.len() > 1 || has_final;
        match self.ast.kind(first) {
            NodeKind::Identifier(name) => self.call(name, first, command, &words[1..], has_final),
            NodeKind::Field(names) => {
                let chain = Chain::new(Source::Dot, names, Some(first), first, Keep::Concrete);
                self.chain(chain, &words[1..], has_final);
            }
            NodeKind::Variable(names) => self.variable_word(first, names, words, has_final),
            NodeKind::Chain(inner, names) => {
                let chain = Chain::new(Source::Top, names, None, first, Keep::Concrete);
                self.chain(chain, &words[1..], has_final);
                self.plan([Task::Argument { node: *inner, of: None }]);
            }
            NodeKind::Pipe(_) if has_arguments => {
                // In the first command Go is still at the pipeline around it, later where it happens to be.
                let node = if has_final { None } else { Some(pipe) };
                self.not_a_function(first, node);
            }
            NodeKind::Pipe(_) => self.plan([Task::Pipe { pipe: first, used: true }]),
            _ if has_arguments => self.not_a_function(first, Some(first)),
            NodeKind::Dot => self.emit(Op::Dot { node: first, keep: Keep::Concrete }),
            NodeKind::Nil => {
                let raise = self.raise("nil is not a command", Some(first));
                self.emit(raise);
            }
            _ => self.constant_word(first),
        }
    }

    fn constant_word(&mut self, node: NodeId) {
        let op = match constant(self.ast.kind(node), || self.text(node)) {
            Ok(value) => self.constant(value, node),
            Err(message) => self.raise(message, Some(node)),
        };
        self.emit(op);
    }

    pub(super) fn constant(&mut self, value: value::Value, node: NodeId) -> Op {
        self.program.constants.push(value);
        Op::Constant { constant: narrow(self.program.constants.len() - 1), node }
    }

    /// A node as messages show it.
    pub(super) fn text(&self, node: NodeId) -> String {
        describe(self.ast, self.source, node)
    }

    fn not_a_function(&mut self, first: NodeId, node: Option<NodeId>) {
        let shown = self.text(first);
        let raise = self.raise(format!("can't give argument to non-function {shown}"), node);
        self.emit(raise);
    }

    fn variable_word(&mut self, node: NodeId, names: &Names, words: &[NodeId], has_final: bool) {
        let Some(slot) = self.variables.find(&names[0]) else { return self.undefined(node, &names[0]) };
        if names.len() > 1 {
            let chain = Chain::new(Source::Variable(slot), names, Some(node), node, Keep::Concrete);
            return self.chain(chain, &words[1..], has_final);
        }
        self.emit(Op::Variable { slot, node, keep: Keep::Concrete });
        if words.len() > 1 || has_final {
            self.not_a_function(node, None);
        }
    }

    fn undefined(&mut self, node: NodeId, name: &str) {
        let raise = self.raise(format!("undefined variable: {name}"), Some(node));
        self.emit(raise);
    }

    /// Fields of a value, as a command.
    fn chain(&mut self, chain: Chain, arguments: &[NodeId], has_final: bool) {
        let written = arguments.len();
        let chain = self.add_chain(Chain { written, has_final, ..chain });
        if written == 0 && !has_final {
            return self.plan([Task::Emit(Op::Fields { chain })]);
        }
        let end = self.label();
        let mut tasks = vec![Task::Emit(Op::Method { chain, target: end.0 })];
        tasks.extend(arguments.iter().enumerate().map(|(at, node)| Task::MethodArgument { node: *node, at }));
        tasks.extend([Task::Emit(Op::CallMethod { chain }), Task::Label(end)]);
        self.plan(tasks);
    }

    fn add_chain(&mut self, chain: Chain) -> u32 {
        self.program.chains.push(chain);
        narrow(self.program.chains.len() - 1)
    }

    /// An argument that is not a literal: its value, which is not checked yet. Whether it was one.
    pub(super) fn operand(&mut self, node: NodeId) -> bool {
        let keep = Keep::Interface;
        let chain = |source, names: &Names| Chain::new(source, names, Some(node), node, keep);
        match self.ast.kind(node) {
            NodeKind::Dot => self.emit(Op::Dot { node, keep }),
            NodeKind::Field(names) => {
                let chain = self.add_chain(chain(Source::Dot, names));
                self.emit(Op::Fields { chain });
            }
            NodeKind::Variable(names) => match self.variables.find(&names[0]) {
                None => self.undefined(node, &names[0]),
                Some(slot) if names.len() == 1 => self.emit(Op::Variable { slot, node, keep }),
                Some(slot) => {
                    let chain = self.add_chain(chain(Source::Variable(slot), names));
                    self.emit(Op::Fields { chain });
                }
            },
            NodeKind::Pipe(_) => self.plan([Task::Pipe { pipe: node, used: true }]),
            NodeKind::Identifier(name) => self.call_without_arguments(name, node),
            NodeKind::Chain(inner, names) => {
                let chain = self.add_chain(Chain { node: None, ..chain(Source::Top, names) });
                let inner = Task::Argument { node: *inner, of: None };
                self.plan([inner, Task::Emit(Op::Fields { chain })]);
            }
            _ => return false,
        }
        true
    }

    pub(super) fn argument(&mut self, node: NodeId, of: Option<Type>) {
        let check = match of {
            None | Some(Type::Any | Type::Reflect) => None,
            Some(of) => Some(Op::Check { of: self.of(of) }),
        };
        // A pipeline is planned, not emitted; its check comes behind it.
        self.tasks.extend(check.map(Task::Emit));
        if !self.operand(node) {
            if check.is_some() {
                self.tasks.pop();
            }
            self.literal_argument(node, of.unwrap_or(Type::Any));
        }
    }

    pub(super) fn method_argument(&mut self, node: NodeId, at: usize) {
        let at = narrow(at);
        self.tasks.push(Task::Emit(Op::MethodArgument { at }));
        if !self.operand(node) {
            self.tasks.pop();
            self.emit(Op::MethodLiteral { at, node });
        }
    }
}
