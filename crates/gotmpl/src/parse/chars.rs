//! Characters as the lexer sees them.

/// The first character and how many bytes it takes. A byte that is not UTF-8 is U+FFFD, one byte long.
pub(crate) fn decode(text: &[u8]) -> Option<(char, usize)> {
    let first = *text.first()?;
    if first.is_ascii() {
        return Some((first.into(), 1));
    }
    let window = &text[..text.len().min(4)];
    let valid = match std::str::from_utf8(window) {
        Ok(valid) => valid,
        Err(error) => std::str::from_utf8(&window[..error.valid_up_to()]).unwrap_or_default(),
    };
    Some(valid.chars().next().map_or((char::REPLACEMENT_CHARACTER, 1), |found| (found, found.len_utf8())))
}

/// What separates words in an action, and what trim markers trim.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// What names are made of: letters, digits and underscores of any script.
pub(super) fn is_alphanumeric(found: char) -> bool {
    if found.is_ascii() {
        return found == '_' || found.is_ascii_alphanumeric();
    }
    gostd::unicode::is_letter(found) || gostd::unicode::is_digit(found)
}

/// A character as Go's `%#U` prints it: `U+005B '['`.
pub(super) fn describe(found: char) -> String {
    let code = u32::from(found);
    if value::is_print(found) { format!("U+{code:04X} '{found}'") } else { format!("U+{code:04X}") }
}
