//! Block style: structure by indentation.

use super::comment::Comments;
use super::map::Entries;
use super::node::{Inline, Key};
use super::parser::{Parsed, Parser};
use super::plain::PlainIn;
use super::problem;
use super::property::Props;
use super::tag::Tag;
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
        let before = self.pos;
        let mut fresh = self.skip_gap(indent)? || place.compact();
        let mut outer = Props::default();
        let mut empty_at = before;
        loop {
            if !self.belongs(indent, place) {
                return self.empty(empty_at, outer);
            }
            let start = self.pos;
            let props = self.properties()?;
            if props.is_empty() || !self.line_is_over() {
                return self.block_content(Spot { indent, fresh, start }, outer, props);
            }
            outer = self.join(outer, props)?;
            empty_at = props.span().map_or(self.pos, |span| span.end as usize);
            fresh |= self.skip_gap(indent)?;
        }
    }

    /// Whether the token at `pos` is inside of the node that belongs to column `indent`.
    fn belongs(&self, indent: isize, place: Place) -> bool {
        let column = self.column();
        !self.ended() && (column > indent || column == indent && place.list_beside_key() && self.indicator(b'-'))
    }

    fn block_content(&mut self, spot: Spot, outer: Props<'a>, props: Props<'a>) -> Parsed<Node<'a>> {
        if self.indicator(b'-') {
            return self.block_list(spot, outer, props);
        }
        if self.explicit_key() || self.indicator(b':') {
            return self.map_without_simple_key(spot, outer, props);
        }
        if let Some(b'|' | b'>') = self.peek() {
            let props = self.join(outer, props)?;
            let scalar = self.literal(spot.indent)?;
            return self.settle(Inline::Scalar(scalar), props);
        }
        self.inline_or_map(spot, outer, props)
    }

    /// A scalar, an alias, brackets, or a map that begins with one of them as its key.
    fn inline_or_map(&mut self, spot: Spot, mut outer: Props<'a>, mut props: Props<'a>) -> Parsed<Node<'a>> {
        let column = self.column_of(spot.start);
        let head = self.head.take();
        self.open_anchor(outer.anchor);
        self.open_anchor(props.anchor);
        let inline = self.inline(spot.indent)?;
        self.close_anchor(props.anchor);
        let node = if self.colon_behind() {
            self.check_simple_key(&inline, spot.fresh, spot.start)?;
            self.check_tab_before(spot.start)?;
            if outer.tag.is_none() && self.goccy() {
                // In goccy the tag of a collection belongs to the map, even on the line of its first key.
                outer.tag = props.tag.take_if(|tagged| matches!(tagged.tag, Tag::List | Tag::Map));
            }
            let key = self.key(inline, props)?;
            let map = self.block_map(spot.start, column, key, head)?;
            self.close_anchor(outer.anchor);
            return self.dress(map, outer);
        } else {
            inline
        };
        self.close_anchor(outer.anchor);
        let props = self.join(outer, props)?;
        self.settle(node, props)
    }

    /// Reads a scalar, an alias or brackets.
    fn inline(&mut self, indent: isize) -> Parsed<Inline<'a>> {
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

    /// Moves to the `:` that makes a key of what was just read.
    fn colon_behind(&mut self) -> bool {
        let before = self.pos;
        self.skip_blanks();
        let colon = self.indicator(b':');
        if !colon {
            self.pos = before;
        }
        colon
    }

    fn check_simple_key(&self, inline: &Inline<'_>, fresh: bool, start: usize) -> Parsed<()> {
        let colon = self.span(self.pos, self.pos + 1);
        let span = self.inline_span(inline);
        if !fresh {
            return Err(problem::nested_value(colon, span));
        }
        if !inline.one_line() {
            // A text that began as a value on a line above is more often a line with the wrong indentation.
            return Err(problem::key_lines(self.span_of_char(span.start as usize), colon));
        }
        if !self.goccy() && self.pos - start > 1024 && self.text[start..self.pos].chars().count() > 1024 {
            return Err(problem::key_length(span));
        }
        Ok(())
    }

    fn block_list(&mut self, spot: Spot, outer: Props<'a>, props: Props<'a>) -> Parsed<Node<'a>> {
        let dash = self.span(self.pos, self.pos + 1);
        if let Some(before) = props.span() {
            return Err(problem::list_here(dash, Some(before), "begin the list on the next line"));
        }
        if !spot.fresh {
            return Err(problem::list_here(dash, None, "begin the list on the next line, or put the text into quotes"));
        }
        self.check_tab_before(self.pos)?;
        self.open_anchor(outer.anchor);
        let list = self.items(self.column())?;
        self.close_anchor(outer.anchor);
        self.dress(list, outer)
    }

    /// Reads the items of a list whose dashes are in `column`.
    fn items(&mut self, column: isize) -> Parsed<Node<'a>> {
        let start = self.pos;
        self.enter(start)?;
        let mut items = Vec::new();
        let mut end = start;
        loop {
            self.pos += 1;
            if !self.goccy() && self.peek() == Some(b'\t') {
                return Err(problem::tab(self.span(self.pos, self.pos + 1)));
            }
            let item = self.block_node(column, Place::Item)?;
            end = end.max(item.span.end as usize);
            items.push(item);
            self.comment_behind();
            let crossed = self.skip_gap(column)?;
            if self.ended() || self.column() < column {
                break;
            }
            if !crossed && !self.first_on_line() {
                return Err(self.after_value(items.last()));
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
        Ok(Node { span: self.span(start, end), kind: Kind::List(items), style: None })
    }

    fn after_value(&self, value: Option<&Node<'_>>) -> Box<diagnostics::Diagnostic> {
        let value = value.map_or_else(|| self.span(self.pos, self.pos), |node| node.span);
        problem::unexpected_text(self, value)
    }

    /// Whether `?` begins a key here. In goccy a `?` at the end of a line is text.
    fn explicit_key(&self) -> bool {
        match self.at(self.pos + 1) {
            _ if !self.indicator(b'?') => false,
            Some(b' ' | b'\t') => true,
            _ => !self.goccy(),
        }
    }

    fn map_without_simple_key(&mut self, spot: Spot, outer: Props<'a>, props: Props<'a>) -> Parsed<Node<'a>> {
        let explicit = self.explicit_key();
        if !spot.fresh || explicit != props.is_empty() {
            return Err(problem::key_here(self));
        }
        let column = self.column_of(spot.start);
        let head = self.head.take();
        self.open_anchor(outer.anchor);
        let key = if explicit { None } else { Some(self.empty_key(props)?) };
        let map = match key {
            Some(key) => self.block_map(spot.start, column, key, head)?,
            None => self.block_map_explicit(spot.start, column, head)?,
        };
        self.close_anchor(outer.anchor);
        self.dress(map, outer)
    }

    fn empty_key(&mut self, props: Props<'a>) -> Parsed<Key<'a>> {
        let node = self.empty(self.pos, props)?;
        Ok(Key { node: self.key_node(node)?, merge: false })
    }

    /// Reads a map whose first key is read already; `pos` is at its `:`.
    fn block_map(&mut self, start: usize, column: isize, key: Key<'a>, head: Option<(usize, usize)>) -> Parsed<Node<'a>> {
        self.enter(start)?;
        let mut entries = Entries::default();
        let end = self.simple_entry(&mut entries, column, key, head)?;
        self.further_entries(start, end, column, entries)
    }

    fn block_map_explicit(&mut self, start: usize, column: isize, head: Option<(usize, usize)>) -> Parsed<Node<'a>> {
        self.enter(start)?;
        let mut entries = Entries::default();
        let end = self.explicit_entry(&mut entries, column, head)?;
        self.further_entries(start, end, column, entries)
    }

    fn further_entries(&mut self, start: usize, mut end: usize, column: isize, mut entries: Entries<'a>) -> Parsed<Node<'a>> {
        while self.another_entry(column, &entries, end)? {
            let head = self.head.take();
            end = if self.explicit_key() {
                self.explicit_entry(&mut entries, column, head)?
            } else {
                let key = self.next_key(column, &entries)?;
                self.simple_entry(&mut entries, column, key, head)?
            };
        }
        self.leave();
        let kind = self.finish_map(entries);
        Ok(Node { span: self.span(start, end), kind, style: None })
    }

    /// Moves to the next key of the map, if there is one.
    fn another_entry(&mut self, column: isize, entries: &Entries<'a>, end: usize) -> Parsed<bool> {
        let crossed = self.skip_gap(column)?;
        if self.ended() || self.column() < column {
            return Ok(false);
        }
        if !crossed && !self.first_on_line() {
            let value = self.span(end, end);
            return Err(problem::unexpected_text(self, value));
        }
        if self.column() > column {
            let first = entries.first().unwrap_or_else(|| self.span_of_char(self.pos));
            return Err(problem::indentation(self, first, "map", column));
        }
        Ok(true)
    }

    /// Reads the key at `pos`, up to its `:`.
    fn next_key(&mut self, column: isize, entries: &Entries<'a>) -> Parsed<Key<'a>> {
        let start = self.pos;
        if self.indicator(b'-') {
            let dash = self.span(start, start + 1);
            return Err(problem::list_here(dash, entries.first(), "a map cannot go on with list items"));
        }
        let props = self.properties()?;
        if self.indicator(b':') {
            return if props.is_empty() { Err(problem::key_here(self)) } else { self.empty_key(props) };
        }
        if self.line_is_over() {
            return Err(problem::missing_colon(self, self.span(start, self.pos), entries.first()));
        }
        let inline = self.inline(column)?;
        if !self.colon_behind() {
            let span = self.span_of_rest(start);
            return Err(problem::missing_colon(self, span, entries.first()));
        }
        self.check_simple_key(&inline, true, start)?;
        self.key(inline, props)
    }

    /// Reads the value of a key; `pos` is at the `:`. Gives the end of the entry.
    fn simple_entry(
        &mut self,
        entries: &mut Entries<'a>,
        column: isize,
        key: Key<'a>,
        above: Option<(usize, usize)>,
    ) -> Parsed<usize> {
        self.pos += 1;
        let colon = self.pos;
        let behind_key = self.comment_behind();
        let value = self.block_node(column, Place::Value)?;
        let behind = self.comment_behind();
        let end = colon.max(value.span.end as usize);
        entries.add(self.text, key, value, Comments { above, behind_key, behind });
        Ok(end)
    }

    /// Reads `? key` and the `: value` that may follow.
    fn explicit_entry(&mut self, entries: &mut Entries<'a>, column: isize, above: Option<(usize, usize)>) -> Parsed<usize> {
        self.pos += 1;
        let node = self.block_node(column, Place::Explicit)?;
        let mut end = node.span.end as usize;
        let key = Key { node: self.key_node(node)?, merge: false };
        let behind_key = self.comment_behind();
        let rest = (self.pos, self.line, self.head);
        let crossed = self.skip_gap(column)?;
        let value = if self.column() == column && self.indicator(b':') && !self.ended() {
            self.pos += 1;
            let value = self.block_node(column, Place::Explicit)?;
            end = end.max(value.span.end as usize);
            value
        } else {
            if !crossed && !self.ended() {
                return Err(problem::unexpected_text(self, self.span(end, end)));
            }
            (self.pos, self.line, self.head) = rest;
            self.nothing(end)
        };
        let behind = self.comment_behind();
        entries.add(self.text, key, value, Comments { above, behind_key, behind });
        Ok(end)
    }
}
