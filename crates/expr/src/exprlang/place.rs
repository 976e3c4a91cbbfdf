//! Places in the text of an expression.

use std::ops::Range;

/// A range of bytes in the text of an expression. Both ends are on boundaries of characters and inside of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Place {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Place {
    /// The bytes `start..end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// From the first byte of both to the last.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The range, to cut the place out of the text.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
