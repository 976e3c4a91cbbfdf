//! Text that may not be UTF-8, read as Go reads it: each byte that is not part of a character stands for U+FFFD.

use std::borrow::Cow;

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
pub(crate) fn count(bytes: &[u8]) -> usize {
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

/// The bytes as text; each byte that is not part of a character becomes U+FFFD.
pub fn to_text(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len() + 8);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(std::iter::repeat_n(char::REPLACEMENT_CHARACTER, chunk.invalid().len()));
    }
    Cow::Owned(text)
}

/// The same, without a copy when it is text already.
pub fn into_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| to_text(error.as_bytes()).into_owned())
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
    }
}
