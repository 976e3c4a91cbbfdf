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

/// An answer, or a text that has something to say.
fn said(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Condition> {
    let text = match &node.kind {
        Kind::Bool(true) => "true",
        Kind::Bool(false) => "false",
        Kind::String(text) if !text.trim().is_empty() => text,
        _ => return refuse(node, decoder),
    };
    Some(Condition { span: node.span, text: text.into() })
}

fn refuse(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Condition> {
    let found = if node.as_str().is_some() { "an empty text".to_owned() } else { node.kind_name() };
    let message = format!("expected a condition, found {found}");
    let help = "write true, false, a CEL expression, or {expr: \"…\"}".to_owned();
    decoder.refuse(Diagnostic::error(&BAD_CONDITION, message).at(node.span, "no condition").help(help))
}
