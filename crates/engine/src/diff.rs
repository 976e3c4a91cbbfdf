//! Differences of texts, for people.

use crate::Diff;
use similar::TextDiff;

/// A diff beyond this is cut.
const MOST_LINES: usize = 200;

/// A line that says why there is no diff.
pub fn note(text: String) -> Diff {
    Diff { text, added: 0, removed: 0 }
}

/// Bytes that people can read.
pub fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))
}

/// What has to be done to one text to make it the other.
pub fn unified(old: &str, new: &str, from: &str, to: &str) -> Diff {
    let diff = TextDiff::from_lines(old, new);
    let whole = diff.unified_diff().context_radius(3).header(from, to).to_string();
    let count = |sign: char| whole.lines().skip(2).filter(|line| line.starts_with(sign)).count();
    Diff { added: count('+'), removed: count('-'), text: cut(whole) }
}

/// So much of a diff as is shown.
pub fn cut(whole: String) -> String {
    let lines = whole.lines().count();
    if lines <= MOST_LINES {
        return whole;
    }
    let shown: String = whole.split_inclusive('\n').take(MOST_LINES).collect();
    format!("{shown}[... {} more lines of the diff are not shown]\n", lines - MOST_LINES)
}
