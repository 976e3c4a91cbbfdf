//! The names that an expression refers to.

use std::collections::HashSet;
use std::fmt;

use value::Value;

use super::library::Registry;
use super::syntax::{Ast, Fold, FoldKind, Id, Node, Operator, Place};
use super::values::to_literal;

/// A name that an expression takes from outside, with the fields that it asks for: `_.a.b` is `_` with `a` and `b`, and so
/// are `_["a"].b`, `_.?a.?b` and `has(_.a.b)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The name itself.
    pub root: String,
    /// The fields after it, up to the first one that is computed or no text.
    pub fields: Vec<String>,
    /// The name and those fields in the text.
    pub place: Place,
}

impl fmt::Display for Reference {
    /// As it could be written: `_.a`, and `_["a b"]` where a field is no name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.root)?;
        self.fields.iter().try_for_each(|field| {
            let is_name = field.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && field.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if is_name { write!(f, ".{field}") } else { write!(f, "[{}]", to_literal(&field.as_str().into())) }
        })
    }
}

/// All references of a tree, in the order of the text.
pub(crate) fn references(ast: &Ast<'_>, registry: &Registry) -> Vec<Reference> {
    let mut scan = Scan { ast, registry, scopes: Vec::new(), seen: HashSet::new(), found: Vec::new() };
    scan.node(ast.root);
    scan.found.sort_by_key(|reference| reference.place.start);
    scan.found
}

struct Scan<'s, 'a> {
    ast: &'s Ast<'a>,
    registry: &'s Registry,
    /// Names that the expression itself gives.
    scopes: Vec<&'a str>,
    /// Nodes that two parents share are looked at once.
    seen: HashSet<u32>,
    found: Vec<Reference>,
}

impl<'a> Scan<'_, 'a> {
    fn node(&mut self, id: Id) {
        if !self.seen.insert(id.0) {
            return;
        }
        match self.ast.node(id) {
            Node::Literal(_) | Node::Invalid => {}
            Node::Ident { .. } | Node::Select { .. } => self.chain(id),
            Node::Operator { operator, operands } => match operator {
                Operator::Index | Operator::OptionalIndex | Operator::OptionalSelect => self.chain(id),
                _ => self.nodes(self.ast.ids(*operands).to_vec()),
            },
            Node::Call(call) => {
                if let Some(target) = call.target.filter(|target| !self.is_namespace(*target, call.name)) {
                    self.node(target);
                }
                self.nodes(self.ast.ids(call.arguments).to_vec());
            }
            Node::List(items) => self.nodes(items.iter().map(|item| item.value).collect()),
            Node::Map(entries) => self.nodes(entries.iter().flat_map(|entry| [entry.key, entry.value]).collect()),
            Node::Message { fields, .. } => self.nodes(fields.iter().map(|field| field.value).collect()),
            Node::Fold(fold) => self.fold(fold),
        }
    }

    fn nodes(&mut self, ids: Vec<Id>) {
        for id in ids {
            self.node(id);
        }
    }

    /// The parts of a loop that the author has written; the name for each item counts only where it is known.
    fn fold(&mut self, fold: &Fold<'a>) {
        self.node(fold.range);
        let (name, parts) = match fold.kind {
            FoldKind::Bind => {
                self.node(fold.initial);
                (fold.accumulator, vec![fold.result])
            }
            FoldKind::All { predicate }
            | FoldKind::Exists { predicate }
            | FoldKind::ExistsOne { predicate }
            | FoldKind::Filter { predicate } => (fold.variable, vec![predicate]),
            FoldKind::Map { filter, transform } => (fold.variable, filter.into_iter().chain([transform]).collect()),
        };
        self.scopes.push(name);
        self.nodes(parts);
        self.scopes.pop();
    }

    /// A name with fields and indexes. What is computed in them is looked at as well.
    fn chain(&mut self, id: Id) {
        let mut steps: Vec<(Option<String>, u32)> = Vec::new();
        let mut at = id;
        loop {
            let end = self.ast.place(at).end;
            match self.ast.node(at) {
                Node::Select { operand, field, .. } => {
                    steps.push((Some((*field).to_string()), end));
                    at = *operand;
                }
                Node::Operator { operator, operands } if is_step(*operator) => {
                    let operands = self.ast.ids(*operands);
                    let field = match self.ast.node(operands[1]) {
                        Node::Literal(Value::String(field)) => Some(field.to_string()),
                        _ => None,
                    };
                    steps.push((field, end));
                    self.node(operands[1]);
                    at = operands[0];
                }
                Node::Ident { name, global } => return self.root(at, name, *global, steps),
                _ => return self.node(at),
            }
        }
    }

    fn root(&mut self, id: Id, name: &str, global: bool, steps: Vec<(Option<String>, u32)>) {
        if !global && self.scopes.contains(&name) {
            return;
        }
        let place = self.ast.place(id);
        let mut reference = Reference { root: name.to_string(), fields: Vec::new(), place };
        for (field, end) in steps.into_iter().rev() {
            let Some(field) = field else { break };
            reference.fields.push(field);
            reference.place.end = end;
        }
        if !is_constant(&reference) {
            self.found.push(reference);
        }
    }

    /// Whether a target and a name are together the name of a function: `strings.repeat`.
    fn is_namespace(&self, target: Id, name: &str) -> bool {
        let mut parts = vec![name];
        let mut at = target;
        loop {
            match self.ast.node(at) {
                Node::Select { operand, field, test: false } => {
                    parts.push(field);
                    at = *operand;
                }
                Node::Ident { name, .. } => {
                    parts.push(name);
                    parts.reverse();
                    return self.registry.find(&parts.join(".")).is_some();
                }
                _ => return false,
            }
        }
    }
}

fn is_step(operator: Operator) -> bool {
    matches!(operator, Operator::Index | Operator::OptionalIndex | Operator::OptionalSelect)
}

/// Names of types, with and without dots.
fn is_constant(reference: &Reference) -> bool {
    let simple = reference.fields.is_empty() && super::check::is_type(&reference.root);
    simple || (reference.root == "google" && reference.fields.first().is_some_and(|field| field == "protobuf"))
}
