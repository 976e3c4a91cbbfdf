//! Texts that may not be UTF-8, character by character.

/// The first character and the number of its bytes; U+FFFD of one byte where there is none.
pub(super) fn first(text: &[u8]) -> Option<(char, usize)> {
    if text.first()?.is_ascii() {
        return Some((char::from(text[0]), 1));
    }
    let start = &text[..text.len().min(4)];
    Some(
        start
            .utf8_chunks()
            .next()?
            .valid()
            .chars()
            .next()
            .map_or((char::REPLACEMENT_CHARACTER, 1), |c| (c, c.len_utf8())),
    )
}

/// The last character and the number of its bytes.
pub(super) fn last(text: &[u8]) -> Option<(char, usize)> {
    let longest = text.len().min(4);
    let character = |length: usize| {
        let end = std::str::from_utf8(&text[text.len() - length..]).ok()?;
        end.chars().next_back().filter(|c| c.len_utf8() == length)
    };
    text.last()?;
    Some(
        (1..=longest).find_map(|length| Some((character(length)?, length))).unwrap_or((char::REPLACEMENT_CHARACTER, 1)),
    )
}

/// Takes characters off both ends.
pub(super) fn trim(mut text: &[u8], is_unwanted: impl Fn(char) -> bool) -> &[u8] {
    while let Some((_, length)) = first(text).filter(|(c, _)| is_unwanted(*c)) {
        text = &text[length..];
    }
    while let Some((_, length)) = last(text).filter(|(c, _)| is_unwanted(*c)) {
        text = &text[..text.len() - length];
    }
    text
}

/// The characters as texts of their own, at most `limit` of them; the last one is the rest.
pub(super) fn explode(text: &[u8], limit: usize) -> Vec<&[u8]> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((_, length)) = first(rest) {
        let end = if parts.len() + 1 >= limit { rest.len() } else { length };
        parts.push(&rest[..end]);
        rest = &rest[end..];
    }
    parts
}
