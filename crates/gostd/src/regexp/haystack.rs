//! Text to search in, which need not be UTF-8.

use std::borrow::Cow;

/// Text, or bytes that may be text.
pub trait Text {
    /// The bytes.
    fn as_bytes(&self) -> &[u8];

    /// The text, if it is UTF-8.
    fn as_text(&self) -> Option<&str>;
}

impl Text for str {
    fn as_bytes(&self) -> &[u8] {
        self.as_bytes()
    }

    fn as_text(&self) -> Option<&str> {
        Some(self)
    }
}

impl Text for [u8] {
    fn as_bytes(&self) -> &[u8] {
        self
    }

    fn as_text(&self) -> Option<&str> {
        std::str::from_utf8(self).ok()
    }
}

/// Text that is UTF-8, with the way back to places in the original.
pub(super) struct Haystack<'t> {
    pub(super) text: Cow<'t, str>,
    /// Where characters stand in `text` that stand for one byte each.
    replaced: Vec<usize>,
}

impl<'t> Haystack<'t> {
    pub(super) fn new<T: Text + ?Sized>(text: &'t T) -> Self {
        match text.as_text() {
            Some(text) => Self { text: Cow::Borrowed(text), replaced: Vec::new() },
            None => Self::repaired(text.as_bytes()),
        }
    }

    fn repaired(bytes: &[u8]) -> Self {
        let mut text = String::with_capacity(bytes.len() + 8);
        let mut replaced = Vec::new();
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            for _ in chunk.invalid() {
                replaced.push(text.len());
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        Self { text: Cow::Owned(text), replaced }
    }

    /// The place in the original.
    pub(super) fn original(&self, place: usize) -> usize {
        let before = self.replaced.partition_point(|replaced| *replaced < place);
        place - before * (char::REPLACEMENT_CHARACTER.len_utf8() - 1)
    }

    /// The place after the character that begins here, or after the end.
    pub(super) fn after_char(&self, place: usize) -> usize {
        place + self.text[place..].chars().next().map_or(1, char::len_utf8)
    }
}
