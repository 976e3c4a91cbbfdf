//! Differences of texts, for people.

use crate::Diff;
use diagnostics::Redactor;
use similar::{ChangeTag, TextDiff};
use std::ops::Range;

/// A diff beyond this is cut.
const MOST_LINES: usize = 200;
/// What stands behind a last line that does not end.
const NO_LINE_BREAK: &str = "\n\\ No newline at end of file\n";

/// A line that says why there is no diff.
pub fn note(text: String) -> Diff {
    Diff { text, added: 0, removed: 0 }
}

/// Bytes that people can read.
pub fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))
}

/// What has to be done to one text to make it the other. The texts are compared as they are, so that another secret is a
/// change, and shown without secrets: one that goes over several lines is masked on each of them.
pub fn unified(old: &str, new: &str, from: &str, to: &str, redactor: &Redactor) -> Diff {
    let diff = TextDiff::from_lines(old, new);
    let before = Secrets::of(old, diff.iter_old_slices(), redactor);
    let after = Secrets::of(new, diff.iter_new_slices(), redactor);
    let (mut text, mut added, mut removed) = (String::new(), 0, 0);
    for hunk in diff.unified_diff().context_radius(3).iter_hunks() {
        text.extend([&*hunk.header().to_string(), "\n"]);
        for change in hunk.iter_changes() {
            added += usize::from(change.tag() == ChangeTag::Insert);
            removed += usize::from(change.tag() == ChangeTag::Delete);
            let line = change.value();
            // A line that stays may be a part of a secret in one of the texts only.
            let mut secrets = before.on(change.old_index(), line);
            secrets.extend(after.on(change.new_index(), line));
            let end = if change.missing_newline() { NO_LINE_BREAK } else { "" };
            text.extend([&*change.tag().to_string(), &masked(line, secrets, redactor.mask()), end]);
        }
    }
    let head = if text.is_empty() { String::new() } else { format!("--- {from}\n+++ {to}\n") };
    Diff { added, removed, text: cut(head + &text) }
}

/// Where the secrets of a text are, line by line.
struct Secrets {
    found: Vec<Range<usize>>,
    /// Where each line begins; empty when there are no secrets.
    starts: Vec<usize>,
}

impl Secrets {
    fn of<'t>(text: &str, lines: impl Iterator<Item = &'t str>, redactor: &Redactor) -> Self {
        let found = redactor.find(text.as_bytes());
        let begin = |at: &mut usize, line: &str| Some(std::mem::replace(at, *at + line.len()));
        let starts = if found.is_empty() { Vec::new() } else { lines.scan(0, begin).collect() };
        Self { found, starts }
    }

    /// The parts of a line that belong to secrets; neither its end nor the blanks before the next line of one do.
    fn on(&self, number: Option<usize>, line: &str) -> Vec<Range<usize>> {
        let Some(start) = number.and_then(|number| self.starts.get(number)).copied() else { return Vec::new() };
        let (blanks, end) = (line.len() - line.trim_start().len(), line.trim_end_matches(['\r', '\n']).len());
        let first = self.found.partition_point(|secret| secret.end <= start);
        let here = self.found[first..].iter().take_while(|secret| secret.start < start + end);
        let part = |secret: &Range<usize>| {
            let begins = secret.start.checked_sub(start).unwrap_or(blanks);
            begins..(secret.end - start).min(end)
        };
        here.map(part).filter(|part| !part.is_empty()).collect()
    }
}

/// The line with a mask for each part, or several that touch.
fn masked(line: &str, mut parts: Vec<Range<usize>>, mask: &str) -> String {
    parts.sort_unstable_by_key(|part| part.start);
    let (mut shown, mut at) = (Vec::with_capacity(line.len()), 0);
    for part in parts {
        if part.start >= at {
            shown.extend_from_slice(&line.as_bytes()[at..part.start]);
            shown.extend_from_slice(mask.as_bytes());
        }
        at = at.max(part.end);
    }
    shown.extend_from_slice(&line.as_bytes()[at..]);
    // A secret that is no UTF-8 itself may have cut a character.
    String::from_utf8_lossy(&shown).into_owned()
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

#[cfg(test)]
mod tests {
    use super::unified;
    use diagnostics::{Redactor, SecretKind};

    /// Forty bytes; `base64 -w 20` writes them in three lines.
    const SECRET: &str = "0f3b9c1d7e5a48826b4d0c9e1f7a3b5d2c8e6f4a";
    const CODED: [&str; 3] = ["MGYzYjljMWQ3ZTVhNDg4", "MjZiNGQwYzllMWY3YTNi", "NWQyYzhlNmY0YQ=="];

    fn shown(old: &str, new: &str) -> (String, usize, usize) {
        let redactor = Redactor::default();
        for secret in [SECRET, "another-secret"] {
            redactor.register(secret.as_bytes(), SecretKind::Declared);
        }
        let diff = unified(old, new, "a", "b", &redactor);
        (diff.text, diff.added, diff.removed)
    }

    #[test]
    fn a_secret_over_several_lines_is_masked_on_each() {
        let new = format!("data:\n  {}\nend\n", CODED.join("\n  "));
        let text = "--- a\n+++ b\n@@ -1,2 +1,5 @@\n data:\n+  <secret>\n+  <secret>\n+  <secret>==\n end\n";
        assert_eq!(shown("data:\nend\n", &new), (text.to_owned(), 3, 0));
    }

    #[test]
    fn another_secret_is_a_change_and_the_same_one_is_none() {
        let (old, new) = (format!("k: {SECRET}\np: {SECRET}"), format!("k: {SECRET}\np: another-secret"));
        let end = "\\ No newline at end of file\n";
        let text = format!("--- a\n+++ b\n@@ -1,2 +1,2 @@\n k: <secret>\n-p: <secret>\n{end}+p: <secret>\n{end}");
        assert_eq!(shown(&old, &new), (text, 1, 1));
        assert_eq!(shown(&old, &old), (String::new(), 0, 0));
    }

    /// The rest of the lines is the same in both texts, and a secret only in the old one.
    #[test]
    fn a_line_that_stays_is_masked_when_it_is_a_part_of_a_secret_in_either_text() {
        let (old, new) = (CODED.join("\n"), format!("none\n{}\n{}", CODED[1], CODED[2]));
        let (text, ..) = shown(&old, &new);
        for line in CODED {
            assert!(!text.contains(&line[..14]), "{text}");
        }
    }

    #[test]
    fn a_diff_without_secrets_is_as_it_was() {
        let text = "--- a\n+++ b\n@@ -1,2 +1,2 @@\n x\n-y\r\n+y\n";
        assert_eq!(shown("x\ny\r\n", "x\ny\n"), (text.to_owned(), 1, 1));
    }
}
