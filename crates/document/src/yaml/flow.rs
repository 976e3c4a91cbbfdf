//! Flow style: structure by brackets.

use super::comment::Comments;
use super::map::Entries;
use super::node::{Inline, Key};
use super::parser::{Parsed, Parser};
use super::plain::{Colon, PlainIn};
use super::problem;
use super::property::Props;
use crate::{Kind, Node};

/// The brackets around a node.
#[derive(Debug, Clone, Copy)]
struct Within {
    /// The column of the innermost key or dash of block style.
    indent: isize,
    /// Where the bracket is.
    open: usize,
}

impl<'a> Parser<'a, '_> {
    /// Reads the list or map whose bracket is at `pos`.
    pub(super) fn flow_collection(&mut self, indent: isize) -> Parsed<Node<'a>> {
        let open = self.pos;
        self.enter(open)?;
        self.pos += 1;
        let within = Within { indent, open };
        let kind = if self.bytes[open] == b'[' {
            self.flow_lists += 1;
            let items = self.flow_list(within)?;
            self.flow_lists -= 1;
            Kind::List(items)
        } else {
            self.flow_maps += 1;
            let entries = self.flow_map(within)?;
            self.flow_maps -= 1;
            self.finish_map(entries)
        };
        self.leave();
        Ok(Node { span: self.span(open, self.pos), kind, style: None })
    }

    fn flow_list(&mut self, within: Within) -> Parsed<Vec<Node<'a>>> {
        let base = self.open_items.len();
        while self.another_item(within, b']')? {
            let item = self.flow_item(within)?;
            self.count(item.span)?;
            self.open_items.push(item);
            self.end_of_item(within, b']')?;
        }
        Ok(self.open_items.split_off(base))
    }

    fn flow_map(&mut self, within: Within) -> Parsed<Entries> {
        let mut entries = self.begin_map();
        while self.another_item(within, b'}')? {
            let above = self.head.take();
            let (key, value) = self.flow_entry(within)?;
            self.end_of_item(within, b'}')?;
            let behind = self.comment_behind();
            self.count(key.node.span)?;
            self.add(&mut entries, key, value, Comments { above, behind_key: None, behind });
        }
        Ok(entries)
    }

    /// Moves to the next item, or behind the closing bracket.
    fn another_item(&mut self, within: Within, close: u8) -> Parsed<bool> {
        self.skip_flow_gap(within.open)?;
        match self.peek() {
            Some(byte) if byte == close => {
                self.pos += 1;
                Ok(false)
            }
            Some(b',') => Err(problem::empty_item(self, within.open)),
            _ => Ok(true),
        }
    }

    fn end_of_item(&mut self, within: Within, close: u8) -> Parsed<()> {
        self.skip_flow_gap(within.open)?;
        match self.peek() {
            Some(b',') => {
                self.pos += 1;
                Ok(())
            }
            Some(byte) if byte == close => Ok(()),
            _ => Err(problem::missing_comma(self, within.open)),
        }
    }

    /// An item of a list, which may be a map of one entry: `[key: value]`.
    fn flow_item(&mut self, within: Within) -> Parsed<Node<'a>> {
        let start = self.pos;
        if self.flow_explicit() {
            let (key, value) = self.flow_entry(within)?;
            return Ok(self.single_pair(start, key, value));
        }
        let (inline, props) = self.flow_inline(within, self.key_colon())?;
        if !self.flow_colon(inline.as_ref(), start, within)? {
            return self.flow_settle(inline, &props, start);
        }
        let key = self.flow_key(inline, &props)?;
        let value = self.flow_value(within)?;
        Ok(self.single_pair(start, key, value))
    }

    fn single_pair(&mut self, start: usize, key: Key<'a>, value: Node<'a>) -> Node<'a> {
        let end = (value.span.end as usize).max(start);
        let mut entries = self.begin_map();
        self.add(&mut entries, key, value, Comments::default());
        let kind = self.finish_map(entries);
        Node { span: self.span(start, end), kind, style: None }
    }

    /// A key with its value.
    fn flow_entry(&mut self, within: Within) -> Parsed<(Key<'a>, Node<'a>)> {
        let start = self.pos;
        let explicit = self.flow_explicit();
        if explicit {
            self.pos += 1;
            self.skip_flow_gap(within.open)?;
        }
        let (inline, props) = self.flow_inline(within, self.key_colon())?;
        let colon = if explicit {
            self.skip_flow_gap(within.open)?;
            self.peek() == Some(b':')
        } else {
            self.flow_colon(inline.as_ref(), start, within)?
        };
        let end = self.pos;
        let key = self.flow_key(inline, &props)?;
        let value = if colon { self.flow_value(within)? } else { self.nothing(end) };
        Ok((key, value))
    }

    /// Whether `?` begins a key here; yaml.v3 needs no blank behind it.
    fn flow_explicit(&self) -> bool {
        self.peek() == Some(b'?') && (!self.goccy() || matches!(self.at(self.pos + 1), Some(b' ' | b'\t')))
    }

    fn flow_key(&mut self, inline: Option<Inline<'a>>, props: &Props<'a>) -> Parsed<Key<'a>> {
        if let Some(inline) = inline {
            return self.key(inline, props);
        }
        let node = self.empty(self.pos, props)?;
        self.key_of(node)
    }

    fn flow_settle(&mut self, inline: Option<Inline<'a>>, props: &Props<'a>, start: usize) -> Parsed<Node<'a>> {
        match inline {
            Some(inline) => self.settle(inline, props),
            None => self.empty(start, props),
        }
    }

    /// The value behind the `:` at `pos`.
    fn flow_value(&mut self, within: Within) -> Parsed<Node<'a>> {
        self.pos += 1;
        let start = self.pos;
        self.skip_flow_gap(within.open)?;
        if let Some(b',' | b']' | b'}') = self.peek() {
            return Ok(self.nothing(start));
        }
        let colon = if self.goccy() && self.flow_maps > 0 { Colon::Never } else { Colon::Blank };
        let (inline, props) = self.flow_inline(within, colon)?;
        self.flow_settle(inline, &props, start)
    }

    /// Which `:` ends a plain key.
    fn key_colon(&self) -> Colon {
        if self.goccy() && self.flow_maps > 0 { Colon::Any } else { Colon::Blank }
    }

    /// Reads a node up to its end; nothing when there are only an anchor and a tag.
    fn flow_inline(&mut self, within: Within, colon: Colon) -> Parsed<(Option<Inline<'a>>, Props<'a>)> {
        let props = self.properties()?;
        self.skip_flow_gap(within.open)?;
        self.open_anchor(props.anchor());
        let inline = match self.peek() {
            Some(b',' | b']' | b'}' | b':') if !props.is_empty() => None,
            Some(b'"' | b'\'') => Some(Inline::Scalar(self.quoted(within.indent)?)),
            Some(b'[' | b'{') => {
                let line = self.line;
                let node = self.flow_collection(within.indent)?;
                Some(Inline::Flow(node, line == self.line))
            }
            Some(b'*') => Some(Inline::Alias(self.alias()?)),
            Some(b':') if colon != Colon::Blank || !self.goccy() || self.blank_at(self.pos + 1) => {
                return Err(problem::empty_item(self, within.open));
            }
            _ => {
                self.check_plain_start(true)?;
                Some(Inline::Scalar(self.plain(PlainIn { indent: within.indent, flow: true, colon })?))
            }
        };
        self.close_anchor(props.anchor());
        Ok((inline, props))
    }

    /// Moves to the `:` that makes a key of what was just read.
    fn flow_colon(&mut self, inline: Option<&Inline<'a>>, start: usize, within: Within) -> Parsed<bool> {
        self.skip_blanks();
        let plain = inline.is_some_and(Inline::is_plain);
        if self.goccy() && !plain && self.break_at(self.pos) {
            self.skip_flow_gap(within.open)?;
        }
        let any = !self.goccy() || self.flow_maps > 0;
        if self.peek() != Some(b':') || !any && !self.blank_at(self.pos + 1) {
            return Ok(false);
        }
        let one_line = inline.is_none_or(Inline::one_line);
        if !self.goccy() && !one_line {
            return Err(problem::key_lines(self.span_of_char(start), self.span_of_char(self.pos)));
        }
        if !self.goccy() && self.pos - start > 1024 && self.text[start..self.pos].chars().count() > 1024 {
            return Err(problem::key_length(self.span(start, self.pos)));
        }
        Ok(true)
    }
}
