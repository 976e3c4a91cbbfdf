//! The text of a template and places in it.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use diagnostics::{FileId, Span};

/// The name and the bytes of a template, shared by everything that was made from it.
pub(crate) struct Source {
    pub(crate) name: Arc<str>,
    pub(crate) text: Box<[u8]>,
}

impl Source {
    pub(crate) fn new(name: &str, text: &[u8]) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: text.into() })
    }

    /// The bytes of a range.
    pub(crate) fn slice(&self, at: At) -> &[u8] {
        &self.text[at.start as usize..at.end as usize]
    }

    /// The line of an offset, from 1.
    pub(crate) fn line(&self, offset: u32) -> u32 {
        let before = &self.text[..offset as usize];
        count(memchr::memchr_iter(b'\n', before).count()) + 1
    }

    /// The place of a range, as messages name it.
    pub(crate) fn place(&self, at: At) -> Place {
        let before = &self.text[..at.start as usize];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        Place {
            template: Arc::clone(&self.name),
            line: self.line(at.start),
            column: count(String::from_utf8_lossy(&before[line_start..]).chars().count()) + 1,
            start: at.start,
            end: at.end,
        }
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).expect("a template is smaller than 4 GiB")
}

/// A range of bytes of the template that is being looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl At {
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Self { start: count(start), end: count(end) }
    }

    /// From the start of this range to the end of the other.
    pub(crate) fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// One byte of the range, the last one when there are not so many.
    pub(crate) fn byte(self, offset: usize) -> Self {
        let last = self.end.saturating_sub(1).max(self.start);
        let start = u32::try_from(offset).map_or(last, |offset| self.start.saturating_add(offset).min(last));
        Self { start, end: (start + 1).min(self.end) }
    }
}

/// A range of bytes in a named template, with the line and the column where it starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The name of the template, an absolute path: `/site/web.jet`.
    pub template: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Place {
    /// The range of bytes.
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The place as a span of a file that the caller loaded.
    pub fn span(&self, file: FileId) -> Span {
        Span::new(file, self.start, self.end)
    }
}

impl fmt::Display for Place {
    /// `name:line:column`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.template, self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters() {
        let source = Source::new("/a", "é\nb→c".as_bytes());
        let place = source.place(At::new(7, 8));
        assert_eq!((place.to_string().as_str(), place.range()), ("/a:2:3", 7..8));
        assert_eq!(source.place(At::new(0, 0)).to_string(), "/a:1:1");
    }
}
