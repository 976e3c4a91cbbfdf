//! What stands in front of a node: anchor and tag; and the alias, which stands for a node.

use super::parser::{Parsed, Parser};
use super::problem;
use super::tag::{Tagged, is_word};
use crate::Node;
use diagnostics::Span;

/// Anchor and tag of a node.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Props<'a> {
    pub(super) anchor: Option<(&'a str, Span)>,
    pub(super) tag: Option<Tagged>,
    /// The tag came first, so that in goccy the anchor marks the value without it.
    pub(super) tag_first: bool,
}

impl Props<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.anchor.is_none() && self.tag.is_none()
    }

    /// Where they are.
    pub(super) fn span(&self) -> Option<Span> {
        match (self.anchor, self.tag) {
            (Some((_, anchor)), Some(tag)) => Some(anchor.to(tag.span)),
            (Some((_, anchor)), None) => Some(anchor),
            (None, tag) => tag.map(|tag| tag.span),
        }
    }
}

impl<'a> Parser<'a, '_> {
    /// Reads the anchor and the tag at `pos`, if there are any, and moves to what follows on the line.
    pub(super) fn properties(&mut self) -> Parsed<Props<'a>> {
        let mut props = Props::default();
        loop {
            match self.peek() {
                Some(b'&') if props.anchor.is_none() => props.anchor = Some(self.anchor()?),
                Some(b'!') if props.tag.is_none() => {
                    props.tag = Some(self.tag()?);
                    props.tag_first = props.anchor.is_none();
                }
                Some(b'&' | b'!') => {
                    return Err(problem::two_properties(self.span_of_char(self.pos), "a second anchor or tag"));
                }
                _ => return Ok(props),
            }
            self.skip_blanks();
        }
    }

    /// What two lines say about the same node.
    pub(super) fn join(&self, outer: Props<'a>, inner: Props<'a>) -> Parsed<Props<'a>> {
        if outer.anchor.is_some() && inner.anchor.is_some() || outer.tag.is_some() && inner.tag.is_some() {
            let at = inner.span().unwrap_or_else(|| self.span_of_char(self.pos));
            return Err(problem::two_properties(at, "a second anchor or tag"));
        }
        Ok(Props {
            anchor: outer.anchor.or(inner.anchor),
            tag: outer.tag.or(inner.tag),
            tag_first: outer.tag.is_some() && inner.anchor.is_some() || outer.tag_first || inner.tag_first,
        })
    }

    fn anchor(&mut self) -> Parsed<(&'a str, Span)> {
        let start = self.pos;
        let name = self.name("an anchor")?;
        let mut rest = self.pos;
        while self.blank_at(rest) && rest < self.bytes.len() {
            rest += 1;
        }
        if self.goccy() && rest >= self.bytes.len() {
            return Err(problem::anchor_name(self.span(start, self.pos), &format!("the anchor `&{name}` marks nothing")));
        }
        Ok((name, self.span(start, self.pos)))
    }

    /// Reads the alias at `pos`.
    pub(super) fn alias(&mut self) -> Parsed<Node<'a>> {
        let start = self.pos;
        let name = self.name("an alias")?;
        let span = self.span(start, self.pos);
        self.resolve_alias(name, span)
    }

    /// Reads the name behind `&` or `*`.
    fn name(&mut self, what: &str) -> Parsed<&'a str> {
        let start = self.pos;
        let flow = self.flow_lists + self.flow_maps > 0;
        let rest = &self.bytes[start + 1..];
        let len = rest.iter().position(|byte| match byte {
            _ if !self.goccy() => !is_word(*byte),
            b' ' | b'\t' | b'\n' | b'\r' => true,
            b',' | b'[' | b']' | b'{' | b'}' => flow,
            _ => false,
        });
        self.pos = start + 1 + len.unwrap_or(rest.len());
        let name = &self.text[start + 1..self.pos];
        let ends = self.goccy() || self.blank_at(self.pos) || self.peek().is_some_and(|byte| b"?:,]}%@`".contains(&byte));
        if name.is_empty() || !ends {
            let at = self.span(start, self.pos);
            return Err(problem::anchor_name(at, &format!("`{}` begins {what} and needs a name of letters, digits, `-` and `_`", &self.text[start..=start])));
        }
        Ok(name)
    }
}
