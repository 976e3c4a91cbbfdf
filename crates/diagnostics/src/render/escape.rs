//! Texts that a terminal can be trusted with.

use std::borrow::Cow;

/// What a tab is shown as.
pub(super) const TAB: &str = "    ";

/// A text on one line: control characters, line ends among them, are shown as escapes.
pub(super) fn one_line(text: &str) -> Cow<'_, str> {
    escape(text, |_| false)
}

/// A text of one or several lines: other control characters are shown as escapes.
pub(super) fn block(text: &str) -> Cow<'_, str> {
    escape(text, |c| c == '\n')
}

fn escape(text: &str, keep: impl Fn(char) -> bool) -> Cow<'_, str> {
    let kept = |c: char| keep(c) || shown(c).is_none();
    if text.chars().all(kept) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match shown(c) {
            Some(escape) if !keep(c) => out.push_str(&escape),
            _ => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// What stands for a character that is not shown as it is.
pub(super) fn shown(c: char) -> Option<Cow<'static, str>> {
    match c {
        '\t' => Some(Cow::Borrowed(TAB)),
        c if is_deceptive(c) => Some(Cow::Owned(c.escape_default().to_string())),
        _ => None,
    }
}

/// Whether a character could send commands to a terminal or fool a reader: control characters, and those without a shape
/// of their own that turn the direction of the text, end a line or hide text.
pub fn is_deceptive(c: char) -> bool {
    c.is_control()
        || matches!(c,
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}
