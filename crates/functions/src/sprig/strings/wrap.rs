//! Long lines broken at blanks, counted in bytes.

use memchr::{memchr, memrchr};

/// What happens to words that are longer than a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LongWords {
    /// They stick out.
    Keep,
    /// They are cut.
    Cut,
}

/// Breaks `text` into lines of at most `width` bytes with `line_break` between them.
pub(super) fn wrap(text: &[u8], width: i64, line_break: &[u8], long_words: LongWords) -> Vec<u8> {
    let line_break = if line_break.is_empty() { b"\n" } else { line_break };
    let width = usize::try_from(width).unwrap_or(0).max(1);
    let mut result = Vec::with_capacity(text.len());
    let mut rest = text;
    while rest.len() > width {
        if rest[0] == b' ' {
            rest = &rest[1..];
            continue;
        }
        let (line, after) = match (memrchr(b' ', &rest[..=width]), long_words) {
            (Some(blank), _) => (&rest[..blank], &rest[blank + 1..]),
            (None, LongWords::Cut) => rest.split_at(width),
            (None, LongWords::Keep) => match memchr(b' ', &rest[width..]) {
                Some(blank) => (&rest[..width + blank], &rest[width + blank + 1..]),
                None => break,
            },
        };
        result.extend_from_slice(line);
        result.extend_from_slice(line_break);
        rest = after;
    }
    result.extend_from_slice(rest);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_blanks() {
        let wrapped =
            |width, text: &str| String::from_utf8(wrap(text.as_bytes(), width, b"", LongWords::Keep)).unwrap();
        assert_eq!(wrapped(10, "a small grey owl sleeps by day"), "a small\ngrey owl\nsleeps by\nday");
        assert_eq!(wrapped(5, "abcdefghij klm"), "abcdefghij\nklm");
        assert_eq!(wrapped(4, "  lead and   many"), "lead\nand \nmany");
        assert_eq!(wrapped(-5, "a b"), "a\nb");
        assert_eq!(wrap(b"abcdefghij kl", 4, b"|", LongWords::Cut), b"abcd|efgh|ij|kl");
        assert_eq!(wrap("ééé".as_bytes(), 3, b"|", LongWords::Cut), b"\xc3\xa9\xc3|\xa9\xc3\xa9");
    }
}
