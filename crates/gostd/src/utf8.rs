//! Text that may not be UTF-8, read as Go reads it: each byte that is not part of a character stands for U+FFFD.

pub use value::lossy_text as to_text;

use crate::unicode::is_space;

/// The first character and the number of its bytes; U+FFFD of one byte where there is none.
pub fn decode(bytes: &[u8]) -> Option<(char, usize)> {
    let first = *bytes.first()?;
    if first.is_ascii() {
        return Some((char::from(first), 1));
    }
    let chunk = bytes[..bytes.len().min(4)].utf8_chunks().next()?;
    Some(chunk.valid().chars().next().map_or((char::REPLACEMENT_CHARACTER, 1), |c| (c, c.len_utf8())))
}

/// How many characters there are.
pub fn count(bytes: &[u8]) -> usize {
    if bytes.is_ascii() {
        return bytes.len();
    }
    bytes.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
}

/// The bytes of the first `limit` characters.
pub(crate) fn prefix(bytes: &[u8], limit: usize) -> &[u8] {
    if bytes.len() <= limit {
        return bytes;
    }
    let mut end = 0;
    for _ in 0..limit {
        let Some((_, width)) = decode(&bytes[end..]) else { break };
        end += width;
    }
    &bytes[..end]
}

/// [`to_text`], without a copy when it is text already.
pub fn into_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| to_text(error.as_bytes()).into_owned())
}

/// The text without white space around it; what is no character is no white space.
pub fn trim_space(text: &[u8]) -> &[u8] {
    let start = match text.utf8_chunks().next() {
        Some(first) => first.valid().len() - first.valid().trim_start_matches(is_space).len(),
        None => 0,
    };
    let end = match text[start..].utf8_chunks().last() {
        Some(last) if last.invalid().is_empty() => last.valid().len() - last.valid().trim_end_matches(is_space).len(),
        _ => 0,
    };
    &text[start..text.len() - end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stray_byte_is_a_character() {
        let bytes = b"a\xe4\xb8b\xffc\xc3\xa9";
        assert_eq!(count(bytes), 7);
        assert_eq!(prefix(bytes, 3), b"a\xe4\xb8");
        assert_eq!(prefix(bytes, 99), bytes);
        assert_eq!(to_text(bytes), "a\u{fffd}\u{fffd}b\u{fffd}c\u{e9}");
        assert_eq!(into_text(b"\xf0\x9f\x98".to_vec()), "\u{fffd}\u{fffd}\u{fffd}");
        assert_eq!(decode("é".as_bytes()), Some(('é', 2)));
        assert_eq!(decode(b"\xed\xa0\x80"), Some(('\u{fffd}', 1)));
        assert_eq!(decode(b""), None);
        assert_eq!(trim_space(b" \n\xff a\xc2\xa0\n"), b"\xff a");
        assert_eq!(trim_space(b" a\n\xff"), b"a\n\xff");
        assert_eq!(trim_space(b" \t "), b"");
        assert_eq!(trim_space(b""), b"");
    }
}
