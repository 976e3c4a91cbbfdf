//! The tasks, and what they have in common.

use std::collections::HashMap;

use super::statement::Bodies;
use super::variables::Variables;
use crate::builtin::Builtin;
use crate::function::{Effect, FunctionSet};
use crate::go::Type;
use crate::parse::{Ast, Name, NodeId};
use crate::program::{Callee, Op, Program, Routine};

/// What is to be compiled, in the order in which it runs.
pub(super) enum Task {
    List(NodeId),
    Statement(NodeId),
    /// A pipeline, whose value stays on the stack if it is used.
    Pipe {
        pipe: NodeId,
        used: bool,
    },
    /// The commands of a pipeline.
    Commands(NodeId),
    /// One of them.
    Command {
        pipe: NodeId,
        at: usize,
    },
    /// The variables of a pipeline.
    Variables {
        pipe: NodeId,
        used: bool,
    },
    /// An argument, as a type; none is what the fields of a chain are looked up in.
    Argument {
        node: NodeId,
        of: Option<Type>,
    },
    /// An argument of a method, whose type is known when it is called.
    MethodArgument {
        node: NodeId,
        at: usize,
    },
    Emit(Op),
    /// The place that jumps to this label lead to.
    Label(Label),
    /// Forgets the variables that were declared since.
    Forget(usize),
    /// Begins or ends a part that may be jumped over.
    Conditional(bool),
    /// Fills in the instruction that forgets conditional variables.
    Undeclare {
        at: usize,
        from: u32,
    },
    /// The bodies of a control structure.
    Bodies(Bodies),
    /// The end of the body of a loop.
    EndLoop,
}

/// A place in the code that is not known yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Label(pub(super) u32);

pub(super) struct Compiler<'a> {
    pub(super) ast: &'a Ast,
    pub(super) source: &'a [u8],
    pub(super) functions: &'a FunctionSet,
    pub(super) program: Program,
    pub(super) tasks: Vec<Task>,
    pub(super) variables: Variables,
    /// Where labels are, by number.
    labels: Vec<u32>,
    /// How many parts around this one may be jumped over.
    pub(super) conditional: usize,
    /// The loops around this place.
    pub(super) loops: Vec<u32>,
    callees: HashMap<Name, Callee>,
}

/// Compiles all templates.
pub(crate) fn compile(ast: &Ast, source: &[u8], functions: &FunctionSet) -> Program {
    let mut compiler = Compiler {
        ast,
        source,
        functions,
        program: Program { main: ast.outermost, ..Program::default() },
        tasks: Vec::new(),
        variables: Variables::default(),
        labels: Vec::new(),
        conditional: 0,
        loops: Vec::new(),
        callees: HashMap::new(),
    };
    for tree in ast.trees() {
        compiler.template(tree.root);
    }
    compiler.resolve_labels();
    compiler.program
}

impl Compiler<'_> {
    fn template(&mut self, root: NodeId) {
        let entry = self.here();
        self.variables = Variables::new();
        self.tasks.push(Task::List(root));
        while let Some(task) = self.tasks.pop() {
            self.perform(task);
        }
        self.emit(Op::Return);
        self.program.routines.push(Routine { entry, slots: self.variables.needed() });
    }

    fn perform(&mut self, task: Task) {
        match task {
            Task::List(list) => {
                let nodes = self.ast.list(list);
                self.tasks.extend(nodes.iter().rev().map(|node| Task::Statement(*node)));
            }
            Task::Statement(node) => self.statement(node),
            Task::Pipe { pipe, used } => self.pipe(pipe, used),
            Task::Commands(pipe) => self.commands(pipe),
            Task::Command { pipe, at } => self.command(pipe, at),
            Task::Variables { pipe, used } => self.declare(pipe, used),
            Task::Argument { node, of } => self.argument(node, of),
            Task::MethodArgument { node, at } => self.method_argument(node, at),
            Task::Emit(op) => self.emit(op),
            Task::Label(label) => self.place(label),
            Task::Forget(mark) => self.variables.forget(mark),
            Task::Conditional(begins) => {
                self.conditional = if begins { self.conditional + 1 } else { self.conditional - 1 }
            }
            Task::Undeclare { at, from } => {
                self.program.code[at] = Op::Undeclare { from, to: self.variables.next() };
            }
            Task::Bodies(bodies) => self.bodies(&bodies),
            Task::EndLoop => self.end_loop(),
        }
    }

    /// Adds tasks that come before all others, the first one first.
    pub(super) fn plan(&mut self, tasks: impl IntoIterator<Item = Task, IntoIter: DoubleEndedIterator>) {
        self.tasks.extend(tasks.into_iter().rev());
    }

    pub(super) fn emit(&mut self, op: Op) {
        self.program.code.push(op);
    }

    pub(super) fn here(&self) -> u32 {
        narrow(self.program.code.len())
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(0);
        Label(narrow(self.labels.len() - 1))
    }

    /// The label is here.
    pub(super) fn place(&mut self, label: Label) {
        self.labels[label.0 as usize] = self.here();
    }

    pub(super) fn raise(&mut self, message: impl Into<Box<str>>, node: Option<NodeId>) -> Op {
        self.program.messages.push(message.into());
        Op::Raise { message: narrow(self.program.messages.len() - 1), node }
    }

    pub(super) fn of(&mut self, of: Type) -> u32 {
        let known = self.program.types.iter().position(|known| *known == of);
        narrow(known.unwrap_or_else(|| {
            self.program.types.push(of);
            self.program.types.len() - 1
        }))
    }

    /// The function with this name; the parser has seen that there is one.
    pub(super) fn callee(&mut self, name: &Name) -> Option<Callee> {
        if let Some(callee) = self.callees.get(name) {
            return Some(callee.clone());
        }
        let callee = match self.functions.get(name) {
            Some(function) => Callee::Function(Box::new(function.clone())),
            None => Callee::Builtin(Builtin::named(name)?),
        };
        if let Callee::Function(function) = &callee {
            self.program.changes_maps |= function.effect() == Effect::ChangesMaps;
        }
        self.callees.insert(Name::clone(name), callee.clone());
        Some(callee)
    }

    /// Turns labels into places.
    fn resolve_labels(&mut self) {
        let place = |label: &mut u32| *label = self.labels[*label as usize];
        for op in &mut self.program.code {
            match op {
                Op::ShortCircuit { target, .. }
                | Op::Method { target, .. }
                | Op::If { target }
                | Op::With { target }
                | Op::Jump { target } => place(target),
                _ => {}
            }
        }
        for range in &mut self.program.ranges {
            [&mut range.body, &mut range.otherwise, &mut range.end].into_iter().for_each(place);
        }
    }
}

/// A position in a table. Sources are shorter than four gigabytes, and nothing in them makes more entries than bytes.
pub(super) fn narrow(at: usize) -> u32 {
    u32::try_from(at).expect("there are fewer instructions than bytes of source")
}
