//! What can be shown of a line that a line with a secret takes the place of. The old line may hold the secret of before,
//! which nobody knows any more.

use super::content;
use std::ops::Range;

/// Beyond so many pairs of lines nothing of the old ones is shown.
const MOST_PAIRS: usize = 1_000_000;

/// The lines that take the place of others.
pub(super) struct Added<'t> {
    lines: Vec<Line<'t>>,
}

struct Line<'t> {
    text: &'t str,
    /// From where its first secret begins to where its last one ends.
    secret: Option<Range<usize>>,
}

impl<'t> Added<'t> {
    /// Lines with their secrets. `None` when there are none: then the lines before can be shown.
    pub(super) fn of(lines: impl Iterator<Item = (&'t str, Vec<Range<usize>>)>) -> Option<Self> {
        let line = |(text, secrets): (&'t str, Vec<Range<usize>>)| {
            let secret =
                secrets.iter().map(|secret| secret.start).min().zip(secrets.iter().map(|secret| secret.end).max());
            Line { text: content(text), secret: secret.map(|(start, end)| start..end) }
        };
        let lines: Vec<Line<'t>> = lines.map(line).collect();
        lines.iter().any(|line| line.secret.is_some()).then_some(Self { lines })
    }

    /// The part of an old line, one of so many, that is not shown: all but what it shares with the line with a secret that
    /// is most like it. An old line that is more like one without secrets is shown.
    pub(super) fn hides(&self, old: &str, lines: usize) -> Option<Range<usize>> {
        let old = content(old);
        if lines.saturating_mul(self.lines.len()) > MOST_PAIRS {
            return Some(0..old.len());
        }
        let alike = |line: &Line<'_>| {
            let (before, behind) = match &line.secret {
                Some(secret) => (&line.text[..secret.start], &line.text[secret.end..]),
                None => (line.text, line.text),
            };
            let start = common_start(old, before);
            (start, common_end(&old[start..], behind))
        };
        let shared = |(start, end): (usize, usize)| start + end;
        let with_secret = self.lines.iter().filter(|line| line.secret.is_some()).map(alike);
        let (start, end) = with_secret.max_by_key(|alike| shared(*alike))?;
        let without = self.lines.iter().filter(|line| line.secret.is_none()).map(alike).map(shared).max();
        let is_shown = without.is_some_and(|without| without > start + end);
        (!is_shown).then(|| start..old.len() - end)
    }
}

/// How many bytes both texts have in common at their beginning; no character is cut.
fn common_start(a: &str, b: &str) -> usize {
    a.char_indices().zip(b.chars()).find(|((_, a), b)| a != b).map_or(a.len().min(b.len()), |((at, _), _)| at)
}

fn common_end(a: &str, b: &str) -> usize {
    a.chars().rev().zip(b.chars().rev()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
}
