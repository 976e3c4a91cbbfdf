//! A place in a text.

/// Which of the loaded texts a span points into; given out by [`Sources::add`](crate::Sources::add).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub(crate) u32);

impl FileId {
    /// The first file of a [`Sources`](crate::Sources); for parsers that are tested on a single text.
    pub const FIRST: Self = Self(0);
}

/// A range of bytes in one file. Documents are limited to far less than 4 GiB, so 32 bits are enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file it points into.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end` of `file`.
    pub const fn new(file: FileId, start: u32, end: u32) -> Self {
        Self { file, start, end }
    }

    /// From the start of this span to the end of `other`, which is in the same file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        debug_assert_eq!(self.file, other.file);
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The part `start..end` of this span, counted from its beginning; never beyond its end.
    #[must_use]
    pub fn part(self, start: u32, end: u32) -> Self {
        let clamp = |at: u32| self.start.saturating_add(at).min(self.end);
        Self { file: self.file, start: clamp(start), end: clamp(end) }
    }
}

/// A value and the place it was written at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spanned<T> {
    /// What was written.
    pub value: T,
    /// Where.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// `value`, written at `span`.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// The same place with another value.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned { value: f(self.value), span: self.span }
    }
}
