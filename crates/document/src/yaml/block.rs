//! Block style: structure by indentation.

use super::node::{Inline, Key};
use super::parser::{Parsed, Parser};
use super::plain::PlainIn;
use super::problem;
use super::property::Props;
use crate::fault::Fault;
use crate::{Kind, Node};

/// What a node is to its surroundings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The document.
    Root,
    /// The document, behind `---`.
    Marker,
    /// Behind `-`.
    Item,
    /// Behind `key:`.
    Value,
    /// Behind `?`, or behind the `:` that belongs to it.
    Explicit,
}

impl Place {
    /// Whether a list or a map may begin on the same line.
    fn compact(self) -> bool {
        matches!(self, Self::Root | Self::Item | Self::Explicit)
    }

    /// Whether a list may stand in the column of the key.
    fn list_beside_key(self) -> bool {
        matches!(self, Self::Value | Self::Explicit)
    }
}

/// Where the content of a node begins.
#[derive(Debug, Clone, Copy)]
struct Spot {
    /// The column of the innermost key or dash.
    indent: isize,
    /// A list or a map may begin here.
    fresh: bool,
    /// The first byte, anchor and tag included.
    start: usize,
}

impl<'a> Parser<'a, '_> {
    /// Reads the node behind `pos` that belongs to a key or dash in column `indent`.
    pub(super) fn block_node(&mut self, indent: isize, place: Place) -> Parsed<Node<'a>> {
        if matches!(place, Place::Value | Place::Item)
            && let Some(text) = self.quick_text(indent)
        {
            return Ok(text);
        }
        let before = self.pos;
        let mut fresh = self.skip_gap(indent)? || place.compact();
        let mut outer = Props::default();
        let mut empty_at = before;
        loop {
            if !self.belongs(indent, place) {
                return self.empty(empty_at, &outer);
            }
            let start = self.pos;
            let props = self.properties()?;
            if props.is_empty() || !self.line_is_over() {
                return self.block_content(Spot { indent, fresh, start }, outer, props);
            }
            empty_at = props.span().map_or(self.pos, |span| span.end as usize);
            outer = self.join(outer, props)?;
            fresh |= self.skip_gap(indent)?;
        }
    }

    /// Whether the token at `pos` is inside of the node that belongs to column `indent`.
    fn belongs(&self, indent: isize, place: Place) -> bool {
        let column = self.column();
        !self.ended() && (column > indent || column == indent && place.list_beside_key() && self.indicator(b'-'))
    }

    fn block_content(&mut self, spot: Spot, outer: Props<'a>, props: Props<'a>) -> Parsed<Node<'a>> {
        if spot.fresh
            && props.is_empty()
            && let Some(key) = self.quick_key()
        {
            let head = self.head.take();
            self.open_anchor(outer.anchor());
            self.check_tab_before(spot.start)?;
            return self.map_from(key, spot, head, &outer);
        }
        if self.indicator(b'-') {
            return self.block_list(spot, &outer, &props);
        }
        if self.explicit_key() || self.indicator(b':') {
            return self.map_without_simple_key(spot, &outer, &props);
        }
        if let Some(b'|' | b'>') = self.peek() {
            let props = self.join(outer, props)?;
            let scalar = self.literal(spot.indent)?;
            return self.settle(Inline::Scalar(scalar), &props);
        }
        self.inline_or_map(spot, outer, props)
    }

    /// A scalar, an alias, brackets, or a map that begins with one of them as its key.
    fn inline_or_map(&mut self, spot: Spot, mut outer: Props<'a>, mut props: Props<'a>) -> Parsed<Node<'a>> {
        let head = self.head.take();
        self.open_anchor(outer.anchor());
        self.open_anchor(props.anchor());
        let inline = self.inline(spot.indent)?;
        self.close_anchor(props.anchor());
        if !self.colon_behind() {
            self.close_anchor(outer.anchor());
            let props = self.join(outer, props)?;
            return self.settle(inline, &props);
        }
        self.check_simple_key(&inline, spot.fresh, spot.start)?;
        self.check_tab_before(spot.start)?;
        if self.goccy() {
            // There the tag of a list or map belongs to the map, even on the line of its first key.
            outer.take_collection_tag(&mut props);
        }
        let key = self.key(inline, &props)?;
        self.map_from(key, spot, head, &outer)
    }

    /// The map that begins with a key; `pos` is at its `:`, and the anchor of the map is open.
    fn map_from(
        &mut self,
        key: Key<'a>,
        spot: Spot,
        head: Option<(usize, usize)>,
        outer: &Props<'a>,
    ) -> Parsed<Node<'a>> {
        let map = self.block_map(spot.start, self.column_of(spot.start), key, head)?;
        self.close_anchor(outer.anchor());
        self.dress(map, outer)
    }

    /// Reads a scalar, an alias or brackets.
    pub(super) fn inline(&mut self, indent: isize) -> Parsed<Inline<'a>> {
        Ok(match self.peek() {
            Some(b'"' | b'\'') => Inline::Scalar(self.quoted(indent)?),
            Some(b'[' | b'{') => {
                let line = self.line;
                let node = self.flow_collection(indent)?;
                Inline::Flow(node, line == self.line)
            }
            Some(b'*') => Inline::Alias(self.alias()?),
            _ => {
                self.check_plain_start(false)?;
                Inline::Scalar(self.plain(PlainIn::block(indent))?)
            }
        })
    }

    fn block_list(&mut self, spot: Spot, outer: &Props<'a>, props: &Props<'a>) -> Parsed<Node<'a>> {
        let dash = self.span(self.pos, self.pos + 1);
        if let Some(before) = props.span() {
            return Err(problem::list_here(dash, Some((before, "behind this")), "begin the list on the next line"));
        }
        if !spot.fresh {
            return Err(problem::list_here(dash, None, "begin the list on the next line, or put the text into quotes"));
        }
        self.check_tab_before(self.pos)?;
        self.open_anchor(outer.anchor());
        let list = self.items(self.column())?;
        self.close_anchor(outer.anchor());
        self.dress(list, outer)
    }

    /// Reads the items of a list whose dashes are in `column`.
    fn items(&mut self, column: isize) -> Parsed<Node<'a>> {
        let start = self.pos;
        self.enter(start)?;
        let base = self.open_items.len();
        let mut end = start;
        loop {
            self.pos += 1;
            if !self.goccy() && self.peek() == Some(b'\t') {
                return Err(problem::tab(self.span(self.pos, self.pos + 1)));
            }
            let item = self.block_node(column, Place::Item)?;
            end = end.max(item.span.end as usize);
            self.count(item.span)?;
            self.open_items.push(item);
            self.comment_behind();
            let crossed = self.skip_gap(column)?;
            if self.ended() || self.column() < column {
                break;
            }
            if !crossed && !self.first_on_line() {
                return Err(self.after_value(self.open_items.last()));
            }
            if self.column() > column {
                let first = self.span(start, start + 1);
                return Err(problem::indentation(self, first, "list", column));
            }
            if !self.indicator(b'-') {
                break;
            }
        }
        self.leave();
        let items = self.open_items.split_off(base);
        Ok(Node { span: self.span(start, end), kind: Kind::List(items), style: None })
    }

    fn after_value(&self, value: Option<&Node<'_>>) -> Fault {
        let value = value.map_or_else(|| self.span(self.pos, self.pos), |node| node.span);
        problem::unexpected_text(self, value)
    }

    fn map_without_simple_key(&mut self, spot: Spot, outer: &Props<'a>, props: &Props<'a>) -> Parsed<Node<'a>> {
        let explicit = self.explicit_key();
        if !spot.fresh || explicit != props.is_empty() {
            return Err(problem::key_here(self));
        }
        let column = self.column_of(spot.start);
        let head = self.head.take();
        self.open_anchor(outer.anchor());
        let key = if explicit { None } else { Some(self.empty_key(props)?) };
        let map = match key {
            Some(key) => self.block_map(spot.start, column, key, head)?,
            None => self.block_map_explicit(spot.start, column, head)?,
        };
        self.close_anchor(outer.anchor());
        self.dress(map, outer)
    }
}
