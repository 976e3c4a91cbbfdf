//! Text in quotes.

use super::parser::{Parsed, Parser};
use super::problem;
use super::scalar::Scalar;
use crate::Style;
use std::borrow::Cow;

/// A quoted text that is put together from pieces.
struct Pieces {
    out: String,
    /// Up to here nothing is trimmed at the end of a line, because it was escaped.
    keep: usize,
}

impl<'a> Parser<'a, '_> {
    /// Reads the quoted text that begins at `pos`. `indent` is the column of the innermost key or dash.
    pub(super) fn quoted(&mut self, indent: isize) -> Parsed<Scalar<'a>> {
        let start = self.pos;
        let line = self.line;
        self.pos += 1;
        let style = if self.bytes[start] == b'\'' { Style::Single } else { Style::Double };
        let text = match style {
            Style::Single => self.single(start, indent)?,
            _ => self.double(start, indent)?,
        };
        Ok(Scalar { text, style, start, end: self.pos, one_line: line == self.line })
    }

    fn single(&mut self, open: usize, indent: isize) -> Parsed<Cow<'a, str>> {
        let mut pieces: Option<Pieces> = None;
        let mut from = self.pos;
        loop {
            let Some(stop) = memchr::memchr2(b'\'', b'\n', &self.bytes[self.pos..]) else {
                return Err(problem::unclosed_quote(self, open));
            };
            let at = self.pos + stop;
            if self.bytes[at] == b'\n' {
                let pieces = self.piece(&mut pieces, from, at);
                self.pos = at;
                self.fold(pieces, open, indent)?;
                from = self.pos;
            } else if self.at(at + 1) == Some(b'\'') {
                self.piece(&mut pieces, from, at + 1);
                self.pos = at + 2;
                from = self.pos;
            } else {
                self.pos = at + 1;
                return Ok(self.last_piece(pieces, from, at));
            }
        }
    }

    fn double(&mut self, open: usize, indent: isize) -> Parsed<Cow<'a, str>> {
        let mut pieces: Option<Pieces> = None;
        let mut from = self.pos;
        loop {
            let Some(stop) = memchr::memchr3(b'"', b'\\', b'\n', &self.bytes[self.pos..]) else {
                return Err(problem::unclosed_quote(self, open));
            };
            let at = self.pos + stop;
            if self.bytes[at] == b'"' {
                self.pos = at + 1;
                return Ok(self.last_piece(pieces, from, at));
            }
            let pieces = self.piece(&mut pieces, from, at);
            self.pos = at;
            if self.bytes[at] == b'\n' {
                self.fold(pieces, open, indent)?;
            } else if self.break_at(at + 1) {
                self.pos = self.line_end(at + 1);
                self.escaped_break(pieces, open, indent)?;
            } else {
                pieces.out.push(self.escape()?);
                pieces.keep = pieces.out.len();
            }
            from = self.pos;
        }
    }

    fn piece<'p>(&self, pieces: &'p mut Option<Pieces>, from: usize, to: usize) -> &'p mut Pieces {
        let pieces = pieces.get_or_insert_with(|| Pieces { out: String::with_capacity(to - from + 64), keep: 0 });
        pieces.out.push_str(&self.text[from..to]);
        pieces
    }

    fn last_piece(&self, pieces: Option<Pieces>, from: usize, to: usize) -> Cow<'a, str> {
        match pieces {
            None => Cow::Borrowed(&self.text[from..to]),
            Some(mut pieces) => {
                pieces.out.push_str(&self.text[from..to]);
                Cow::Owned(pieces.out)
            }
        }
    }

    /// A line break: blanks around it go away, the first one becomes a space, further ones stay.
    fn fold(&mut self, pieces: &mut Pieces, open: usize, indent: isize) -> Parsed<()> {
        let trimmed = pieces.out.trim_end_matches([' ', '\t', '\r']).len().max(pieces.keep);
        pieces.out.truncate(trimmed);
        if self.goccy() {
            // goccy does not know any more which spaces were escaped.
            let trimmed = pieces.out.trim_end_matches(' ').len();
            pieces.out.truncate(trimmed);
        }
        let breaks = self.leading_blanks(open, indent)?;
        if breaks == 1 {
            pieces.out.push(' ');
        } else {
            pieces.out.extend(std::iter::repeat_n('\n', breaks - 1));
        }
        pieces.keep = pieces.out.len();
        Ok(())
    }

    /// A backslash at the end of a line: the break and the blanks behind it go away, the blanks before it stay.
    fn escaped_break(&mut self, pieces: &mut Pieces, open: usize, indent: isize) -> Parsed<()> {
        if self.pos >= self.bytes.len() {
            return Err(problem::unclosed_quote(self, open));
        }
        let breaks = self.leading_blanks(open, indent)?;
        pieces.out.extend(std::iter::repeat_n('\n', breaks - 1));
        pieces.keep = pieces.out.len();
        Ok(())
    }

    /// Moves from a line break to the next character that is not blank, and counts the line breaks.
    fn leading_blanks(&mut self, open: usize, indent: isize) -> Parsed<usize> {
        let mut breaks = 0;
        loop {
            match self.peek() {
                Some(b'\n') => {
                    breaks += 1;
                    self.pos += 1;
                    self.line = self.pos;
                    if self.marker_at(self.pos) && self.pos < self.bytes.len() {
                        return Err(problem::unclosed_quote(self, open));
                    }
                }
                Some(b'\r') if self.break_at(self.pos) => self.pos += 1,
                Some(b' ') => self.pos += 1,
                Some(b'\t') => {
                    if self.goccy() && self.column() <= indent {
                        return Err(problem::tab(self.span(self.pos, self.pos + 1)));
                    }
                    self.pos += 1;
                }
                _ => return Ok(breaks),
            }
        }
    }
}
