//! Lines and columns. Columns count what people see as one character.

use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;
use value::{Map, Value};

/// The lines of a source.
pub(crate) struct Lines<'s> {
    source: &'s str,
    starts: Vec<usize>,
}

/// A place in a source, counted from one; `byte` from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) byte: usize,
}

impl<'s> Lines<'s> {
    pub(crate) fn new(source: &'s str) -> Self {
        let breaks = source.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { source, starts: std::iter::once(0).chain(breaks).collect() }
    }

    pub(crate) fn position(&self, byte: usize) -> Position {
        let line = self.starts.partition_point(|start| *start <= byte).max(1);
        let before = self.source.get(self.starts[line - 1]..byte).unwrap_or_default();
        let before = before.strip_prefix('\u{feff}').unwrap_or(before);
        Position { line, column: width(before) + 1, byte }
    }

    /// `1,5-6`, or `1,5-2,1` when it goes over lines.
    pub(crate) fn shown(&self, place: &Range<usize>) -> String {
        let (start, end) = (self.position(place.start), self.position(place.end));
        if start.line == end.line {
            format!("{},{}-{}", start.line, start.column, end.column)
        } else {
            format!("{},{}-{},{}", start.line, start.column, end.line, end.column)
        }
    }
}

impl Position {
    pub(crate) fn to_map(self) -> Map {
        let number = |number: usize| Value::Int(i64::try_from(number).unwrap_or(i64::MAX));
        [("line", number(self.line)), ("column", number(self.column)), ("byte", number(self.byte))]
            .into_iter()
            .collect()
    }
}

/// How many characters people see.
pub(super) fn width(text: &str) -> usize {
    if text.is_ascii() && !text.contains('\r') { text.len() } else { text.graphemes(true).count() }
}
