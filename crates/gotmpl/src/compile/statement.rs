//! Statements: text, actions, control structures and calls of templates.

use super::compiler::{Compiler, Label, Task, narrow};
use crate::parse::{Branch, Name, NodeId, NodeKind};
use crate::program::{Conditional, Op, Range};

/// A control structure whose pipeline is compiled and whose bodies are not.
pub(super) struct Bodies {
    branch: Branch,
    control: Control,
    /// The variables that were there before.
    outer: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Control {
    If,
    With,
    Range,
}

impl Compiler<'_> {
    pub(super) fn statement(&mut self, node: NodeId) {
        match self.ast.kind(node) {
            NodeKind::Text => self.emit(Op::Text { node }),
            NodeKind::Action(pipe) if self.ast.pipe(*pipe).variables.is_empty() => {
                self.plan([Task::Pipe { pipe: *pipe, used: true }, Task::Emit(Op::Print { node })]);
            }
            NodeKind::Action(pipe) => self.plan([Task::Pipe { pipe: *pipe, used: false }]),
            NodeKind::If(branch) => self.control(*branch, Control::If),
            NodeKind::With(branch) => self.control(*branch, Control::With),
            NodeKind::Range(branch) => self.control(*branch, Control::Range),
            NodeKind::Template(name, pipe) => self.call_template(node, name, *pipe),
            NodeKind::Break => self.leave_loop(|range| Op::Break { range }),
            NodeKind::Continue => self.leave_loop(|range| Op::Continue { range }),
            _ => unreachable!("lists consist of statements"),
        }
    }

    fn leave_loop(&mut self, op: fn(u32) -> Op) {
        let range = *self.loops.last().expect("the parser allows it inside of loops only");
        self.emit(op(range));
    }

    fn control(&mut self, branch: Branch, control: Control) {
        let bodies = Bodies { branch, control, outer: self.variables.mark() };
        let value = match control {
            // A loop declares its variables itself.
            Control::Range => Task::Commands(branch.pipe),
            Control::If | Control::With => Task::Pipe { pipe: branch.pipe, used: true },
        };
        self.plan([value, Task::Bodies(bodies)]);
    }

    /// The bodies of a control structure whose value is on the stack.
    pub(super) fn bodies(&mut self, bodies: &Bodies) {
        let (otherwise, end) = (self.label(), self.label());
        match bodies.control {
            Control::Range => self.begin_loop(bodies, otherwise, end),
            Control::If => self.emit(Op::If { target: otherwise.0 }),
            Control::With => self.emit(Op::With { target: otherwise.0 }),
        }
        let inner = self.variables.mark();
        let mut tasks = vec![Task::List(bodies.branch.list), Task::Forget(inner)];
        match bodies.control {
            Control::Range => tasks.push(Task::EndLoop),
            Control::With => tasks.extend([Task::Emit(Op::EndWith), Task::Emit(Op::Jump { target: end.0 })]),
            Control::If if bodies.branch.otherwise.is_some() => tasks.push(Task::Emit(Op::Jump { target: end.0 })),
            Control::If => {}
        }
        tasks.push(Task::Label(otherwise));
        tasks.extend(bodies.branch.otherwise.map(Task::List));
        tasks.extend([Task::Label(end), Task::Forget(bodies.outer)]);
        self.plan(tasks);
    }

    fn begin_loop(&mut self, bodies: &Bodies, otherwise: Label, end: Label) {
        let pipe = self.ast.pipe(bodies.branch.pipe);
        let slots: Vec<_> =
            pipe.variables.iter().filter_map(|variable| self.loop_variable(bodies, *variable)).collect();
        let body = self.label();
        let (index, element) = match slots[..] {
            [] => (None, None),
            [element] => (None, Some(element)),
            [index, element, ..] => (Some(index), Some(element)),
        };
        let range = Range { index, element, assigns: pipe.assigns, body: body.0, otherwise: otherwise.0, end: end.0 };
        self.program.ranges.push(range);
        let range = narrow(self.program.ranges.len() - 1);
        self.emit(Op::Range { range });
        self.place(body);
        self.loops.push(range);
    }

    /// The place of a variable of a loop. Until the first iteration it has the value that is looped over.
    fn loop_variable(&mut self, bodies: &Bodies, variable: NodeId) -> Option<u32> {
        let name = self.ast.variable(variable);
        if self.ast.pipe(bodies.branch.pipe).assigns {
            return self.assign(name, true);
        }
        let slot = self.new_variable(name);
        if bodies.branch.otherwise.is_some() {
            self.emit(Op::Declare { slot, used: true });
        }
        Some(slot)
    }

    /// Ends the body of a loop.
    pub(super) fn end_loop(&mut self) {
        let range = self.loops.pop().expect("the loop has begun");
        self.emit(Op::Next { range });
    }

    fn call_template(&mut self, node: NodeId, name: &[u8], pipe: Option<NodeId>) {
        let Some(template) = self.ast.tree(name) else {
            let raise = self.raise(format!("template {} not defined", value::quote_bytes(name)), Some(node));
            return self.emit(raise);
        };
        self.emit(Op::Deeper { node });
        let argument = match pipe {
            Some(pipe) => Task::Pipe { pipe, used: true },
            None => Task::Emit(Op::Nothing { node }),
        };
        self.plan([argument, Task::Emit(Op::Template { template: narrow(template) })]);
    }

    /// The variables of a pipeline whose value is on the stack.
    pub(super) fn declare(&mut self, pipe: NodeId, used: bool) {
        let pipe = self.ast.pipe(pipe);
        for (at, variable) in pipe.variables.iter().enumerate() {
            let used = used || at + 1 < pipe.variables.len();
            let name = self.ast.variable(*variable);
            if pipe.assigns {
                self.assign(name, used);
            } else {
                let slot = self.new_variable(name);
                self.emit(Op::Declare { slot, used });
            }
        }
    }

    fn new_variable(&mut self, name: &Name) -> u32 {
        let before = self.variables.find(name);
        let slot = self.variables.declare(name);
        if self.conditional > 0 {
            let routine = narrow(self.program.routines.len());
            self.program.conditionals.push(Conditional { routine, slot, name: Name::clone(name), before });
        }
        slot
    }

    /// Gives the value on the stack to a variable, if there is one.
    fn assign(&mut self, name: &str, used: bool) -> Option<u32> {
        let Some(slot) = self.variables.find(name) else {
            let raise = self.raise(format!("undefined variable: {name}"), None);
            self.emit(raise);
            return None;
        };
        self.emit(Op::Assign { slot, used });
        Some(slot)
    }
}
