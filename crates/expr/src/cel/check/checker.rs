//! The walk over the tree: every node gets a type, every name what it stands for.

use std::sync::Arc;

use value::Value;

use crate::cel::cause::Cause;
use crate::cel::library::{Declared, Registry, Signature};
use crate::cel::problem::{CompileError, Problem, Problems};
use crate::cel::syntax::{Ast, Entry, Id, Item, Node, Place};
use crate::cel::types::{Shape, Ty, Types};

/// What a node refers to.
#[derive(Clone)]
pub(crate) enum Use<'e> {
    /// Nothing that needs to be known.
    None,
    /// The item of a loop or the value of a name, by the number of that loop or name.
    Local(u32),
    /// A variable from outside.
    Variable,
    /// A constant with a name.
    Constant(Value),
    /// A function; when the types leave only one overload, which one it is.
    Function { declared: &'e Arc<Declared>, overload: Option<usize>, method: bool },
    /// An operator; when the types leave only one overload, which one it is.
    Overload(Option<&'e Signature>),
    /// A loop or a name for a value, with its number.
    Fold(u32),
}

/// A tree whose names and types are right.
pub(crate) struct Checked<'a, 'e> {
    pub(crate) ast: Ast<'a>,
    pub(crate) uses: Vec<Use<'e>>,
    /// How many loops and names for values there are.
    pub(crate) slots: u32,
    /// The type of the result.
    pub(crate) result: String,
}

/// Checks a tree in which `variables` are declared.
pub(crate) fn check<'a, 'e>(
    ast: Ast<'a>,
    registry: &'e Registry,
    variables: &[&str],
) -> Result<Checked<'a, 'e>, CompileError> {
    let count = ast.len();
    let mut checker = Checker {
        ast: &ast,
        registry,
        variables,
        types: Types::new(),
        of: vec![None; count],
        uses: vec![Use::None; count],
        scopes: Vec::new(),
        slots: 0,
        problems: Problems::default(),
        buffer: String::new(),
    };
    checker.check(ast.root);
    if checker.problems.is_empty() {
        checker.check_literals();
    }
    if checker.types.is_exhausted() {
        checker.problem(Cause::TooComplex, ast.place(ast.root));
    }
    if !checker.problems.is_empty() {
        return Err(checker.problems.into());
    }
    let result = checker.types.close(checker.type_of(ast.root));
    let result = checker.types.text(result);
    let (uses, slots) = (checker.uses, checker.slots);
    Ok(Checked { ast, uses, slots, result })
}

/// A name that an expression gives to something.
pub(super) struct Scope<'a> {
    pub(super) name: &'a str,
    pub(super) ty: Ty,
    pub(super) slot: u32,
}

pub(super) struct Checker<'c, 'a, 'e> {
    pub(super) ast: &'c Ast<'a>,
    pub(super) registry: &'e Registry,
    pub(super) variables: &'c [&'c str],
    pub(super) types: Types,
    of: Vec<Option<Ty>>,
    pub(super) uses: Vec<Use<'e>>,
    /// The names of the loops around the present node, innermost last.
    pub(super) scopes: Vec<Scope<'a>>,
    pub(super) slots: u32,
    pub(super) problems: Problems,
    /// For names with dots that are put together.
    pub(super) buffer: String,
}

impl Checker<'_, '_, '_> {
    /// Finds the type of a node and of everything in it. What two parents share is checked once.
    pub(super) fn check(&mut self, id: Id) {
        if self.of[id.0 as usize].is_some() {
            return;
        }
        let ty = match self.ast.node(id) {
            Node::Literal(value) => literal_type(value),
            Node::Ident { name, global } => self.ident(id, name, *global),
            Node::Select { operand, test, .. } => self.select(id, *operand, *test),
            Node::Operator { operator, operands } => self.operator(id, *operator, *operands),
            Node::Call(call) => self.call(id, *call),
            Node::List(items) => self.list(items),
            Node::Map(entries) => self.map(entries),
            Node::Message { name, fields } => self.message(id, name, fields),
            Node::Fold(fold) => self.fold(id, fold),
            Node::Invalid => Ty::ERROR,
        };
        self.of[id.0 as usize] = Some(ty);
    }

    /// The type that was found for a node, with open types as they are.
    pub(super) fn type_of(&self, id: Id) -> Ty {
        self.of[id.0 as usize].unwrap_or(Ty::ERROR)
    }

    /// The type of a node with what is known of open types.
    pub(super) fn resolved(&mut self, id: Id) -> Ty {
        let ty = self.type_of(id);
        self.types.resolve(ty)
    }

    pub(super) fn problem(&mut self, cause: Cause, place: Place) {
        self.problems.push(|| Problem::check(cause, place));
    }

    pub(super) fn mismatch(&mut self, expected: Ty, found: Ty, place: Place) {
        let (expected, found) = (self.types.close(expected), self.types.close(found));
        let (expected, found) = (self.types.text(expected), self.types.text(found));
        self.problem(Cause::TypeMismatch { expected, found }, place);
    }

    fn list(&mut self, items: &[Item]) -> Ty {
        let mut common = None;
        for item in items {
            self.check(item.value);
            let ty = self.element(item.value, item.optional);
            common = Some(self.join(common, ty));
        }
        let item = common.unwrap_or_else(|| self.types.fresh());
        self.types.list(item)
    }

    fn map(&mut self, entries: &[Entry]) -> Ty {
        let (mut keys, mut values) = (None, None);
        for entry in entries {
            self.check(entry.key);
            let key = self.type_of(entry.key);
            keys = Some(self.join(keys, key));
            self.check(entry.value);
            let value = self.element(entry.value, entry.optional);
            values = Some(self.join(values, value));
        }
        let key = keys.unwrap_or_else(|| self.types.fresh());
        let value = values.unwrap_or_else(|| self.types.fresh());
        self.types.map(key, value)
    }

    /// The type that an element contributes; of an optional one it is that of the value.
    pub(super) fn element(&mut self, id: Id, optional: bool) -> Ty {
        let ty = self.type_of(id);
        if !optional {
            return ty;
        }
        match self.types.shape(ty) {
            Shape::Optional(value) => value,
            Shape::Dyn | Shape::Any => ty,
            _ => {
                let expected = self.types.optional(ty);
                self.mismatch(expected, ty, self.ast.place(id));
                ty
            }
        }
    }

    /// The type that two elements have in common; different ones make it `dyn`.
    fn join(&mut self, common: Option<Ty>, ty: Ty) -> Ty {
        let Some(common) = common else { return ty };
        if self.types.is_assignable(common, ty) { self.types.more_general(common, ty) } else { Ty::DYN }
    }
}

fn literal_type(value: &Value) -> Ty {
    match value {
        Value::Null => Ty::NULL,
        Value::Bool(_) => Ty::BOOL,
        Value::Int(_) => Ty::INT,
        Value::Uint(_) => Ty::UINT,
        Value::Float(_) => Ty::DOUBLE,
        Value::String(_) => Ty::STRING,
        Value::Bytes(_) => Ty::BYTES,
        _ => Ty::DYN,
    }
}
