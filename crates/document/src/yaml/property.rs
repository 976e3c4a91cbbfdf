//! What stands in front of a node: anchor and tag; and the alias, which stands for a node.

use super::parser::{Parsed, Parser};
use super::problem;
use super::tag::{Tag, Tagged, is_word};
use crate::Node;
use diagnostics::Span;

/// Anchor and tag of a node. Nearly no node has any, so that takes no more than a pointer.
#[derive(Debug, Default)]
pub(super) struct Props<'a>(Option<Box<Given<'a>>>);

#[derive(Debug, Clone, Copy, Default)]
struct Given<'a> {
    anchor: Option<Anchor<'a>>,
    tag: Option<Tagged>,
    tag_first: bool,
}

/// The name of an anchor and where it stands.
pub(super) type Anchor<'a> = (&'a str, Span);

impl<'a> Props<'a> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub(super) fn anchor(&self) -> Option<Anchor<'a>> {
        self.0.as_ref()?.anchor
    }

    pub(super) fn tag(&self) -> Option<Tagged> {
        self.0.as_ref()?.tag
    }

    /// The tag came before the anchor, so that in goccy the anchor marks the value without it.
    pub(super) fn tag_first(&self) -> bool {
        self.0.as_ref().is_some_and(|given| given.tag_first && given.anchor.is_some())
    }

    /// Where they are.
    pub(super) fn span(&self) -> Option<Span> {
        match (self.anchor(), self.tag()) {
            (Some((_, anchor)), Some(tag)) => Some(anchor.to(tag.span)),
            (Some((_, anchor)), None) => Some(anchor),
            (None, tag) => tag.map(|tag| tag.span),
        }
    }

    /// Takes over the tag of `inner` if it is one for lists and maps.
    pub(super) fn take_collection_tag(&mut self, inner: &mut Self) {
        let tag =
            inner.0.as_mut().and_then(|given| given.tag.take_if(|tagged| matches!(tagged.tag, Tag::List | Tag::Map)));
        if self.tag().is_none() && tag.is_some() {
            self.0.get_or_insert_default().tag = tag;
        }
    }
}

impl<'a> Parser<'a, '_> {
    /// Reads the anchor and the tag at `pos`, if there are any, and moves to what follows on the line.
    pub(super) fn properties(&mut self) -> Parsed<Props<'a>> {
        if !matches!(self.peek(), Some(b'&' | b'!')) {
            return Ok(Props::default());
        }
        let mut given = Given::default();
        loop {
            match self.peek() {
                Some(b'&') if given.anchor.is_none() => given.anchor = Some(self.anchor()?),
                Some(b'!') if given.tag.is_none() => {
                    given.tag = Some(self.tag()?);
                    given.tag_first = given.anchor.is_none();
                }
                Some(b'&' | b'!') => {
                    return Err(problem::two_properties(self.span_of_char(self.pos), "a second anchor or tag"));
                }
                _ => return Ok(Props(Some(Box::new(given)))),
            }
            self.skip_blanks();
        }
    }

    /// What two lines say about the same node.
    pub(super) fn join(&self, outer: Props<'a>, inner: Props<'a>) -> Parsed<Props<'a>> {
        let (Some(first), Some(second)) = (&outer.0, &inner.0) else {
            return Ok(Props(outer.0.or(inner.0)));
        };
        if first.anchor.is_some() && second.anchor.is_some() || first.tag.is_some() && second.tag.is_some() {
            let at = inner.span().unwrap_or_else(|| self.span_of_char(self.pos));
            return Err(problem::two_properties(at, "a second anchor or tag"));
        }
        let (anchor, tag) = (first.anchor.or(second.anchor), first.tag.or(second.tag));
        Ok(Props(Some(Box::new(Given { anchor, tag, tag_first: first.tag.is_some() }))))
    }

    fn anchor(&mut self) -> Parsed<Anchor<'a>> {
        let start = self.pos;
        let name = self.name("an anchor")?;
        let mut rest = self.pos;
        while self.blank_at(rest) && rest < self.bytes.len() {
            rest += 1;
        }
        if self.goccy() && rest >= self.bytes.len() {
            return Err(problem::anchor_name(
                self.span(start, self.pos),
                &format!("the anchor `&{name}` marks nothing"),
            ));
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
        let ends =
            self.goccy() || self.blank_at(self.pos) || self.peek().is_some_and(|byte| b"?:,]}%@`".contains(&byte));
        if name.is_empty() || !ends {
            let at = self.span(start, self.pos);
            return Err(problem::anchor_name(
                at,
                &format!(
                    "`{}` begins {what} and needs a name of letters, digits, `-` and `_`",
                    &self.text[start..=start]
                ),
            ));
        }
        Ok(name)
    }
}
