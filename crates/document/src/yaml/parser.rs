//! The state of a parser and the small questions every part of it asks.

use super::anchors::Anchors;
use super::problem;
use super::tag::Handles;
use super::{Dialect, Options};
use crate::fault::Fault;
use crate::{Entry, Node};
use diagnostics::{Diagnostic, Diagnostics, FileId, Span};

/// A syntax error ends the parse.
pub(super) type Parsed<T> = Result<T, Fault>;

/// One pass over the bytes of a text.
pub(super) struct Parser<'a, 'o> {
    pub(super) text: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) pos: usize,
    /// Where the line of `pos` begins. goccy gives leading tabs no width; there it is moved behind them.
    pub(super) line: usize,
    pub(super) file: FileId,
    pub(super) options: &'o Options,
    /// Whether common lines take the short way, which makes no difference but to the time.
    pub(super) is_quick: bool,
    /// How many lists and maps are open.
    pub(super) depth: usize,
    /// How many of them are written with `[`.
    pub(super) flow_lists: usize,
    /// How many of them are written with `{`.
    pub(super) flow_maps: usize,
    /// The text has U+2028 or U+2029, which end a line in yaml.v3.
    pub(super) wide_breaks: bool,
    pub(super) anchors: Anchors<'a>,
    pub(super) handles: Handles<'a>,
    /// The comment lines directly above the token at `pos`.
    pub(super) head: Option<(usize, usize)>,
    /// The entries of all open maps.
    pub(super) open_entries: Vec<Entry<'a>>,
    /// The items of all open lists.
    pub(super) open_items: Vec<Node<'a>>,
    /// Items and entries so far.
    nodes: usize,
    /// Problems that do not end the parse.
    pub(super) found: Diagnostics,
}

impl<'a, 'o> Parser<'a, 'o> {
    pub(super) fn new(text: &'a str, file: FileId, options: &'o Options) -> Self {
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self {
            text,
            bytes: text.as_bytes(),
            pos: start,
            line: start,
            file,
            options,
            is_quick: true,
            depth: 0,
            flow_lists: 0,
            flow_maps: 0,
            wide_breaks: false,
            anchors: Anchors::default(),
            handles: Handles::default(),
            head: None,
            nodes: 0,
            open_entries: Vec::new(),
            open_items: Vec::new(),
            found: Diagnostics::new(),
        }
    }

    /// Counts an item or entry that stands at `place`.
    pub(super) fn count(&mut self, place: Span) -> Parsed<()> {
        self.nodes += 1;
        let limit = self.options.limits.nodes;
        if self.nodes > limit { Err(problem::too_many_nodes(place, limit)) } else { Ok(()) }
    }

    /// Keeps a problem that does not end the parse; nobody reads more than a hundred.
    pub(super) fn report(&mut self, problem: impl FnOnce(&Self) -> Diagnostic) {
        if self.found.len() < 100 {
            let problem = problem(self);
            self.found.push(problem);
        }
    }

    pub(super) fn goccy(&self) -> bool {
        self.options.dialect == Dialect::Goccy
    }

    pub(super) fn at(&self, pos: usize) -> Option<u8> {
        self.bytes.get(pos).copied()
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.at(self.pos)
    }

    pub(super) fn column(&self) -> isize {
        self.column_of(self.pos)
    }

    /// The column of a place on the current line.
    pub(super) fn column_of(&self, pos: usize) -> isize {
        isize::try_from(pos).unwrap_or(isize::MAX) - isize::try_from(self.line).unwrap_or(isize::MAX)
    }

    /// Whether `pos` is behind the text or holds a blank or a line break.
    pub(super) fn blank_at(&self, pos: usize) -> bool {
        match self.at(pos) {
            None | Some(b' ' | b'\t' | b'\n') => true,
            Some(b'\r') => self.at(pos + 1) == Some(b'\n'),
            Some(_) => false,
        }
    }

    /// Whether `pos` is the end of a line or of the text.
    pub(super) fn break_at(&self, pos: usize) -> bool {
        match self.at(pos) {
            None | Some(b'\n') => true,
            Some(b'\r') => self.at(pos + 1) == Some(b'\n'),
            Some(_) => false,
        }
    }

    /// Whether an indicator that needs a blank behind it stands at `pos`.
    pub(super) fn indicator(&self, byte: u8) -> bool {
        self.peek() == Some(byte) && self.blank_at(self.pos + 1)
    }

    /// Whether `---` or `...` stands at `pos`, which is the start of a line.
    pub(super) fn marker_at(&self, pos: usize) -> bool {
        let rest = self.bytes.get(pos..).unwrap_or_default();
        (rest.starts_with(b"---") || rest.starts_with(b"...")) && self.blank_at(pos + 3)
    }

    /// Whether the document is over here.
    pub(super) fn ended(&self) -> bool {
        self.pos >= self.bytes.len() || (self.pos == self.line && self.marker_at(self.pos))
    }

    /// The end of the line of `pos`, without its line break.
    pub(super) fn line_end(&self, pos: usize) -> usize {
        let rest = self.bytes.get(pos..).unwrap_or_default();
        let end = pos + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        if end > pos && end < self.bytes.len() && self.bytes[end - 1] == b'\r' { end - 1 } else { end }
    }

    /// How many spaces stand here: most of a text with deep maps is indentation.
    pub(super) fn spaces_at(&self, pos: usize) -> usize {
        self.bytes.get(pos..).unwrap_or_default().iter().take_while(|byte| **byte == b' ').count()
    }

    pub(super) fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t') = self.peek() {
            self.pos += 1;
        }
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        let clip = |at: usize| u32::try_from(at.min(self.bytes.len())).unwrap_or(u32::MAX);
        Span::new(self.file, clip(start), clip(end))
    }

    /// The character at `pos`, or nothing at the end.
    pub(super) fn span_of_char(&self, pos: usize) -> Span {
        let pos = self.text.floor_char_boundary(pos);
        let len = self.text[pos..].chars().next().map_or(0, char::len_utf8);
        self.span(pos, pos + len)
    }

    /// From `pos` to the end of the line, without what is blank at the end.
    pub(super) fn span_of_rest(&self, pos: usize) -> Span {
        let rest = &self.text[pos..self.line_end(pos)];
        self.span(pos, pos + rest.trim_end().len())
    }

    /// Goes one level down; `at` is where the list or map begins.
    pub(super) fn enter(&mut self, at: usize) -> Parsed<()> {
        self.depth += 1;
        let limit = self.options.limits.levels();
        if self.depth > limit { Err(problem::too_deep(self.span_of_char(at), limit)) } else { Ok(()) }
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// A node for what is not there.
    pub(super) fn nothing(&self, at: usize) -> Node<'a> {
        Node { span: self.span(at, at), kind: crate::Kind::Null, style: None }
    }
}
