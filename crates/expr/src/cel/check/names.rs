//! What names and fields stand for.

use diagnostics::suggest;
use value::Value;

use super::checker::{Checker, Use};
use crate::cel::cause::Cause;
use crate::cel::problem::Problem;
use crate::cel::syntax::{Id, Node, Place};
use crate::cel::types::{Shape, Ty, Types};
use crate::cel::values::TypeValue;

/// Names of types and constants that every expression can use.
const TYPES: [&str; 13] = [
    "bool",
    "bytes",
    "double",
    "google.protobuf.Duration",
    "google.protobuf.Timestamp",
    "int",
    "list",
    "map",
    "null_type",
    "optional_type",
    "string",
    "type",
    "uint",
];

/// The one constant that protocol buffers bring along.
const NULL_VALUE: &str = "google.protobuf.NullValue.NULL_VALUE";

/// The first part of all constants whose names have dots.
const NAMESPACE: &str = "google";

/// Whether a name is that of a type.
pub(crate) fn is_type(name: &str) -> bool {
    TYPES.contains(&name)
}

/// The type that a name stands for.
fn named_type(name: &str, types: &mut Types) -> Option<Ty> {
    Some(match name {
        "bool" => Ty::BOOL,
        "bytes" => Ty::BYTES,
        "double" => Ty::DOUBLE,
        "google.protobuf.Duration" => Ty::DURATION,
        "google.protobuf.Timestamp" => Ty::TIMESTAMP,
        "int" => Ty::INT,
        "list" => types.list(Ty::DYN),
        "map" => types.map(Ty::DYN, Ty::DYN),
        "null_type" => Ty::NULL,
        "optional_type" => types.optional(Ty::DYN),
        "string" => Ty::STRING,
        "type" => Ty::TYPE,
        "uint" => Ty::UINT,
        _ => return None,
    })
}

impl<'a> Checker<'_, 'a, '_> {
    pub(super) fn ident(&mut self, id: Id, name: &str, global: bool) -> Ty {
        if !global && let Some(scope) = self.scopes.iter().rev().find(|scope| scope.name == name) {
            self.uses[id.0 as usize] = Use::Local(scope.slot);
            return scope.ty;
        }
        if self.variables.contains(&name) {
            self.uses[id.0 as usize] = Use::Variable;
            return Ty::DYN;
        }
        if let Some(ty) = self.constant(id, name) {
            return ty;
        }
        let place = self.ast.place(id);
        let known = self.scopes.iter().map(|scope| scope.name).filter(|name| !name.starts_with(['@', '#']));
        let known = known.chain(self.variables.iter().copied()).chain(TYPES);
        let mut functions = self.registry.names();
        self.problems.push(|| {
            // What is the first part of names of functions is not a misspelt variable.
            let is_namespace =
                functions.any(|function| function.split_once('.').is_some_and(|(first, _)| first == name));
            let shown = format!("{}{name}", if global { "." } else { "" });
            let similar = if is_namespace { None } else { suggest(name, known).map(str::to_owned) };
            Problem::check(Cause::Undeclared { name: shown }, place).suggest(similar)
        });
        Ty::ERROR
    }

    /// A type by its name, or a constant.
    fn constant(&mut self, id: Id, name: &str) -> Option<Ty> {
        let known = TYPES.iter().find(|known| **known == name);
        let (value, ty) = match known {
            Some(known) => {
                let ty = named_type(known, &mut self.types)?;
                (TypeValue::of(*known), self.types.type_of(ty))
            }
            None if name == NULL_VALUE => (Value::Int(0), Ty::INT),
            None => return None,
        };
        self.uses[id.0 as usize] = Use::Constant(value);
        Some(ty)
    }

    pub(super) fn select(&mut self, id: Id, operand: Id, test: bool) -> Ty {
        if !test && let Some(ty) = self.qualified(id) {
            return ty;
        }
        let ty = self.field_type(id, operand, false);
        let ty = if test { Ty::BOOL } else { ty };
        self.types.resolve(ty)
    }

    /// A constant whose name has dots: `google.protobuf.Timestamp`.
    fn qualified(&mut self, id: Id) -> Option<Ty> {
        let (root, global) = self.root_name(id)?;
        let shadowed = !global && self.scopes.iter().any(|scope| scope.name == root);
        if root != NAMESPACE || shadowed || !self.write_path(id) {
            return None;
        }
        let name = std::mem::take(&mut self.buffer);
        let ty = self.constant(id, name.trim_start_matches('.'));
        self.buffer = name;
        ty
    }

    /// The name at the beginning of a chain of fields.
    fn root_name(&self, mut id: Id) -> Option<(&'a str, bool)> {
        loop {
            match self.ast.node(id) {
                Node::Select { operand, test: false, .. } => id = *operand,
                Node::Ident { name, global } => return Some((name, *global)),
                _ => return None,
            }
        }
    }

    /// Writes a name with fields after it as one name with dots into the buffer, if it is nothing else.
    pub(super) fn write_path(&mut self, id: Id) -> bool {
        self.buffer.clear();
        let mut fields = Vec::new();
        let mut at = id;
        loop {
            match self.ast.node(at) {
                Node::Select { operand, field, test: false } => {
                    fields.push(*field);
                    at = *operand;
                }
                Node::Ident { name, global } => {
                    self.buffer.push_str(if *global { "." } else { "" });
                    self.buffer.push_str(name);
                    break;
                }
                _ => return false,
            }
        }
        for field in fields.iter().rev() {
            self.buffer.push('.');
            self.buffer.push_str(field);
        }
        true
    }

    /// The type of a field: of a map it is the type of its values, of what is not known `dyn`.
    pub(super) fn field_type(&mut self, id: Id, operand: Id, optional: bool) -> Ty {
        self.check(operand);
        let of = self.resolved(operand);
        let (target, is_optional) = match self.types.shape(of) {
            Shape::Optional(value) => (value, true),
            _ => (of, false),
        };
        let ty = match self.types.shape(target) {
            Shape::Map(_, value) => value,
            Shape::Var(_) => {
                self.types.is_assignable(Ty::DYN, target);
                Ty::DYN
            }
            Shape::Dyn | Shape::Any | Shape::Error => Ty::DYN,
            _ => {
                let target = self.types.close(target);
                let of = self.types.text(target);
                let place = self.ast.place(id);
                self.problem(Cause::NoFields { of }, Place { start: place.mark, ..place });
                Ty::DYN
            }
        };
        if is_optional || optional { self.types.optional(ty) } else { ty }
    }
}
