//! Line breaks other than `\n` and `\r\n`, and characters YAML does not allow.

use super::Dialect;

/// The text with a lone `\r`, and in yaml.v3 U+0085, replaced by breaks of the same length; `None` when it has none of
/// them, as nearly all texts.
pub(super) fn with_plain_breaks(text: &str, dialect: Dialect) -> Option<String> {
    let bytes = text.as_bytes();
    let lone = |at: usize| bytes.get(at + 1) != Some(&b'\n');
    let cr = memchr::memchr_iter(b'\r', bytes).any(lone);
    let nel = dialect == Dialect::YamlV3 && text.contains('\u{85}');
    if !cr && !nel {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    for (at, char) in text.char_indices() {
        match char {
            '\r' if lone(at) => out.push('\n'),
            '\u{85}' if nel => out.push_str("\r\n"),
            _ => out.push(char),
        }
    }
    Some(out)
}

/// Whether the text has U+2028 or U+2029.
pub(super) fn has_wide(text: &str) -> bool {
    memchr::memchr(0xe2, text.as_bytes()).is_some() && text.contains(['\u{2028}', '\u{2029}'])
}

/// The first character that yaml.v3 does not allow.
pub(super) fn first_control(text: &str) -> Option<(usize, char)> {
    let suspicious = text.bytes().any(|byte| byte < b' ' && !matches!(byte, b'\n' | b'\t' | b'\r') || byte == 0x7f);
    if !suspicious && text.is_ascii() {
        return None;
    }
    text.char_indices().find(|(_, char)| match *char {
        '\t' | '\n' | '\r' | '\u{85}' => false,
        '\u{fffe}' | '\u{ffff}' => true,
        char => char.is_control(),
    })
}
