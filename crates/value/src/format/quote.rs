//! Quoted text as Go's `strconv.Quote` and its relatives write it.

use std::fmt::Write as _;

use super::is_print;

/// Which characters stay as they are.
#[derive(Clone, Copy)]
enum Keep {
    Printable,
    Ascii,
}

/// Text in double quotes, as `strconv.Quote`.
pub fn quote(text: &str) -> String {
    quoted(text.as_bytes(), '"', Keep::Printable)
}

/// Bytes in double quotes, as `strconv.Quote`; what is not UTF-8 becomes `\x..`.
pub fn quote_bytes(bytes: &[u8]) -> String {
    quoted(bytes, '"', Keep::Printable)
}

/// Text in double quotes with escapes for everything that is not ASCII, as `strconv.QuoteToASCII`.
pub fn quote_to_ascii(text: &str) -> String {
    quoted(text.as_bytes(), '"', Keep::Ascii)
}

/// Bytes in double quotes with escapes for everything that is not ASCII, as `strconv.QuoteToASCII`.
pub fn quote_bytes_to_ascii(bytes: &[u8]) -> String {
    quoted(bytes, '"', Keep::Ascii)
}

/// A character in single quotes, as `strconv.QuoteRune`.
pub fn quote_char(c: char) -> String {
    quoted(c.encode_utf8(&mut [0; 4]).as_bytes(), '\'', Keep::Printable)
}

/// A character in single quotes, with an escape unless it is ASCII, as `strconv.QuoteRuneToASCII`.
pub fn quote_char_to_ascii(c: char) -> String {
    quoted(c.encode_utf8(&mut [0; 4]).as_bytes(), '\'', Keep::Ascii)
}

/// Whether the text can stand between back quotes unchanged, as `strconv.CanBackquote`.
pub fn can_backquote(text: &str) -> bool {
    text.chars().all(|c| !matches!(c, '\0'..='\x08' | '\n'..='\x1f' | '`' | '\x7f' | '\u{feff}'))
}

fn quoted(bytes: &[u8], mark: char, keep: Keep) -> String {
    let mut out = String::with_capacity(bytes.len() + 2);
    out.push(mark);
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            push_escaped(&mut out, c, mark, keep);
        }
        for byte in chunk.invalid() {
            write!(out, "\\x{byte:02x}").expect("a string can be written to");
        }
    }
    out.push(mark);
    out
}

fn push_escaped(out: &mut String, c: char, mark: char, keep: Keep) {
    if c == mark || c == '\\' {
        out.extend(['\\', c]);
    } else if is_print(c) && (c.is_ascii() || matches!(keep, Keep::Printable)) {
        out.push(c);
    } else if let Some(letter) = escape_letter(c) {
        out.extend(['\\', letter]);
    } else {
        push_code(out, u32::from(c));
    }
}

fn push_code(out: &mut String, code: u32) {
    match code {
        0..0x20 | 0x7f => write!(out, "\\x{code:02x}"),
        ..0x1_0000 => write!(out, "\\u{code:04x}"),
        _ => write!(out, "\\U{code:08x}"),
    }
    .expect("a string can be written to");
}

fn escape_letter(c: char) -> Option<char> {
    Some(match c {
        '\x07' => 'a',
        '\x08' => 'b',
        '\x0c' => 'f',
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        '\x0b' => 'v',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_strconv() {
        for (given, quoted, ascii) in [
            ("", r#""""#, r#""""#),
            ("a'b\"c\\", r#""a'b\"c\\""#, r#""a'b\"c\\""#),
            ("\x07\x08\x0c\n\r\t\x0b\0\x1f\x7f", r#""\a\b\f\n\r\t\v\x00\x1f\x7f""#, r#""\a\b\f\n\r\t\v\x00\x1f\x7f""#),
            ("hé世😀", r#""hé世😀""#, r#""h\u00e9\u4e16\U0001f600""#),
            (
                "\u{80}\u{a0}\u{ad}\u{200b}\u{feff}",
                r#""\u0080\u00a0\u00ad\u200b\ufeff""#,
                r#""\u0080\u00a0\u00ad\u200b\ufeff""#,
            ),
            ("\u{fffd}\u{e000}\u{10ffff}", "\"\u{fffd}\\ue000\\U0010ffff\"", r#""\ufffd\ue000\U0010ffff""#),
        ] {
            assert_eq!(quote(given), quoted);
            assert_eq!(quote_to_ascii(given), ascii);
        }
        assert_eq!(quote_bytes(b"a\xff\xe4\xb8b"), r#""a\xff\xe4\xb8b""#);
        assert_eq!(quote_bytes_to_ascii("é\u{fffd}".as_bytes()), r#""\u00e9\ufffd""#);
    }

    #[test]
    fn characters_and_back_quotes() {
        for (c, quoted) in
            [('\'', r"'\''"), ('"', r#"'"'"#), ('é', "'é'"), ('\0', r"'\x00'"), ('\u{2028}', r"'\u2028'")]
        {
            assert_eq!(quote_char(c), quoted);
        }
        assert_eq!(quote_char_to_ascii('é'), r"'\u00e9'");
        for (text, can) in
            [("a\tb", true), ("a\nb", false), ("`", false), ("é", true), ("\u{feff}", false), ("\x7f", false)]
        {
            assert_eq!(can_backquote(text), can, "{text:?}");
        }
    }
}
