//! Text that remembers how it was written.

use super::codes::OTHER_TEXT;
use super::decoder::{Decode, Decoder};
use super::shape::Shape;
use crate::{Dialect, Kind, Node, Style};
use diagnostics::{Diagnostic, Span};
use std::borrow::Cow;
use std::ops::Deref;
use value::Value;

/// What a scalar was before it became text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// Text already.
    Text,
    /// `true` or `false`.
    Boolean,
    /// A number.
    Number,
    /// A point in time.
    Time,
    /// `!!binary`.
    Binary,
}

/// A text and how it was written, for types that refuse an unquoted number: `0644` without quotes is the number 420.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The text.
    pub value: String,
    /// Where it stands.
    pub span: Span,
    /// What it was before it became text.
    pub written: Written,
    /// How it was written.
    pub style: Style,
    /// What stands in the document when that is something else than text.
    pub source: Option<String>,
}

impl Text {
    /// How to write it so that it stays the text it looks like: ``quote it: `"0644"` ``. `None` when it is text already.
    pub fn quote_it(&self) -> Option<String> {
        let source = self.source.as_deref().or((self.written != Written::Text).then_some(&self.value))?;
        Some(format!("quote it: `\"{source}\"`"))
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.value
    }
}

impl Decode for Text {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let value = scalar_text(node, decoder)?.into_owned();
        let written = written(&node.kind);
        let source = (written != Written::Text).then(|| plain_source(node, decoder)).flatten().map(str::to_owned);
        Some(Self { value, span: node.span, written, style: node.style.unwrap_or(Style::Plain), source })
    }

    fn shape() -> Shape {
        Shape::TEXT
    }

    fn encode(&self) -> Option<Value> {
        Some(Value::from(self.value.as_str()))
    }
}

fn written(kind: &Kind<'_>) -> Written {
    match kind {
        Kind::Bool(_) => Written::Boolean,
        Kind::Int(_) | Kind::Uint(_) | Kind::Float(_) => Written::Number,
        Kind::Timestamp(_) => Written::Time,
        Kind::Bytes(_) | Kind::RawText(_) => Written::Binary,
        Kind::Null | Kind::String(_) | Kind::List(_) | Kind::Map(_) => Written::Text,
    }
}

/// The text of a scalar; lists, maps and nothing are refused.
pub(super) fn scalar_text<'n>(node: &'n Node<'_>, decoder: &mut Decoder<'_>) -> Option<Cow<'n, str>> {
    if let Kind::String(text) = &node.kind {
        return Some(Cow::Borrowed(text));
    }
    let source = match decoder.dialect() {
        Dialect::YamlV3 => plain_source(node, decoder),
        Dialect::Goccy => None,
    };
    match source {
        Some(source) => Some(Cow::Owned(source.to_owned())),
        None => formatted(&node.kind).map(Cow::Owned).or_else(|| decoder.wrong_type(node, &Shape::TEXT)),
    }
}

/// Says so when a number becomes another text than the one that stands in the document: `1.10` is 1.1.
pub(super) fn warn_of_other_text(node: &Node<'_>, text: &str, decoder: &mut Decoder<'_>) {
    if written(&node.kind) == Written::Text {
        return;
    }
    let Some(source) = plain_source(node, decoder).filter(|source| *source != text) else { return };
    let (message, help) = if decoder.is_secret {
        ("an unquoted value is read as something else than text".to_owned(), "quote it".to_owned())
    } else {
        let kind = node.kind_name();
        (
            format!("`{source}` without quotes is {kind}, and counts as the text `{text}`"),
            format!("quote it: `\"{source}\"`"),
        )
    };
    decoder.report(Diagnostic::warning(&OTHER_TEXT, message).at(node.span, "given here").help(help));
}

/// What stands in the document for a plain scalar that is not text.
fn plain_source<'s>(node: &Node<'_>, decoder: &Decoder<'s>) -> Option<&'s str> {
    let is_other =
        matches!(node.kind, Kind::Bool(_) | Kind::Int(_) | Kind::Uint(_) | Kind::Float(_) | Kind::Timestamp(_));
    if !is_other || node.style != Some(Style::Plain) {
        return None;
    }
    // An alias has its own place, an anchor or a tag stands before the value: what is there is not the value.
    Some(decoder.source(node.span)).filter(|source| !source.is_empty() && !source.starts_with(['*', '&', '!']))
}

/// A scalar as Go prints it; `None` for nothing, lists and maps.
fn formatted(kind: &Kind<'_>) -> Option<String> {
    match kind {
        Kind::Bool(bool) => Some(bool.to_string()),
        Kind::Int(number) => Some(number.to_string()),
        Kind::Uint(number) => Some(number.to_string()),
        Kind::Float(number) => Some(Value::Float(*number).to_string()),
        Kind::String(text) => Some(text.to_string()),
        Kind::Bytes(bytes) | Kind::RawText(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
        Kind::Timestamp(time) => Some(time.to_rfc3339()),
        Kind::Null | Kind::List(_) | Kind::Map(_) => None,
    }
}

/// A key as text; a key that is nothing is the empty text, as in Go.
pub(super) fn key_text<'n>(key: &'n Node<'_>) -> Cow<'n, str> {
    match &key.kind {
        Kind::String(text) => Cow::Borrowed(text),
        kind => Cow::Owned(formatted(kind).unwrap_or_default()),
    }
}
