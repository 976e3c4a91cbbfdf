//! Characters, as Jet tells them apart.

use gostd::unicode::{is_digit, is_letter};

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
