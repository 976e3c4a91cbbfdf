//! Calls of functions.

use super::compiler::{Compiler, Task, narrow};
use super::literal::literal;
use crate::builtin::Builtin;
use crate::function::Param;
use crate::go::Type;
use crate::parse::{Name, NodeId, NodeKind};
use crate::program::{Callee, Keep, Op, Site};

impl Callee {
    fn params(&self) -> &'static [Param] {
        match self {
            Self::Builtin(builtin) => builtin.params(),
            Self::Function(function) => function.params(),
        }
    }

    fn is_variadic(&self) -> bool {
        match self {
            Self::Builtin(builtin) => builtin.is_variadic(),
            Self::Function(function) => function.is_variadic(),
        }
    }

    /// The type of the argument at a position.
    fn parameter(&self, at: usize) -> Type {
        let params = self.params();
        params.get(at).or(params.last()).map_or(Type::Any, |param| param.of)
    }

    /// What is wrong with this number of arguments.
    fn miscounted(&self, name: &str, written: usize, has_final: bool) -> Option<String> {
        let count = written + usize::from(has_final);
        let wanted = self.params().len();
        if self.is_variadic() {
            let least = wanted - 1;
            let message = || format!("wrong number of args for {name}: want at least {least} got {written}");
            return (count < least).then(message);
        }
        (count != wanted).then(|| format!("wrong number of args for {name}: want {wanted} got {count}"))
    }
}

impl Compiler<'_> {
    /// A call as a command.
    pub(super) fn call(&mut self, name: &Name, word: NodeId, command: NodeId, arguments: &[NodeId], has_final: bool) {
        let Some(callee) = self.callee(name) else { return };
        if let Some(message) = callee.miscounted(name, arguments.len(), has_final) {
            let raise = self.raise(message, Some(word));
            return self.emit(raise);
        }
        match callee {
            Callee::Builtin(builtin @ (Builtin::And | Builtin::Or)) => {
                self.logic(builtin, word, arguments, has_final);
            }
            callee => self.invoke(callee, word, command, arguments, has_final, Keep::Concrete),
        }
    }

    /// A call as an argument or in front of a field: the word alone.
    pub(super) fn call_without_arguments(&mut self, name: &Name, word: NodeId) {
        let Some(callee) = self.callee(name) else { return };
        if let Some(message) = callee.miscounted(name, 0, false) {
            let raise = self.raise(message, Some(word));
            return self.emit(raise);
        }
        self.invoke(callee, word, word, &[], false, Keep::Interface);
    }

    fn invoke(
        &mut self,
        callee: Callee,
        word: NodeId,
        node: NodeId,
        arguments: &[NodeId],
        has_final: bool,
        keep: Keep,
    ) {
        let count = arguments.len() + usize::from(has_final);
        let last = has_final.then(|| callee.parameter(count - 1));
        let first = arguments.first().copied();
        let at = arguments.is_empty().then_some(word);
        let mut tasks: Vec<_> = arguments
            .iter()
            .enumerate()
            .map(|(at, node)| Task::Argument { node: *node, of: Some(callee.parameter(at)) })
            .collect();
        self.program.sites.push(Site { callee, count, last, at, node, first, keep });
        tasks.push(Task::Emit(Op::Call { site: narrow(self.program.sites.len() - 1) }));
        self.plan(tasks);
    }

    /// `and` and `or`, which evaluate no more than they need.
    fn logic(&mut self, builtin: Builtin, word: NodeId, arguments: &[NodeId], has_final: bool) {
        let end = self.label();
        let op = Op::ShortCircuit { when: builtin == Builtin::Or, over_final: has_final, target: end.0 };
        let tested = if has_final { arguments.len() } else { arguments.len() - 1 };
        let mut tasks = Vec::new();
        if arguments.is_empty() {
            tasks.push(Task::Emit(Op::At { node: word }));
        }
        for (at, node) in arguments.iter().enumerate() {
            if at == 1 {
                tasks.push(Task::Conditional(true));
            }
            tasks.push(Task::Argument { node: *node, of: Some(Type::Reflect) });
            if at < tested {
                tasks.push(Task::Emit(op));
            }
        }
        if arguments.len() > 1 {
            tasks.push(Task::Conditional(false));
        }
        tasks.extend([Task::Label(end), Task::Emit(Op::Unwrap)]);
        tasks.extend(self.forget_inner_variables());
        self.plan(tasks);
    }

    /// Variables that are declared inside of `and` and `or` may be declared or not. They begin as not declared; which
    /// ones there are is known when the arguments are compiled.
    fn forget_inner_variables(&mut self) -> Option<Task> {
        if !self.ast.has_inner_variables || self.conditional > 0 {
            return None;
        }
        let (at, from) = (self.program.code.len(), self.variables.next());
        self.emit(Op::Undeclare { from, to: from });
        Some(Task::Undeclare { at, from })
    }

    /// A literal as an argument.
    pub(super) fn literal_argument(&mut self, node: NodeId, of: Type) {
        let op = match literal(self.ast.kind(node), || self.text(node), of) {
            Ok(Some(value)) => self.constant(value, node),
            Ok(None) => Op::Nothing { node },
            Err(message) => self.raise(message, Some(node)),
        };
        debug_assert!(!matches!(self.ast.kind(node), NodeKind::Pipe(_)), "pipelines are not literals");
        self.emit(op);
    }
}
