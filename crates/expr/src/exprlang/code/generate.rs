//! From a tree to instructions. What is still to be done is kept in a list, so that deep trees need no deep stack.

use std::sync::Arc;

use gostd::regexp::Regexp;
use value::Value;

use super::op::{Op, Turn, When};
use super::program::{Code, Program};
use crate::exprlang::Place;
use crate::exprlang::builtin::Run;
use crate::exprlang::environment::Environment;
use crate::exprlang::error::{CompileError, Problem};
use crate::exprlang::limits::MAX_CODE;
use crate::exprlang::syntax::{Arguments, Id, Node, Pointer, Tree};

/// A position that is not known yet.
pub(super) type Label = u32;

/// What is to be done next.
pub(super) enum Task {
    Visit(Id),
    Emit(Op, Place),
    /// The next instruction is where a label points.
    Place(Label),
    /// What is inside may jump to the label when something is nil.
    EnterChain(Label),
    LeaveChain,
    /// The loop ends here.
    EndLoop(u32),
}

pub(crate) struct Generator<'a> {
    pub(super) tree: &'a Tree,
    pub(super) code: Code,
    tasks: Vec<Task>,
    labels: Vec<u32>,
    /// Where the chains end that are open, innermost last.
    pub(super) chains: Vec<Label>,
    /// Patterns that the checker compiled.
    pub(super) patterns: Vec<(Id, Regexp)>,
}

/// Makes a program; with `to_bool`, one that gives a bool.
pub(crate) fn generate(
    tree: &Tree,
    environment: &Environment,
    patterns: Vec<(Id, Regexp)>,
    to_bool: bool,
) -> Result<Program, CompileError> {
    let mut generator = Generator {
        tree,
        code: Code {
            ops: Vec::with_capacity(tree.len() + 1),
            places: Vec::with_capacity(tree.len() + 1),
            constants: Vec::new(),
            names: Vec::new(),
            paths: Vec::new(),
            sets: Vec::new(),
            patterns: Vec::new(),
            functions: Vec::new(),
            loops: Vec::new(),
            locals: tree.locals as usize,
            environment: environment.clone(),
            places_times: false,
        },
        tasks: Vec::new(),
        labels: Vec::new(),
        chains: Vec::new(),
        patterns,
    };
    if to_bool {
        generator.tasks.push(Task::Emit(Op::ToBool, tree.place(tree.root)));
    }
    generator.tasks.push(Task::Visit(tree.root));
    generator.work()?;
    Ok(generator.finish())
}

