//! Double quotes.

use super::emit::is_break;
use super::form::is_printable;
use std::fmt::Write as _;

/// A text in double quotes, everything that is not printable escaped.
pub(super) fn double_quoted(text: &str) -> String {
    // yaml.v3 escapes every character of a text that begins with a byte order mark.
    let all = text.starts_with('\u{feff}');
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for char in text.chars() {
        if all || !is_printable(char) || is_break(char) || matches!(char, '"' | '\\') {
            escape(char, &mut quoted);
        } else {
            quoted.push(char);
        }
    }
    quoted.push('"');
    quoted
}

fn escape(char: char, out: &mut String) {
    let letter = match char {
        '\0' => '0',
        '\u{7}' => 'a',
        '\u{8}' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\u{b}' => 'v',
        '\u{c}' => 'f',
        '\r' => 'r',
        '\u{1b}' => 'e',
        '"' => '"',
        '\\' => '\\',
        '\u{85}' => 'N',
        '\u{a0}' => '_',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        other => return escape_code(u32::from(other), out),
    };
    out.push('\\');
    out.push(letter);
}

fn escape_code(code: u32, out: &mut String) {
    let written = match code {
        0..=0xff => write!(out, "\\x{code:02X}"),
        0x100..=0xffff => write!(out, "\\u{code:04X}"),
        _ => write!(out, "\\U{code:08X}"),
    };
    written.expect("writing to a string does not fail");
}
