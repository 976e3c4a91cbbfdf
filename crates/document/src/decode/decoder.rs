//! The state of one decoding: the rules in force, the place reached, the problems found.

use super::codes::{OUT_OF_RANGE, WRONG_TYPE};
use super::given::given;
use super::shape::Shape;
use crate::{Dialect, Entry, Kind, Node, Style};
use diagnostics::{Diagnostic, Diagnostics, Severity, Sources, Span};
use std::fmt;

/// A type that can be read from a document.
///
/// `decode` returns `None` exactly when it has reported an error. An implementation goes on after the first problem
/// where it can, so that all of them are reported at once. Most types are declared with [`record!`](crate::record) and
/// [`choice!`](crate::choice); a type with a syntax of its own decodes a [`Text`](super::Text) and parses that.
pub trait Decode: Sized {
    /// Whether a key of this type may be left out.
    const OPTIONAL: bool = false;

    /// Whether a key without a value is a value of this type; otherwise it counts as left out.
    const TAKES_NULL: bool = false;

    /// Reads a node; problems go to the decoder.
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self>;

    /// The form of the type in a document.
    fn shape() -> Shape;

    /// What a key that was left out, or has no value, stands for; only for types that are `OPTIONAL`.
    fn absent() -> Option<Self> {
        None
    }

    /// What stands for a key that is missing or misspelt, once that is reported; only for types that can have a hole.
    fn hole() -> Option<Self> {
        None
    }

    /// The value as a document would have it; `None` when it has no such form or must not be shown.
    fn encode(&self) -> Option<value::Value> {
        None
    }
}

/// What becomes of a key that a record does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Policy {
    /// The document cannot be used.
    #[default]
    Error,
    /// The key is ignored, and somebody should look at it.
    Warning,
}

impl Policy {
    fn severity(self) -> Severity {
        match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
        }
    }
}

/// The state of one decoding: the rules in force, the place reached, the problems found.
#[derive(Debug)]
pub struct Decoder<'s> {
    sources: &'s Sources,
    unknown_keys: Policy,
    dialect: Dialect,
    found: Diagnostics,
    /// Whether decoding goes on without what cannot be used.
    pub(super) salvages: bool,
    /// The keys of entries with something wrong behind them.
    pub(super) damaged: Vec<Span>,
    /// The key whose value is decoded next, for problems of the value as a whole.
    pub(super) owner: Option<Span>,
    /// The value that is decoded must not be quoted in a message.
    pub(super) is_secret: bool,
    /// The next record is a part of the one around it, which has already looked at the keys.
    pub(super) is_part: bool,
}

impl<'s> Decoder<'s> {
    /// Decodes nodes of texts in `sources`; unknown keys are errors, and goccy's reading of scalars applies.
    pub fn new(sources: &'s Sources) -> Self {
        Self {
            sources,
            unknown_keys: Policy::default(),
            dialect: Dialect::Goccy,
            found: Diagnostics::new(),
            salvages: false,
            damaged: Vec::new(),
            owner: None,
            is_secret: false,
            is_part: false,
        }
    }

    /// Decides about unknown keys.
    #[must_use]
    pub fn with_unknown_keys(self, policy: Policy) -> Self {
        Self { unknown_keys: policy, ..self }
    }

    /// Decides whose reading of scalars applies where the type asks for another kind.
    ///
    /// goccy: a number in a text field becomes the text that Go prints for its value (`1.50` gives `1.5`), and a number
    /// may be written as text (`"80"`). yaml.v3: a text field takes a plain scalar as it is written (`1.50` stays
    /// `1.50`), a number must be a number, and a truth value may be one of YAML 1.1's words (`yes`, `off`).
    #[must_use]
    pub fn with_dialect(self, dialect: Dialect) -> Self {
        Self { dialect, ..self }
    }

    /// Leaves out what cannot be decoded where the type can do without it, so that the rest can be looked at as well. Whoever
    /// asks for this must not use what comes out when there are errors, only look for more of them.
    #[must_use]
    pub fn salvaging(self) -> Self {
        Self { salvages: true, ..self }
    }

    /// Decodes a node and leaves out what cannot be decoded, as [`salvaging`](Self::salvaging) does. The second part says
    /// whether all of it could be: otherwise the value is good for finding more problems only.
    pub fn salvage<T: Decode>(&mut self, node: &Node<'_>) -> (Option<T>, bool) {
        let around = std::mem::replace(&mut self.salvages, true);
        let before = self.error_count();
        let decoded = T::decode(node, self);
        self.salvages = around;
        (decoded, self.error_count() == before)
    }

