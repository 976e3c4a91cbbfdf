//! Text without quotes.

use super::parser::{Parsed, Parser};
use super::problem;
use super::scalar::Scalar;
use crate::Style;
use std::borrow::Cow;

/// Which `:` ends a plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Colon {
    /// One with a blank behind it.
    Blank,
    /// Any, except in front of `/`: keys inside `{…}` in goccy.
    Any,
    /// None: values inside `{…}` in goccy.
    Never,
}

/// Where a plain text stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlainIn {
    /// The column of the innermost key or dash; further lines have to be deeper.
    pub(super) indent: isize,
    /// Inside brackets.
    pub(super) flow: bool,
    pub(super) colon: Colon,
}

impl PlainIn {
    pub(super) fn block(indent: isize) -> Self {
        Self { indent, flow: false, colon: Colon::Blank }
    }
}

/// A line on which a plain text goes on.
struct Further {
    breaks: usize,
    line: usize,
    start: usize,
}

/// Bytes that can end a plain text.
const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let bytes = b"\n\r:#,[]{}?";
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
};

impl<'a> Parser<'a, '_> {
    /// Reads a plain text that begins at `pos`, over as many lines as it has.
    pub(super) fn plain(&mut self, place: PlainIn) -> Parsed<Scalar<'a>> {
        let start = self.pos;
        let mut end = self.plain_line(start, place);
        let mut text = Cow::Borrowed(&self.text[start..end]);
        let mut one_line = true;
        while self.break_at(self.pos) {
            let Some(further) = self.further_line(place)? else { break };
            let stop = self.plain_stop(further.start, place);
            if stop == further.start {
                break;
            }
            let joined = text.to_mut();
            if further.breaks == 1 {
                joined.push(' ');
            } else {
                joined.extend(std::iter::repeat_n('\n', further.breaks - 1));
            }
            self.line = further.line;
            end = self.plain_line(further.start, place);
            joined.push_str(&self.text[further.start..end]);
            one_line = false;
        }
        self.refuse_wide_breaks(start, end)?;
        Ok(Scalar { text, style: Style::Plain, start, end, one_line })
    }

    /// Moves `pos` behind the text that begins at `start` on this line, and gives the end of the text itself.
    fn plain_line(&mut self, start: usize, place: PlainIn) -> usize {
        self.pos = self.plain_stop(start, place);
        let mut end = self.pos;
        while end > start && matches!(self.bytes[end - 1], b' ' | b'\t') {
            end -= 1;
        }
        end
    }

    /// Where the plain text on this line stops.
    fn plain_stop(&self, start: usize, place: PlainIn) -> usize {
        let mut at = start;
        while let Some(byte) = self.at(at) {
            if SPECIAL[byte as usize] && self.ends_plain(byte, at, start, place) {
                break;
            }
            at += 1;
        }
        at
    }

    fn ends_plain(&self, byte: u8, at: usize, start: usize, place: PlainIn) -> bool {
        match byte {
            b'\n' => true,
            b'\r' => self.break_at(at),
            b'#' => at == start || matches!(self.bytes[at - 1], b' ' | b'\t'),
            b':' => match place.colon {
                Colon::Blank => self.blank_at(at + 1),
                Colon::Any => self.at(at + 1) != Some(b'/'),
                Colon::Never => false,
            },
            b'?' => place.flow && !self.goccy(),
            b']' => place.flow && (!self.goccy() || self.flow_lists > 0),
            b'}' => place.flow && (!self.goccy() || self.flow_maps > 0),
            _ => place.flow,
        }
    }

    /// The next line with something on it, if the text goes on there. `pos` is at a line break.
    fn further_line(&self, place: PlainIn) -> Parsed<Option<Further>> {
        let mut breaks = 0;
        let mut line = self.pos;
        loop {
            // Nearly always this is a line break already.
            let next = if self.at(line) == Some(b'\n') { Some(0) } else { memchr::memchr(b'\n', &self.bytes[line..]) };
            let Some(next) = next else { return Ok(None) };
            line += next + 1;
            breaks += 1;
            let spaces = self.spaces_at(line);
            let mut at = line + spaces;
            let mut width = distance(line, at);
            while let Some(byte @ (b' ' | b'\t')) = self.at(at) {
                let column = if self.goccy() { width } else { distance(line, at) };
                if byte == b'\t' && column <= place.indent && !place.flow {
                    return Err(problem::tab(self.span(at, at + 1)));
                }
                width += isize::from(byte == b' ');
                at += 1;
            }
            if self.break_at(at) && at < self.bytes.len() {
                continue;
            }
            let column = if self.goccy() { width } else { distance(line, at) };
            let deep = column > place.indent || (place.flow && !self.goccy());
            let over = at >= self.bytes.len() || self.bytes[at] == b'#' || self.marker_at_line(line, at) || !deep;
            return Ok((!over).then_some(Further { breaks, line, start: at }));
        }
    }

    fn marker_at_line(&self, line: usize, at: usize) -> bool {
        line == at && self.marker_at(at)
    }

    /// yaml.v3 ends a line at U+2028 and U+2029; in a plain text that only ever leads to an error.
    pub(super) fn refuse_wide_breaks(&self, start: usize, end: usize) -> Parsed<()> {
        if !self.wide_breaks {
            return Ok(());
        }
        match self.text[start..end].char_indices().find(|(_, c)| matches!(c, '\u{2028}' | '\u{2029}')) {
            Some((at, c)) => Err(problem::control_character(self.span_of_char(start + at), c)),
            None => Ok(()),
        }
    }
}

pub(super) fn distance(from: usize, to: usize) -> isize {
    isize::try_from(to - from).unwrap_or(isize::MAX)
}
