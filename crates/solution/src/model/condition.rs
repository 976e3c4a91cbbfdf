//! Conditions: `when`, `until`, `retryIf`.

use crate::codes::BAD_CONDITION;
use crate::spot::Spot;
use diagnostics::{Diagnostic, Span};
use document::decode::{Decode, Decoder, Shape};
use document::{Kind, Node, record};
use std::ops::Range;
use std::sync::Arc;

/// A condition as it is written.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// Where its text stands.
    pub span: Span,
    /// What it says: CEL; `true` and `false` are CEL too.
    pub text: Arc<str>,
}

impl Condition {
    /// The answer, when it is written down.
    pub fn as_constant(&self) -> Option<bool> {
        self.text.parse().ok()
    }

    /// What is wrong with one that says nothing. In a resolver that is a failure like others; an action is not run then.
    pub(crate) fn says_nothing(&self) -> Option<Diagnostic> {
        self.text.trim().is_empty().then(|| none(self.span, "an empty text"))
    }

    /// A place in its text.
    pub(crate) fn spot(&self, place: Option<Range<usize>>) -> Spot {
        Spot::within(self.span, Arc::clone(&self.text), place)
    }
}

record! {
    /// The long form of a condition; one of its keys is written.
    struct Long [name = "condition"] {
        /// What it says, in CEL.
        expr: Option<String>,
        /// The same as `expr`.
        expression: Option<String>,
    }
}

impl Decode for Condition {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        match &node.kind {
            Kind::Map(entries) => {
                let mut texts =
                    entries.iter().filter(|entry| matches!(entry.key.as_str(), Some("expr" | "expression")));
                match (texts.next(), texts.next()) {
                    (Some(entry), None) => said(&entry.value, decoder),
                    (Some(_), Some(second)) => {
                        let problem =
                            Diagnostic::error(&BAD_CONDITION, "a condition has `expr` or `expression`, not both");
                        decoder.refuse(problem.at(second.key.span, "the second one"))
                    }
                    (None, _) => refuse(node, decoder),
                }
            }
            _ => said(node, decoder),
        }
    }

    fn shape() -> Shape {
        Shape::OneOf(const { &[String::shape, bool::shape, Long::shape] })
    }
}

/// An answer, or a text.
fn said(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Condition> {
    let text = match &node.kind {
        Kind::Bool(true) => "true",
        Kind::Bool(false) => "false",
        Kind::String(text) => text,
        _ => return refuse(node, decoder),
    };
    Some(Condition { span: node.span, text: text.into() })
}

fn refuse(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Condition> {
    decoder.refuse(none(node.span, &node.kind_name()))
}

fn none(span: Span, found: &str) -> Diagnostic {
    let help = "write true, false, a CEL expression, or {expr: \"…\"}".to_owned();
    let message = format!("expected a condition, found {found}");
    Diagnostic::error(&BAD_CONDITION, message).at(span, "no condition").help(help)
}