    pub(super) fn error_count(&self) -> usize {
        self.found.iter().filter(|problem| problem.severity == Severity::Error).count()
    }

    /// Where the keys of entries stand that have something wrong behind them; they are known only while salvaging.
    pub fn take_damaged(&mut self) -> Vec<Span> {
        std::mem::take(&mut self.damaged)
    }

    /// How many problems were found up to now.
    pub(super) fn found_count(&self) -> usize {
        self.found.iter().len()
    }

    /// All problems found, in document order.
    pub fn finish(mut self) -> Diagnostics {
        self.found.sort();
        self.found
    }

    /// Whether a problem was found already that makes the document unusable.
    pub fn has_errors(&self) -> bool {
        self.found.has_errors()
    }

    /// Adds a problem.
    pub fn report(&mut self, problem: Diagnostic) {
        self.found.push(problem);
    }

    /// Adds an error and gives the `None` that `decode` then returns.
    pub fn refuse<T>(&mut self, error: Diagnostic) -> Option<T> {
        debug_assert_eq!(error.severity, Severity::Error);
        self.report(error);
        None
    }

    /// Refuses a node that is not of the expected kind.
    pub fn wrong_type<T>(&mut self, node: &Node<'_>, expected: &Shape) -> Option<T> {
        let message = format!("expected {}, found {}", expected.singular(), self.given(node));
        let is_item = is_item(node, expected) && node.style == Some(Style::Plain) && !self.is_secret;
        let help = is_item.then(|| format!("write it as a list: `[{}]`", self.source(node.span)));
        self.refuse(Diagnostic::error(&WRONG_TYPE, message).at(self.start_of(node), "given here").help(help))
    }

    /// Refuses a node, with own words for what was expected: `a duration such as 30s`.
    pub fn expected<T>(&mut self, node: &Node<'_>, expected: impl fmt::Display) -> Option<T> {
        let message = format!("expected {expected}, found {}", self.given(node));
        self.refuse(Diagnostic::error(&WRONG_TYPE, message).at(self.start_of(node), "given here"))
    }

    /// Refuses a number outside its bounds.
    pub(super) fn out_of_range<T>(&mut self, node: &Node<'_>, min: i128, max: i128) -> Option<T> {
        let message = format!("expected a whole number from {min} to {max}, found {}", self.given(node));
        self.refuse(Diagnostic::error(&OUT_OF_RANGE, message).at(node.span, "given here"))
    }

    /// Decodes the value of an entry; problems of the value as a whole point at its key.
    pub fn entry<T: Decode>(&mut self, entry: &Entry<'_>) -> Option<T> {
        let around = self.owner.replace(entry.key.span);
        let decoded = T::decode(&entry.value, self);
        self.owner = around;
        decoded
    }

    /// Decodes an item of a list.
    pub fn item<T: Decode>(&mut self, node: &Node<'_>) -> Option<T> {
        let around = self.owner.take();
        let decoded = T::decode(node, self);
        self.owner = around;
        decoded
    }

    /// The text that a span covers.
    pub fn source(&self, span: Span) -> &'s str {
        self.sources.slice(span)
    }

    /// Whose reading of scalars applies.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// What messages call a node.
    pub(super) fn given(&self, node: &Node<'_>) -> String {
        if self.is_secret { "something else".to_owned() } else { given(node) }
    }

    pub(super) fn unknown_key_severity(&self) -> Severity {
        self.unknown_keys.severity()
    }

    /// Where a problem inside a map is shown that has no place of its own: at the key of the map, or its first line.
    pub(super) fn place_of(&self, node: &Node<'_>) -> Span {
        self.owner.unwrap_or_else(|| self.start_of(node))
    }

    /// A scalar, or the first line of a list or map.
    fn start_of(&self, node: &Node<'_>) -> Span {
        let line = self.source(node.span).lines().next().unwrap_or_default().trim_end();
        match u32::try_from(line.len()) {
            Ok(end) if node.style.is_none() && end > 0 => node.span.part(0, end),
            _ => node.span,
        }
    }
}

/// Whether a scalar stands where a list of such scalars is expected.
fn is_item(node: &Node<'_>, expected: &Shape) -> bool {
    let Shape::List(item) = expected else { return false };
    let is_text = matches!(node.kind, Kind::String(_));
    !(is_text && matches!(item(), Shape::Integer { .. } | Shape::Number | Shape::Boolean))
}
