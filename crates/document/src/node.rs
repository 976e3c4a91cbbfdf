//! The tree of a parsed document: every node knows where it stands.

use diagnostics::Span;
use std::borrow::Cow;
use value::Timestamp;

/// One node of a document. Texts are borrowed from the source wherever the source has them as they are.
#[derive(Debug, Clone, PartialEq)]
pub struct Node<'a> {
    /// Where it was written, without anchor and tag. The copy an alias makes has the place of the alias; what is inside
    /// of it keeps its place.
    pub span: Span,
    /// What it is.
    pub kind: Kind<'a>,
    /// How a scalar was written; `None` for lists, maps, and a null for which nothing was written.
    pub style: Option<Style>,
}

/// What a node is, after the dialect has decided what plain text means.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind<'a> {
    /// Nothing.
    Null,
    /// A truth value.
    Bool(bool),
    /// A whole number that fits 64 bits with a sign.
    Int(i64),
    /// A whole number above `i64::MAX`.
    Uint(u64),
    /// A number with a fraction or an exponent.
    Float(f64),
    /// Text.
    String(Cow<'a, str>),
    /// `!!binary`.
    Bytes(Vec<u8>),
    /// Text that is not UTF-8, which is what `!!binary` can be for yaml.v3.
    RawText(Vec<u8>),
    /// A point in time (yaml.v3, or `!!timestamp`).
    Timestamp(Timestamp),
    /// A sequence.
    List(Vec<Node<'a>>),
    /// A mapping, in document order, merge keys already resolved.
    Map(Vec<Entry<'a>>),
}

/// One key and its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry<'a> {
    /// The key: any scalar.
    pub key: Node<'a>,
    /// The value.
    pub value: Node<'a>,
    /// The comment lines directly above the key and the comment behind it, without `#`, joined by line breaks. Few
    /// entries have any, so that takes no more than a pointer.
    pub comment: Option<Box<Cow<'a, str>>>,
}

/// How a scalar was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// `'…'`.
    Single,
    /// `"…"`.
    Double,
    /// `|`.
    Literal,
    /// `>`.
    Folded,
}
