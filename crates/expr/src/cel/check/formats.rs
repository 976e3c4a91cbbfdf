//! Format strings whose arguments are written down beside them.

use super::checker::Checker;
use crate::cel::cause::Cause;
use crate::cel::library::{Clause, Clauses, FormatProblem, parse_format};
use crate::cel::syntax::{Call, Id, Node};
use crate::cel::types::{Shape, Ty};

/// A format string read with the types of its arguments.
struct Arguments<'k, 'c, 'a, 'e> {
    checker: &'k mut Checker<'c, 'a, 'e>,
    items: Vec<Id>,
}

impl Clauses for Arguments<'_, '_, '_, '_> {
    /// The argument that does not fit.
    type Detail = Id;

    fn arguments(&self) -> usize {
        self.items.len()
    }

    fn literal(&mut self, _: &str) -> Result<(), FormatProblem<Id>> {
        Ok(())
    }

    fn clause(&mut self, clause: Clause, argument: usize) -> Result<(), FormatProblem<Id>> {
        let wrong = self.checker.misfit(clause, self.items[argument]);
        wrong.map_or(Ok(()), |id| {
            let ty = self.checker.closed(id);
            let text = clause.complaint(runtime_name(self.checker.types.shape(ty)));
            Err(FormatProblem { text, detail: Some(id) })
        })
    }
}

impl Checker<'_, '_, '_> {
    pub(super) fn check_format(&mut self, id: Id, call: Call<'_>) {
        let ast = self.ast;
        let (Some(target), [list]) = (call.target, ast.ids(call.arguments)) else { return };
        let (Node::Literal(format), Node::List(items)) = (ast.node(target), ast.node(*list)) else { return };
        let Some(format) = format.as_str() else { return };
        let items: Vec<Id> = items.iter().map(|item| item.value).collect();
        let count = items.len();
        let problem = match parse_format(format, &mut Arguments { checker: self, items }) {
            Ok(needed) if needed < count => {
                let text = format!("too many arguments supplied to string.format (expected {needed}, got {count})");
                Some((text, id))
            }
            Ok(_) => None,
            Err(problem) => Some((problem.text, problem.detail.unwrap_or(id))),
        };
        if let Some((text, at)) = problem {
            self.problem(Cause::Format { text }, ast.place(at));
        }
    }

    fn closed(&mut self, id: Id) -> Ty {
        let ty = self.type_of(id);
        self.types.close(ty)
    }

    /// The argument, or what is in it, that a clause cannot take.
    fn misfit(&mut self, clause: Clause, id: Id) -> Option<Id> {
        let ty = self.closed(id);
        let shape = match self.types.shape(ty) {
            Shape::Wrapper(inner) => self.types.shape(inner),
            shape => shape,
        };
        if !takes(clause, shape) {
            return Some(id);
        }
        if clause != Clause::String {
            return None;
        }
        let parts: Vec<Id> = match self.ast.node(id) {
            Node::List(items) => items.iter().map(|item| item.value).collect(),
            Node::Map(entries) => entries.iter().flat_map(|entry| [entry.key, entry.value]).collect(),
            _ => return None,
        };
        parts.into_iter().find_map(|part| self.misfit(clause, part))
    }
}

fn takes(clause: Clause, shape: Shape) -> bool {
    match (clause, shape) {
        (_, Shape::Dyn | Shape::Error) => true,
        (Clause::String, _) => !matches!(shape, Shape::Optional(_) | Shape::Any),
        (Clause::Decimal | Clause::Fixed(_) | Clause::Scientific(_), _) => {
            matches!(shape, Shape::Int | Shape::Uint | Shape::Double)
        }
        (Clause::Binary, _) => matches!(shape, Shape::Bool | Shape::Int | Shape::Uint),
        (Clause::Hex { .. }, _) => matches!(shape, Shape::Int | Shape::Uint | Shape::String | Shape::Bytes),
        (Clause::Octal, _) => matches!(shape, Shape::Int | Shape::Uint),
    }
}

/// The name that a type has when an expression runs.
fn runtime_name(shape: Shape) -> &'static str {
    match shape {
        Shape::Dyn | Shape::Error | Shape::Var(_) => "dyn",
        Shape::Any => "google.protobuf.Any",
        Shape::Null => "null_type",
        Shape::Bool => "bool",
        Shape::Int => "int",
        Shape::Uint => "uint",
        Shape::Double => "double",
        Shape::String => "string",
        Shape::Bytes => "bytes",
        Shape::Duration => "google.protobuf.Duration",
        Shape::Timestamp => "google.protobuf.Timestamp",
        Shape::Wrapper(_) => "wrapper",
        Shape::List(_) => "list",
        Shape::Map(..) => "map",
        Shape::Optional(_) => "optional_type",
        Shape::TypeOf(_) | Shape::Type => "type",
    }
}
