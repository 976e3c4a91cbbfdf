//! What stands between tokens: blanks, line breaks and comments.

use super::parser::{Parsed, Parser};
use super::problem;

impl Parser<'_, '_> {
    /// Moves to the next token of block style and tells whether that is on another line. `indent` is the column of the
    /// innermost key or dash. The comment lines directly above the token end up in `head`.
    pub(super) fn skip_gap(&mut self, indent: isize) -> Parsed<bool> {
        if !matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n' | b'#')) {
            // Whoever came here before has seen the comments.
            return Ok(false);
        }
        let mut leading = self.pos == self.line;
        let mut crossed = false;
        self.head = None;
        loop {
            match self.peek() {
                Some(b'\n') => {
                    self.pass_break(leading);
                    leading = true;
                    crossed = true;
                }
                Some(b' ') => self.pos += self.spaces_at(self.pos),
                Some(b'\t') if leading => self.leading_tab(indent)?,
                Some(b'\t') => self.pos += 1,
                Some(b'\r') if self.break_at(self.pos) => self.pos += 1,
                Some(b'#') => {
                    self.pass_comment(leading);
                    leading = false;
                }
                _ => return Ok(crossed),
            }
        }
    }

    /// Moves to the next line. An empty line separates the comments above it from the token below.
    fn pass_break(&mut self, empty: bool) {
        if empty {
            self.head = None;
        }
        self.pos += 1;
        self.line = self.pos;
    }

    /// Moves to the end of a comment. One that has its line for itself belongs to the token below.
    fn pass_comment(&mut self, leading: bool) {
        let end = self.line_end(self.pos);
        if leading {
            self.head = Some((self.head.map_or(self.pos, |(start, _)| start), end));
        }
        self.pos = end;
    }

    /// A tab in front of the first token of a line. goccy takes it for nothing when it is deep enough; yaml.v3 takes it
    /// only on a line without a token.
    fn leading_tab(&mut self, indent: isize) -> Parsed<()> {
        let tab = self.pos;
        let deep = self.column() > if self.goccy() { indent } else { indent.max(0) };
        if self.goccy() {
            self.line += 1;
            self.pos += 1;
        } else {
            self.skip_blanks();
        }
        if deep && (self.goccy() || self.break_at(self.pos) || self.peek() == Some(b'#')) {
            return Ok(());
        }
        Err(problem::tab(self.span(tab, tab + 1)))
    }

    /// Moves to the next token inside brackets; indentation does not matter there.
    pub(super) fn skip_flow_gap(&mut self, open: usize) -> Parsed<()> {
        let mut leading = false;
        self.head = None;
        loop {
            match self.peek() {
                Some(b' ' | b'\t') => self.pos += 1,
                Some(b'\n') => {
                    self.pass_break(leading);
                    leading = true;
                    if self.marker_at(self.pos) {
                        return Err(problem::unclosed_bracket(self, open));
                    }
                }
                Some(b'\r') if self.break_at(self.pos) => self.pos += 1,
                Some(b'#') => {
                    self.pass_comment(leading);
                    leading = false;
                }
                Some(_) => return Ok(()),
                None => return Err(problem::unclosed_bracket(self, open)),
            }
        }
    }

    /// Whether the token at `pos` is the first one of its line.
    pub(super) fn first_on_line(&self) -> bool {
        self.bytes[self.line..self.pos].iter().all(|byte| matches!(byte, b' ' | b'\t'))
    }

    /// goccy does not take a tab between a dash, or the start of the text, and a key or another dash.
    pub(super) fn check_tab_before(&self, start: usize) -> Parsed<()> {
        let blanks = self.bytes[..start].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let run = &self.bytes[start - blanks..start];
        let behind_break = self.at((start - blanks).wrapping_sub(1)) == Some(b'\n');
        if self.goccy() && !behind_break && (run.starts_with(b"\t") || run.starts_with(b" \t")) {
            return Err(problem::tab(self.span(start - 1, start)));
        }
        Ok(())
    }

    /// Whether nothing but blanks and a comment is left on the line.
    pub(super) fn line_is_over(&mut self) -> bool {
        self.skip_blanks();
        self.break_at(self.pos) || self.peek() == Some(b'#')
    }

    /// Takes the comment behind the token that was read last.
    pub(super) fn comment_behind(&mut self) -> Option<(usize, usize)> {
        let mut at = self.pos;
        if self.at(at) == Some(b'\n') {
            return None;
        }
        while let Some(b' ' | b'\t') = self.at(at) {
            at += 1;
        }
        if self.at(at) != Some(b'#') {
            return None;
        }
        self.pos = self.line_end(at);
        Some((at, self.pos))
    }
}
