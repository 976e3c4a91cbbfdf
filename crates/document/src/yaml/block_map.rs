//! Maps of block style.

use super::block::Place;
use super::comment::Comments;
use super::map::Entries;
use super::node::{Inline, Key};
use super::parser::{Parsed, Parser};
use super::problem;
use super::property::Props;
use crate::Node;
use crate::fault::Fault;
use diagnostics::Span;

impl<'a> Parser<'a, '_> {
    /// Reads a map whose first key is read already; `pos` is at its `:`.
    pub(super) fn block_map(
        &mut self,
        start: usize,
        column: isize,
        key: Key<'a>,
        head: Option<(usize, usize)>,
    ) -> Parsed<Node<'a>> {
        self.enter(start)?;
        let mut entries = self.begin_map();
        let end = self.simple_entry(&mut entries, column, key, head)?;
        self.further_entries(start, end, column, entries)
    }

    pub(super) fn block_map_explicit(
        &mut self,
        start: usize,
        column: isize,
        head: Option<(usize, usize)>,
    ) -> Parsed<Node<'a>> {
        self.enter(start)?;
        let mut entries = self.begin_map();
        let end = self.explicit_entry(&mut entries, column, head)?;
        self.further_entries(start, end, column, entries)
    }

    fn further_entries(
        &mut self,
        start: usize,
        mut end: usize,
        column: isize,
        mut entries: Entries,
    ) -> Parsed<Node<'a>> {
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
    fn another_entry(&mut self, column: isize, entries: &Entries, end: usize) -> Parsed<bool> {
        let crossed = self.skip_gap(column)?;
        if self.ended() || self.column() < column {
            return Ok(false);
        }
        if !crossed && !self.first_on_line() {
            let value = self.span(end, end);
            return Err(problem::unexpected_text(self, value));
        }
        if self.column() > column {
            let first = self.first_key(entries).unwrap_or_else(|| self.span_of_char(self.pos));
            return Err(problem::indentation(self, first, "map", column));
        }
        Ok(true)
    }

    /// Reads the key at `pos`, up to its `:`.
    fn next_key(&mut self, column: isize, entries: &Entries) -> Parsed<Key<'a>> {
        if let Some(key) = self.quick_key() {
            return Ok(key);
        }
        let start = self.pos;
        if self.indicator(b'-') {
            let dash = self.span(start, start + 1);
            let map = self.first_key(entries).map(|key| (key, "inside the map that begins here"));
            return Err(problem::list_here(dash, map, "a map cannot go on with list items"));
        }
        let props = self.properties()?;
        if self.indicator(b':') {
            return if props.is_empty() { Err(problem::key_here(self)) } else { self.empty_key(&props) };
        }
        if self.line_is_over() {
            return Err(problem::missing_colon(self, self.span(start, self.pos), self.first_key(entries)));
        }
        let inline = self.inline(column)?;
        if !self.colon_behind() {
            let span = self.span_of_rest(start);
            return Err(problem::missing_colon(self, span, self.first_key(entries)));
        }
        self.check_simple_key(&inline, true, start)?;
        self.key(inline, &props)
    }

    /// Reads the value of a key; `pos` is at the `:`. Gives the end of the entry.
    fn simple_entry(
        &mut self,
        entries: &mut Entries,
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
        self.count(key.node.span)?;
        self.add(entries, key, value, Comments { above, behind_key, behind });
        Ok(end)
    }

    /// Reads `? key` and the `: value` that may follow.
    fn explicit_entry(&mut self, entries: &mut Entries, column: isize, above: Option<(usize, usize)>) -> Parsed<usize> {
        self.pos += 1;
        let node = self.block_node(column, Place::Explicit)?;
        let mut end = node.span.end as usize;
        let key = self.key_of(node)?;
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
        self.count(key.node.span)?;
        self.add(entries, key, value, Comments { above, behind_key, behind });
        Ok(end)
    }

    /// Whether `?` begins a key here. In goccy a `?` at the end of a line is text.
    pub(super) fn explicit_key(&self) -> bool {
        match self.at(self.pos + 1) {
            _ if !self.indicator(b'?') => false,
            Some(b' ' | b'\t') => true,
            _ => !self.goccy(),
        }
    }

    pub(super) fn empty_key(&mut self, props: &Props<'a>) -> Parsed<Key<'a>> {
        let node = self.empty(self.pos, props)?;
        self.key_of(node)
    }

    /// Moves to the `:` that makes a key of what was just read.
    pub(super) fn colon_behind(&mut self) -> bool {
        let before = self.pos;
        self.skip_blanks();
        let colon = self.indicator(b':');
        if !colon {
            self.pos = before;
        }
        colon
    }

    pub(super) fn check_simple_key(&self, inline: &Inline<'_>, fresh: bool, start: usize) -> Parsed<()> {
        let colon = self.span(self.pos, self.pos + 1);
        let span = self.inline_span(inline);
        if inline.is_plain() && !inline.one_line() {
            return Err(self.key_in_text(span, fresh));
        }
        if !fresh {
            return Err(problem::nested_value(colon, span));
        }
        if !inline.one_line() {
            return Err(problem::key_lines(self.span_of_char(span.start as usize), colon));
        }
        if !self.goccy() && self.pos - start > 1024 && self.text[start..self.pos].chars().count() > 1024 {
            return Err(problem::key_length(span));
        }
        Ok(())
    }

    /// `pos` is at a `:` inside of a plain text of several lines.
    fn key_in_text(&self, text: Span, fresh: bool) -> Fault {
        let above = self.span_of_rest(text.start as usize);
        let line = &self.bytes[self.line..self.pos];
        let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let key = self.span(self.line + blanks, self.pos);
        if fresh { problem::missing_colon(self, above, Some(key)) } else { problem::key_in_text(self, key, above) }
    }
}
