//! One pass over the tree, children before parents: each node gets a type from those of its children.

use diagnostics::suggest;
use gostd::regexp::Regexp;

use crate::exprlang::builtin;
use crate::exprlang::environment::{Declared, Environment};
use crate::exprlang::error::{CompileError, Problem};
use crate::exprlang::syntax::{Arguments, Id, Node, Pointer, Tree, Unary};
use crate::exprlang::types::{LIST, Nature, Types};

pub(super) type Result<T> = std::result::Result<T, CompileError>;

/// What the checker found out.
pub(crate) struct Checked {
    /// The type of each node.
    pub(crate) natures: Vec<Nature>,
    /// The patterns that are written down, with the nodes that they are.
    pub(crate) patterns: Vec<(Id, Regexp)>,
}

/// Checks a tree; the first mistake is the error.
pub(crate) fn check(tree: &Tree, environment: &Environment) -> Result<Checked> {
    let checker = run(tree, environment);
    match checker.mistakes.into_iter().next() {
        Some((_, mistake)) => Err(mistake),
        None => Ok(Checked { natures: checker.natures, patterns: checker.patterns }),
    }
}

/// Everything that is wrong with a tree, from left to right. What is wrong counts as anything for those around it.
pub(crate) fn mistakes(tree: &Tree, environment: &Environment) -> Vec<CompileError> {
    let mut mistakes: Vec<_> = run(tree, environment).mistakes.into_iter().map(|(_, mistake)| mistake).collect();
    mistakes.sort_by_key(|mistake| mistake.place);
    mistakes
}

fn run<'a>(tree: &'a Tree, environment: &'a Environment) -> Checker<'a> {
    let mut checker = Checker {
        tree,
        environment,
        natures: Vec::with_capacity(tree.len()),
        types: Types::new(),
        mistakes: Vec::new(),
        patterns: Vec::new(),
    };
    for id in tree.ids() {
        let nature = checker.nature_of(id).unwrap_or_else(|mistake| {
            checker.mistakes.push((id, mistake));
            Nature::Unknown
        });
        checker.natures.push(nature);
    }
    checker
}

pub(super) struct Checker<'a> {
    pub(super) tree: &'a Tree,
    pub(super) environment: &'a Environment,
    natures: Vec<Nature>,
    pub(super) types: Types,
    mistakes: Vec<(Id, CompileError)>,
    pub(super) patterns: Vec<(Id, Regexp)>,
}

