//! Texts cut short, in bytes, with `...` where something is missing.

/// At most `width` bytes, with an ellipsis at the end. A width below four changes nothing.
pub(super) fn abbreviate(width: i64, text: &[u8]) -> Vec<u8> {
    if width < 4 { text.to_vec() } else { abbreviate_from(0, width, text).unwrap_or_default() }
}

/// At most `width` bytes that begin near `offset`, with an ellipsis at both ends.
pub(super) fn abbreviate_both(offset: i64, width: i64, text: &[u8]) -> Vec<u8> {
    if width < 4 || (offset > 0 && width < 7) {
        return text.to_vec();
    }
    abbreviate_from(offset, width, text).unwrap_or_default()
}

/// Nothing when `width` has no room for both ellipses.
fn abbreviate_from(offset: i64, width: i64, text: &[u8]) -> Option<Vec<u8>> {
    let length = i64::try_from(text.len()).ok()?;
    if length <= width {
        return Some(text.to_vec());
    }
    let room = width - 3;
    let offset = if length.wrapping_sub(offset) < room { length - room } else { offset.min(length) };
    if offset <= 4 {
        return Some([part(text, 0, room), b"..."].concat());
    }
    if width < 7 {
        return None;
    }
    let rest = part(text, offset, length);
    let shown = if offset + room < length {
        abbreviate_from(0, room, rest)?
    } else {
        part(text, length - room, length).to_vec()
    };
    Some([b"...", &*shown].concat())
}

/// The bytes between two places that are known to be inside.
fn part(text: &[u8], from: i64, to: i64) -> &[u8] {
    let index = |at: i64| usize::try_from(at).expect("a place in the text");
    &text[index(from)..index(to)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_take_room() {
        for (width, text, expected) in [(5, "green apple", "gr..."), (3, "green", "green"), (5, "green", "green")] {
            assert_eq!(abbreviate(width, text.as_bytes()), expected.as_bytes());
        }
        for (offset, width, expected) in [
            (5, 10, "...fghi..."),
            (4, 10, "abcdefg..."),
            (15, 10, "...ijklmno"),
            (-1, 10, "abcdefg..."),
            (100, 7, "...lmno"),
            (1, 6, "abcdefghijklmno"),
            (i64::MIN, 8, "...klmno"),
        ] {
            assert_eq!(abbreviate_both(offset, width, b"abcdefghijklmno"), expected.as_bytes(), "{offset} {width}");
        }
    }
}
