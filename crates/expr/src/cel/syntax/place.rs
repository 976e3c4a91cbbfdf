//! Where something stands in the text of an expression.

/// A range of bytes in the text of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// The byte that cel-go points at: the operator, the dot, the opening parenthesis.
    pub(crate) mark: u32,
}

impl Place {
    /// The bytes `start..end`, pointed at from their beginning.
    pub(crate) const fn new(start: u32, end: u32) -> Self {
        Self { start, end, mark: start }
    }

    /// The same range, pointed at elsewhere.
    pub(crate) const fn marked(self, mark: u32) -> Self {
        Self { mark, ..self }
    }

    /// The range as the standard library writes it.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}
