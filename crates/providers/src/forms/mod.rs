//! Inputs as documents say them: a literal, a reference to a resolver, an expression or a template, also inside of lists
//! and maps. They are read once, with their places, and worked out for every call.

mod codes;
mod error;
mod places;
mod read;
mod references;
mod resolve;

pub use codes::CODES;
pub use error::{FormError, FormProblem};
pub use references::{FormReference, FormText, FormUse};
pub use resolve::Bindings;

use crate::embedded::below;
use diagnostics::Span;
use places::Places;
use std::sync::Arc;
use value::{Key, Value};

/// An input as a document says it.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// Where it stands.
    pub span: Span,
    kind: FormKind,
    places: Places,
}

#[derive(Debug, Clone, PartialEq)]
enum FormKind {
    /// A value with nothing to work out in it.
    Literal(Value),
    /// The value of a resolver.
    Resolver(Arc<str>),
    /// CEL.
    Expression(Arc<str>),
    /// A Go template.
    Template(Arc<str>),
    /// A list with something to work out in it.
    List(Vec<Form>),
    /// A map with something to work out in it.
    Map(Vec<(Key, Form)>),
    /// Something that looks like a form inside of a literal and is none; an error when it is worked out.
    Broken(String),
}

impl Form {
    /// A value as it is.
    pub fn literal(value: impl Into<Value>, span: Span) -> Self {
        Self::of(span, FormKind::Literal(value.into()))
    }

    fn of(span: Span, kind: FormKind) -> Self {
        Self { span, kind, places: Places::default() }
    }

    /// The names of its entries, when they are known before anything is worked out.
    pub fn keys(&self) -> Option<Vec<&str>> {
        match &self.kind {
            FormKind::Literal(value) => Some(value.as_map()?.keys().filter_map(Key::as_str).collect()),
            FormKind::Map(entries) => Some(entries.iter().filter_map(|(key, _)| key.as_str()).collect()),
            _ => None,
        }
    }

    /// The text that a way into it leads to and that stands there as it is, with the place of the form that it belongs to.
    pub fn text_at(&self, way: &[&str]) -> Option<(&str, Span)> {
        match &self.kind {
            FormKind::Literal(value) => Some((below(value, way)?.as_str()?, self.span)),
            FormKind::Map(entries) => {
                let (step, rest) = way.split_first()?;
                entries.iter().find(|(key, _)| key.as_str() == Some(step))?.1.text_at(rest)
            }
            _ => None,
        }
    }

    /// The value, when there is nothing to work out.
    pub fn as_literal(&self) -> Option<&Value> {
        match &self.kind {
            FormKind::Literal(value) => Some(value),
            _ => None,
        }
    }
}