impl Checker<'_> {
    fn nature_of(&mut self, id: Id) -> Result<Nature> {
        Ok(match self.tree.node(id) {
            Node::Nil => Nature::Nil,
            Node::Bool(_) => Nature::Bool,
            Node::Int(_) => Nature::Int,
            Node::Float(_) => Nature::Float,
            Node::Text(_) => Nature::Text,
            Node::Bytes(_) => Nature::Bytes,
            Node::Constant(_) | Node::Set(_) | Node::Everything => Nature::Unknown,
            Node::Name(name) => self.name(id, name)?,
            Node::Local { value, .. } | Node::Chain(value) => self.nature(*value),
            Node::Unary { operator, operand } => self.unary(id, *operator, *operand)?,
            Node::Binary { operator, left, right } => self.binary(id, *operator, *left, *right)?,
            Node::Member { base, name, optional } => self.member(id, *base, name, *optional)?,
            Node::Index { base, index, .. } => self.index(id, *base, *index)?,
            Node::Slice { base, from, to } => self.slice(id, *base, *from, *to)?,
            Node::Method { base, name, optional, arguments } => self.method(id, *base, name, *optional, *arguments)?,
            Node::Call { callee, arguments } => self.call(id, callee, *arguments)?,
            Node::Builtin(call) => self.builtin(id, *call)?,
            Node::Pointer { name, collection, owner } => self.pointer(id, name, *collection, *owner)?,
            Node::Let { slot, body, .. } => self.declaration(*slot, *body)?,
            Node::Sequence(parts) => self.last_of(*parts),
            Node::Conditional { condition, then, otherwise } => self.conditional(*condition, *then, *otherwise)?,
            Node::List(items) => self.list(*items),
            Node::Map(_) => Nature::Map,
        })
    }

    /// The type of a node that was checked before.
    pub(super) fn nature(&self, id: Id) -> Nature {
        self.natures[id as usize]
    }

    /// Upstream does not look at these nodes, so mistakes in them are found only when the expression runs.
    pub(super) fn overlook(&mut self, nodes: std::ops::Range<Id>) {
        while self.mistakes.last().is_some_and(|(id, _)| nodes.contains(id)) {
            self.mistakes.pop();
        }
        for id in nodes {
            self.natures[id as usize] = Nature::Unknown;
        }
    }

    /// The same for arguments of a node.
    pub(super) fn overlook_arguments(&mut self, parent: Id, arguments: Arguments) {
        if let Some(first) = self.tree.arguments(arguments).iter().map(|id| self.tree.first(*id)).min() {
            self.overlook(first..parent);
        }
    }

    pub(super) fn mistake<T>(&self, at: Id, problem: Problem) -> Result<T> {
        Err(CompileError { problem, place: self.tree.place(at) })
    }

    fn name(&self, id: Id, name: &str) -> Result<Nature> {
        match self.environment.get(name) {
            Some(Declared::Variable(of)) => Ok((*of).into()),
            Some(Declared::Function(_)) => Ok(Nature::Function),
            None if builtin::find(name).is_some() => Ok(Nature::Function),
            None => self.unknown_name(id, name),
        }
    }

    pub(super) fn unknown_name<T>(&self, at: Id, name: &str) -> Result<T> {
        let mut known = self.environment.names();
        known.extend(builtin::names().map(|name: &str| name));
        self.unknown(at, name, known)
    }

    /// The same where only variables count.
    pub(super) fn unknown_variable<T>(&self, at: Id, name: &str) -> Result<T> {
        let mut known = self.environment.names();
        known.retain(|name| self.environment.variable_type(name).is_some());
        self.unknown(at, name, known)
    }

    fn unknown<T>(&self, at: Id, name: &str, known: Vec<&str>) -> Result<T> {
        let suggestion = suggest(name, known).map(ToString::to_string);
        self.mistake(at, Problem::UnknownName { name: name.to_string(), suggestion })
    }

    fn unary(&self, id: Id, operator: Unary, operand: Id) -> Result<Nature> {
        let nature = self.nature(operand);
        let sign = match operator {
            Unary::Not if nature == Nature::Bool || nature.is_unknown() => return Ok(Nature::Bool),
            Unary::Plus | Unary::Minus if nature.is_number() => return Ok(nature),
            Unary::Plus | Unary::Minus if nature.is_unknown() => return Ok(Nature::Unknown),
            Unary::Not => "!",
            Unary::Plus => "+",
            Unary::Minus => "-",
        };
        self.mistake(id, Problem::Operand { operator: sign.to_string(), operand: nature.to_string() })
    }

    fn pointer(&self, id: Id, name: &Pointer, collection: Id, owner: builtin::Loop) -> Result<Nature> {
        match name {
            Pointer::Item => Ok(self.types.item(self.nature(collection))),
            Pointer::Index if owner.has_index() => Ok(Nature::Int),
            Pointer::Accumulator if owner.has_accumulator() => Ok(Nature::Unknown),
            Pointer::Index => self.unknown_pointer(id, "index"),
            Pointer::Accumulator => self.unknown_pointer(id, "acc"),
            Pointer::Other(name) => self.unknown_pointer(id, name),
        }
    }

    fn unknown_pointer(&self, id: Id, name: &str) -> Result<Nature> {
        self.mistake(id, Problem::UnknownPointer { name: name.to_string() })
    }

    fn declaration(&self, slot: u32, body: Id) -> Result<Nature> {
        let declared = &self.tree.declarations[slot as usize];
        let taken = declared.shadows || self.environment.has(&declared.name) || builtin::find(&declared.name).is_some();
        if taken {
            let problem = Problem::Redeclared { name: declared.name.to_string() };
            return Err(CompileError { problem, place: declared.place });
        }
        Ok(self.nature(body))
    }

    fn last_of(&self, parts: Arguments) -> Nature {
        self.tree.arguments(parts).last().map_or(Nature::Nil, |last| self.nature(*last))
    }

    fn conditional(&self, condition: Id, then: Id, otherwise: Id) -> Result<Nature> {
        let nature = self.nature(condition);
        if nature != Nature::Bool && !nature.is_unknown() {
            return self.mistake(condition, Problem::Condition { given: nature.to_string() });
        }
        let (a, b) = (self.nature(then), self.nature(otherwise));
        Ok(match (a, b) {
            (Nature::Nil, other) | (other, Nature::Nil) => other,
            (a, b) if !a.assignable_to(b) => Nature::Unknown,
            (a, b) if a.is_list() && b.is_list() && !self.same_items(a, b) => LIST,
            (a, _) => a,
        })
    }

    fn same_items(&self, a: Nature, b: Nature) -> bool {
        let (a, b) = (self.types.item(a), self.types.item(b));
        a.assignable_to(b) && b.assignable_to(a)
    }

    /// A list whose items are of one kind has the type of the last one.
    fn list(&mut self, items: Arguments) -> Nature {
        let items = self.tree.arguments(items);
        let natures = || items.iter().map(|id| self.nature(*id));
        let Some(last) = natures().next_back() else { return self.types.list_of(Nature::Unknown) };
        if natures().all(|nature| nature.kind() == last.kind()) { self.types.list_of(last) } else { LIST }
    }
}
