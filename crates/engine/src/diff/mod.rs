//! Differences of texts, for people.

mod replaced;

use crate::{Diff, Identity};
use diagnostics::Redactor;
use replaced::Added;
use similar::{ChangeTag, DiffOp, TextDiff};
use std::ops::Range;
use std::path::Path;

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

/// What becomes of the content of a file that a resource describes.
pub fn of_file(path: &Path, is_new: bool, old: &[u8], new: &[u8], identity: &Identity, redactor: &Redactor) -> Diff {
    let path = path.display();
    let (Some(old), Some(new)) = (text(old), text(new)) else {
        return note(format!("Binary file {path} differs\n"));
    };
    let from = if is_new { "/dev/null".to_owned() } else { path.to_string() };
    unified(old, new, &from, &format!("{path} ({})", identity.place), redactor)
}

/// What has to be done to one text to make it the other. The texts are compared as they are, so that another secret is a
/// change, and shown without secrets: one that goes over several lines is masked on each of them, and of a line that a
/// secret takes the place of only what stands around the secret is shown.
pub fn unified(old: &str, new: &str, from: &str, to: &str, redactor: &Redactor) -> Diff {
    let (lines_of_old, lines_of_new) = (lines(old), lines(new));
    let diff = TextDiff::from_slices(&lines_of_old, &lines_of_new);
    let before = Secrets::of(old, diff.iter_old_slices(), redactor);
    let after = Secrets::of(new, diff.iter_new_slices(), redactor);
    let (mut text, mut added, mut removed) = (String::new(), 0, 0);
    for hunk in diff.unified_diff().context_radius(3).iter_hunks() {
        text.extend([&*hunk.header().to_string(), "\n"]);
        for op in hunk.ops() {
            let instead = after.instead(op, &diff);
            for change in diff.iter_changes(op) {
                let is_removed = change.tag() == ChangeTag::Delete;
                added += usize::from(change.tag() == ChangeTag::Insert);
                removed += usize::from(is_removed);
                let line = change.value();
                // A line that stays may be a part of a secret in one of the texts only.
                let mut secrets = before.on(change.old_index(), line);
                secrets.extend(after.on(change.new_index(), line));
                secrets.extend(
                    instead.as_ref().filter(|_| is_removed).and_then(|added| added.hides(line, op.old_range().len())),
                );
                let end = if line.ends_with('\n') { "" } else { NO_LINE_BREAK };
                text.extend([&*change.tag().to_string(), &masked(line, secrets, redactor.mask()), end]);
            }
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

    /// The lines that take the place of others, if one of them holds a secret.
    fn instead<'t>(&self, op: &DiffOp, diff: &'t TextDiff<'_, '_, str>) -> Option<Added<'t>> {
        if self.found.is_empty() || !matches!(op, DiffOp::Replace { .. }) {
            return None;
        }
        let lines = op.new_range().filter_map(|number| diff.new_slice(number).map(|line| (number, line)));
        Added::of(lines.map(|(number, line)| (line, self.on(Some(number), line))))
    }

    /// The parts of a line that belong to secrets; neither its end nor the blanks before the next line of one do.
    fn on(&self, number: Option<usize>, line: &str) -> Vec<Range<usize>> {
        let Some(start) = number.and_then(|number| self.starts.get(number)).copied() else { return Vec::new() };
        let (blanks, end) = (line.len() - line.trim_start().len(), content(line).len());
        let first = self.found.partition_point(|secret| secret.end <= start);
        let here = self.found[first..].iter().take_while(|secret| secret.start < start + end);
        let part = |secret: &Range<usize>| {
            let begins = secret.start.checked_sub(start).unwrap_or(blanks);
            begins..(secret.end - start).min(end)
        };
        here.map(part).filter(|part| !part.is_empty()).collect()
    }
}

/// The lines of a text, each with its end. A return alone ends none: whoever applies a diff knows only one end of a line.
fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// A line without its end.
fn content(line: &str) -> &str {
    line.trim_end_matches(['\r', '\n'])
}

/// The line with a mask for each part, or several that touch.
fn masked(line: &str, mut parts: Vec<Range<usize>>, mask: &str) -> String {
    parts.sort_unstable_by_key(|part| part.start);
    let (mut shown, mut at) = (Vec::with_capacity(line.len()), 0);
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
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

    /// The secret of before is not known to anybody any more.
    #[test]
    fn a_line_that_a_secret_takes_the_place_of_is_shown_without_what_stood_there() {
        for (old, new, removed) in [
            ("password = old-one\n", "password = another-secret\n", "-password = <secret>\n"),
            ("password = another-word # prod\n", "password = another-secret # prod\n", "-password = <secret> # prod\n"),
            ("# old\npassword = old-one\n", "# new\npassword = another-secret\n", "-# old\n-password = <secret>\n"),
            ("pw: old-one\nuser: a\n", "user: b\npw: another-secret\n", "-pw: <secret>\n-user: a\n"),
            ("  old-1\n  old-2\nx\n", "  another-secret\nx\n", "-  <secret>\n-  <secret>\n"),
            ("größe=öl\n", "größe=another-secret\n", "-größe=<secret>\n"),
            ("a=old-one;b=1\n", "a=another-secret;b=2\n", "-a=<secret>\n"),
            ("a=old-one\r\n", "a=another-secret\r\n", "-a=<secret>\r\n"),
            ("a=\n", "a=another-secret\n", "-a=\n"),
        ] {
            let (text, ..) = shown(old, new);
            assert!(text.contains(removed), "{text}");
            assert!(!text.contains("old-") && !text.contains("word #") && !text.contains("öl"), "{text}");
        }
    }

    #[test]
    fn a_line_that_goes_for_good_is_shown() {
        let (text, ..) = shown("a\nb\n", "a\nb\nk: another-secret\n");
        assert!(text.ends_with(" a\n b\n+k: <secret>\n"), "{text}");
        let (text, ..) = shown("gone\na\nb\n", "a\nb\nk: another-secret\n");
        assert!(text.contains("-gone\n"), "{text}");
    }

    #[test]
    fn many_lines_in_the_place_of_many_are_masked_at_once() {
        let (old, new) = ("old-one\n".repeat(2000), "new-one\n".repeat(2000) + "another-secret\n");
        assert!(!shown(&old, &new).0.contains("old-one"));
    }

    #[test]
    fn a_diff_without_secrets_is_as_it_was() {
        let text = "--- a\n+++ b\n@@ -1,2 +1,2 @@\n x\n-y\r\n+y\n";
        assert_eq!(shown("x\ny\r\n", "x\ny\n"), (text.to_owned(), 1, 1));
    }

    #[test]
    fn a_return_alone_ends_no_line() {
        let end = "\\ No newline at end of file\n";
        let text = format!("--- a\n+++ b\n@@ -1,2 +1,2 @@\n x\n-a\rb\r\n{end}+a\rc\r\n{end}");
        assert_eq!(shown("x\na\rb\r", "x\na\rc\r"), (text, 1, 1));
    }
}
