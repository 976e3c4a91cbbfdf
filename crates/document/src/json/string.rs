//! Texts of JSON.

use std::borrow::Cow;

/// What is wrong with a text, and where.
pub(super) struct Wrong {
    pub(super) message: &'static str,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Reads the text whose opening quote is at `open`; gives the text and the place behind its closing quote.
pub(super) fn read(source: &str, open: usize) -> Result<(Cow<'_, str>, usize), Wrong> {
    let bytes = source.as_bytes();
    let mut out: Option<String> = None;
    let mut from = open + 1;
    loop {
        let Some(stop) = memchr::memchr2(b'"', b'\\', &bytes[from..]) else {
            return Err(Wrong { message: "the text is not closed", start: open, end: open + 1 });
        };
        let at = from + stop;
        let piece = &source[from..at];
        if let Some(control) = piece.bytes().position(|byte| byte < b' ') {
            let start = from + control;
            return Err(Wrong {
                message: "a text cannot contain a line break or control character",
                start,
                end: start + 1,
            });
        }
        if bytes[at] == b'"' {
            let text = match out {
                None => Cow::Borrowed(piece),
                Some(mut out) => {
                    out.push_str(piece);
                    Cow::Owned(out)
                }
            };
            return Ok((text, at + 1));
        }
        let out = out.get_or_insert_with(String::new);
        out.push_str(piece);
        let (char, end) = escape(source, at)?;
        out.push(char);
        from = end;
    }
}

/// The character of the escape at `at`, and where it ends.
fn escape(source: &str, at: usize) -> Result<(char, usize), Wrong> {
    let char = match source.as_bytes().get(at + 1) {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode(source, at),
        _ => {
            let len = source[at + 1..].chars().next().map_or(0, char::len_utf8);
            return Err(Wrong { message: "the escape is not known", start: at, end: at + 1 + len });
        }
    };
    Ok((char, at + 2))
}

fn unicode(source: &str, at: usize) -> Result<(char, usize), Wrong> {
    let wrong = |end: usize| Wrong { message: "the escape names no character", start: at, end };
    let first = hex(source, at + 2).ok_or_else(|| wrong(at + 2))?;
    if let Some(char) = char::from_u32(first) {
        return Ok((char, at + 6));
    }
    let second = source[at + 6..].starts_with("\\u").then(|| hex(source, at + 8)).flatten();
    let pair =
        second.and_then(|second| char::decode_utf16([u16::try_from(first).ok()?, u16::try_from(second).ok()?]).next());
    match pair {
        Some(Ok(char)) => Ok((char, at + 12)),
        _ => Err(wrong(at + 6)),
    }
}

fn hex(source: &str, start: usize) -> Option<u32> {
    let digits = source.get(start..start + 4)?;
    let all = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if all { u32::from_str_radix(digits, 16).ok() } else { None }
}