impl Generator<'_> {
    fn work(&mut self) -> Result<(), CompileError> {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Visit(id) => self.visit(id)?,
                Task::Emit(op, place) => self.emit(op, place),
                Task::Place(label) => self.labels[label as usize] = self.here(),
                Task::EnterChain(label) => self.chains.push(label),
                Task::LeaveChain => {
                    self.chains.pop();
                }
                Task::EndLoop(at) => self.code.loops[at as usize].end = self.here(),
            }
            if self.code.ops.len() > MAX_CODE {
                return Err(CompileError { problem: Problem::TooLarge, place: self.tree.place(self.tree.root) });
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Program {
        for op in &mut self.code.ops {
            op.resolve(&self.labels);
        }
        for path in &mut self.code.paths {
            path.end = self.labels.get(path.end as usize).copied().unwrap_or_default();
        }
        Program(Arc::new(self.code))
    }

    fn here(&self) -> u32 {
        narrow(self.code.ops.len())
    }

    pub(super) fn emit(&mut self, op: Op, place: Place) {
        self.code.ops.push(op);
        self.code.places.push(place);
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(0);
        narrow(self.labels.len() - 1)
    }

    /// These tasks come next, in this order.
    pub(super) fn then<const N: usize>(&mut self, tasks: [Task; N]) {
        self.tasks.extend(tasks.into_iter().rev());
    }

    /// All arguments come next, in their order; what was planned before comes after them.
    pub(super) fn visit_all(&mut self, arguments: Arguments) {
        self.tasks.extend(self.tree.arguments(arguments).iter().rev().map(|id| Task::Visit(*id)));
    }

    fn visit(&mut self, id: Id) -> Result<(), CompileError> {
        let place = self.tree.place(id);
        match self.tree.node(id) {
            Node::Nil => self.emit(Op::Nil, place),
            Node::Bool(truth) => self.emit(Op::Bool(*truth), place),
            Node::Int(number) => self.constant(Value::Int(*number), place),
            Node::Float(number) => self.constant(Value::Float(*number), place),
            Node::Text(text) => self.constant(Value::String(Arc::clone(text)), place),
            Node::Bytes(bytes) => self.constant(Value::Bytes(Arc::clone(bytes)), place),
            Node::Constant(value) => self.constant(value.clone(), place),
            Node::Set(_) => unreachable!("a set is part of the operator that uses it"),
            Node::Name(_) | Node::Member { .. } => self.member(id, place),
            Node::Everything => self.emit(Op::Everything, place),
            Node::Local { slot, .. } => self.emit(Op::LoadLocal(*slot), place),
            Node::Unary { operator, operand } => self.unary(*operator, *operand, place),
            Node::Binary { operator, left, right } => self.binary(*operator, *left, *right, place)?,
            Node::Chain(inner) => self.chain(*inner, place),
            Node::Index { base, index, optional } => {
                self.then([Task::Visit(*index), Task::Emit(Op::Index, place)]);
                self.guard(*optional, place);
                self.then([Task::Visit(*base)]);
            }
            Node::Slice { base, from, to } => self.slice(*base, *from, *to, place),
            Node::Method { base, name, optional, arguments } => {
                self.method(*base, name, *optional, *arguments, place);
            }
            Node::Call { callee, arguments } => self.call(callee, *arguments, place),
            Node::Builtin(call) => match call.builtin.run() {
                Run::Loop(kind) => self.looping(*call, kind, place),
                Run::Function(function) => self.function(*call, function, place),
            },
            Node::Pointer { name, .. } => self.pointer(name, place)?,
            Node::Let { slot, value, body } => {
                self.then([Task::Visit(*value), Task::Emit(Op::StoreLocal(*slot), place), Task::Visit(*body)]);
            }
            Node::Sequence(parts) => self.sequence(*parts, place),
            Node::Conditional { condition, then, otherwise } => {
                self.conditional(*condition, *then, *otherwise);
            }
            Node::List(items) => {
                self.then([Task::Emit(Op::List(narrow(items.len())), place)]);
                self.visit_all(*items);
            }
            Node::Map(entries) => {
                self.then([Task::Emit(Op::Map(narrow(entries.len() / 2)), place)]);
                self.visit_all(*entries);
            }
        }
        Ok(())
    }

    fn pointer(&mut self, name: &Pointer, place: Place) -> Result<(), CompileError> {
        let turn = match name {
            Pointer::Item => Turn::Item,
            Pointer::Index => Turn::ItemIndex,
            Pointer::Accumulator => Turn::Accumulator,
            Pointer::Other(name) => {
                return Err(CompileError { problem: Problem::UnknownPointer { name: name.to_string() }, place });
            }
        };
        self.emit(Op::Loop(turn), place);
        Ok(())
    }

    fn constant(&mut self, value: Value, place: Place) {
        self.code.constants.push(value);
        let at = narrow(self.code.constants.len() - 1);
        self.emit(Op::Constant(at), place);
    }

    pub(super) fn name(&mut self, name: &Arc<str>) -> u32 {
        let names = &mut self.code.names;
        let at = names.iter().position(|other| other == name).unwrap_or_else(|| {
            names.push(Arc::clone(name));
            names.len() - 1
        });
        narrow(at)
    }

    fn sequence(&mut self, parts: Arguments, place: Place) {
        for (position, part) in self.tree.arguments(parts).iter().enumerate().rev() {
            if position + 1 < parts.len() {
                self.then([Task::Emit(Op::Pop, place)]);
            }
            self.then([Task::Visit(*part)]);
        }
    }

    fn conditional(&mut self, condition: Id, then: Id, otherwise: Id) {
        let place = self.tree.place(condition);
        // `a ?: b` has its condition as its result.
        if condition == then {
            return self.unless(When::True, condition, otherwise);
        }
        let (other, end) = (self.label(), self.label());
        self.then([
            Task::Visit(condition),
            Task::Emit(Op::Jump(When::False, other), place),
            Task::Emit(Op::Pop, place),
            Task::Visit(then),
            Task::Emit(Op::Jump(When::Always, end), place),
            Task::Place(other),
            Task::Emit(Op::Pop, place),
            Task::Visit(otherwise),
            Task::Place(end),
        ]);
    }
}

pub(super) fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("programs are limited")
}
