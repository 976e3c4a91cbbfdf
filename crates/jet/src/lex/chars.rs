//! Characters, as Jet tells them apart.

use gostd::unicode::{is_digit, is_letter};

/// The first character and how many bytes it has; a byte that is not UTF-8 counts as U+FFFD.
pub(crate) fn decode(bytes: &[u8]) -> Option<(char, usize)> {
    let first = *bytes.first()?;
    if first.is_ascii() {
        return Some((char::from(first), 1));
    }
    let chunk = bytes[..bytes.len().min(4)].utf8_chunks().next()?;
    Some(chunk.valid().chars().next().map_or((char::REPLACEMENT_CHARACTER, 1), |c| (c, c.len_utf8())))
}

pub(super) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

pub(super) fn is_printable_ascii(c: char) -> bool {
    matches!(c, ' '..='~')
}

/// Letters, decimal digits and `_`.
pub(super) fn is_alphanumeric(c: char) -> bool {
    if c.is_ascii() { c == '_' || c.is_ascii_alphanumeric() } else { is_letter(c) || is_digit(c) }
}
