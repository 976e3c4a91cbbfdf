//! From what was read to nodes of the tree.

use super::parser::{Parsed, Parser};
use super::problem;
use super::property::Props;
use super::scalar::Scalar;
use super::tag::Tag;
use super::typed::go_text;
use crate::{Kind, Node, Style};
use std::borrow::Cow;

/// A node that was read in one go, before its anchor and tag are applied.
pub(super) enum Inline<'a> {
    Scalar(Scalar<'a>),
    /// An alias, already resolved.
    Alias(Node<'a>),
    /// A list or map in brackets; whether it is on one line.
    Flow(Node<'a>, bool),
}

impl Inline<'_> {
    pub(super) fn one_line(&self) -> bool {
        match self {
            Self::Scalar(scalar) => scalar.one_line,
            Self::Alias(_) => true,
            Self::Flow(_, one_line) => *one_line,
        }
    }

    pub(super) fn is_plain(&self) -> bool {
        matches!(self, Self::Scalar(Scalar { style: Style::Plain, .. }))
    }
}

/// A key, ready for its map.
pub(super) struct Key<'a> {
    pub(super) node: Node<'a>,
    /// It is `<<`.
    pub(super) merge: bool,
    /// It may be equal to a key that is written differently: `16` and `0x10`.
    pub(super) exotic: bool,
}

impl<'a> Parser<'a, '_> {
    pub(super) fn inline_span(&self, inline: &Inline<'_>) -> diagnostics::Span {
        match inline {
            Inline::Scalar(scalar) => self.span(scalar.start, scalar.end),
            Inline::Alias(node) | Inline::Flow(node, _) => node.span,
        }
    }

    /// Applies anchor and tag.
    pub(super) fn settle(&mut self, inline: Inline<'a>, props: &Props<'a>) -> Parsed<Node<'a>> {
        match inline {
            Inline::Scalar(scalar) => self.settle_scalar(scalar, props),
            Inline::Alias(node) => {
                if props.anchor().is_some() || props.tag().is_some() && !self.goccy() {
                    return Err(problem::two_properties(node.span, "an alias with an anchor or a tag"));
                }
                self.dress(node, props)
            }
            Inline::Flow(node, _) => self.dress(node, props),
        }
    }

    fn settle_scalar(&mut self, scalar: Scalar<'a>, props: &Props<'a>) -> Parsed<Node<'a>> {
        let span = self.span(scalar.start, scalar.end);
        let style = Some(scalar.style);
        if props.tag_first() && self.goccy() {
            let bare = Scalar { text: scalar.text.clone(), ..scalar };
            let bare = Node { span, kind: self.value_of(bare, None), style };
            self.define(props.anchor(), &bare)?;
            if props.tag().is_some_and(|tagged| tagged.tag == Tag::Other) {
                return Ok(bare);
            }
            return Ok(Node { span, kind: self.value_of(scalar, props.tag()), style });
        }
        let node = Node { span, kind: self.value_of(scalar, props.tag()), style };
        self.define(props.anchor(), &node)?;
        Ok(node)
    }

    /// Applies anchor and tag to a complete node.
    pub(super) fn dress(&mut self, mut node: Node<'a>, props: &Props<'a>) -> Parsed<Node<'a>> {
        if let Some(tagged) = props.tag() {
            node.kind = self.tagged_node(node.kind, node.span.start as usize, node.span.end as usize, tagged);
        }
        self.define(props.anchor(), &node)?;
        Ok(node)
    }

    /// A node without content at `at`.
    pub(super) fn empty(&mut self, at: usize, props: &Props<'a>) -> Parsed<Node<'a>> {
        let mut node = self.nothing(at);
        if let Some(tagged) = props.tag() {
            node.kind = self.tagged_nothing(at, tagged);
        }
        self.define(props.anchor(), &node)?;
        Ok(node)
    }

    /// Makes a key of what was read.
    pub(super) fn key(&mut self, inline: Inline<'a>, props: &Props<'a>) -> Parsed<Key<'a>> {
        let merge = match &inline {
            Inline::Scalar(scalar) => {
                let tag = props.tag().is_none_or(|tagged| matches!(tagged.tag, Tag::Plain | Tag::Merge));
                scalar.style == Style::Plain && scalar.text == "<<" && tag
            }
            _ => false,
        };
        let alias = matches!(inline, Inline::Alias(_));
        let node = self.settle(inline, props)?;
        let key = self.key_of(node)?;
        Ok(Key { merge, exotic: alias || key.exotic, ..key })
    }

    /// Makes a key of a node. goccy has only texts as keys.
    pub(super) fn key_of(&self, node: Node<'a>) -> Parsed<Key<'a>> {
        match &node.kind {
            Kind::String(_) => return Ok(Key { node, merge: false, exotic: false }),
            Kind::List(_) => return Err(problem::key_not_scalar(self, node.span, "a list")),
            Kind::Map(_) => return Err(problem::key_not_scalar(self, node.span, "a map")),
            _ if !self.goccy() => return Ok(Key { node, merge: false, exotic: true }),
            _ => {}
        }
        let text = if node.kind == Kind::Null { Cow::Borrowed("null") } else { go_text(node.kind) };
        Ok(Key { node: Node { kind: Kind::String(text), ..node }, merge: false, exotic: true })
    }
}
