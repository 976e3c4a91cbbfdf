//! Comments that begin with `@`, and what stands around them.

use super::marks::Marks;
use std::ops::Range;

/// A comment whose first character is `@`.
#[derive(Debug, Clone)]
pub(super) struct Comment {
    /// Where its `#` is.
    pub(super) hash: usize,
    /// Its text, from `@` on, without blanks at the end.
    pub(super) text: Range<usize>,
    pub(super) place: Place,
}

/// Where a comment stands.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    /// Behind something on the same line; a dash or something else.
    Behind {
        /// Whether that is the dash of a list item.
        dash: bool,
    },
    /// On lines of its own.
    Own {
        /// How far it is indented. Below a comment that is indented less, it counts as being indented like that one.
        column: usize,
        /// What follows; nothing at the end of the document.
        next: Option<Next>,
    },
}

/// The first thing after a comment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Next {
    pub(super) at: usize,
    pub(super) column: usize,
    /// The end of its line.
    pub(super) line_end: usize,
    /// Whether it is the dash of a list item.
    pub(super) dash: bool,
}

/// Whether there may be such comments at all: almost no text has one, and then nothing else is looked at.
pub(super) fn may_have_annotations(part: &str) -> bool {
    memchr::memchr_iter(b'@', part.as_bytes()).any(|at| part[..at].trim_end_matches([' ', '\t']).ends_with('#'))
}

/// All of them in a part of the text.
pub(super) fn comments(text: &str, part: Range<usize>, marks: &Marks<'_, '_>) -> Vec<Comment> {
    let mut found = Found { comments: Vec::new(), group: 0, column: usize::MAX };
    let mut start = part.start;
    while start < text.len() {
        let end = memchr::memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |length| start + length);
        let line = Line { text, start: line_start(text, start), end };
        if found.line(&line, start..part.end, marks) && end >= part.end {
            break;
        }
        start = end + 1;
    }
    found.comments
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

struct Line<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

impl Line<'_> {
    /// Where its first character is that is no blank.
    fn first(&self) -> Option<usize> {
        let content = self.text[self.start..self.end].trim_start_matches([' ', '\t']);
        (!content.trim_end().is_empty()).then(|| self.end - content.len())
    }

    /// Whether the document ends here.
    fn ends_document(&self) -> bool {
        let line = &self.text[self.start..self.end];
        ["---", "..."].iter().any(|mark| {
            line.strip_prefix(mark).is_some_and(|rest| rest.trim_start().len() < rest.len() || rest.is_empty())
        })
    }

    fn is_dash(&self, at: usize) -> bool {
        // The next column may lie inside of a character.
        matches!(&self.text.as_bytes()[at..self.end], [b'-'] | [b'-', b' ' | b'\t' | b'\r', ..])
    }
}

struct Found {
    comments: Vec<Comment>,
    /// The first of the comments that wait for what follows them.
    group: usize,
    /// The least indentation of the comment lines above.
    column: usize,
}

impl Found {
    /// Takes a line in, as far as it is within the part; whether it has content.
    fn line(&mut self, line: &Line<'_>, part: Range<usize>, marks: &Marks<'_, '_>) -> bool {
        let Some(first) = line.first() else { return false };
        if line.text.as_bytes()[first] == b'#' && !marks.in_scalar(first) {
            self.column = self.column.min(first - line.start);
            let place = Place::Own { column: self.column, next: None };
            self.add(line, first, place);
            return false;
        }
        if first >= part.start {
            self.content(line, first);
        }
        let from = part.start.max(first);
        if let Some(hash) = comment_behind(line, from, marks).filter(|_| first < part.end) {
            let last = line.start + line.text[line.start..hash].trim_end().len() - 1;
            self.add(line, hash, Place::Behind { dash: line.is_dash(last) && !marks.in_scalar(last) });
            self.group = self.comments.len();
        }
        true
    }

    /// Adds the comment that begins at `hash`, when it begins with `@`.
    fn add(&mut self, line: &Line<'_>, hash: usize, place: Place) {
        let text = line.text[hash + 1..line.end].trim_start();
        if text.starts_with('@') {
            let start = line.end - text.len();
            self.comments.push(Comment { hash, text: start..start + text.trim_end().len(), place });
        }
    }

    /// Tells the comments above what follows them.
    fn content(&mut self, line: &Line<'_>, at: usize) {
        let next = Next { at, column: at - line.start, line_end: line.end, dash: line.is_dash(at) };
        let next = (!line.ends_document()).then_some(next);
        for comment in &mut self.comments[self.group..] {
            if let Place::Own { next: waiting, .. } = &mut comment.place {
                *waiting = next;
            }
        }
        self.group = self.comments.len();
        self.column = usize::MAX;
    }
}

/// The `#` that begins the comment behind the content of a line.
fn comment_behind(line: &Line<'_>, from: usize, marks: &Marks<'_, '_>) -> Option<usize> {
    let bytes = line.text.as_bytes();
    memchr::memchr(b'@', &bytes[from..line.end])?;
    let mut hashes = memchr::memchr_iter(b'#', &bytes[from..line.end]).map(|at| at + from);
    hashes.find(|at| *at > 0 && matches!(bytes[at - 1], b' ' | b'\t') && !marks.in_scalar(*at))
}
