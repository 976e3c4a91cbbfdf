//! The lines and columns of one file, found once.

use crate::{Position, Redactor, Veil};
use std::ops::Range;

/// Characters are counted at every so many bytes, so that columns of a very long line are not counted from its start.
const STEP: usize = 1024;

/// A file that is asked for many places.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    pub(super) text: &'a str,
    /// Where each line begins; the first is 0.
    starts: Vec<usize>,
    /// The number of characters before every `STEP`th byte.
    counts: Vec<usize>,
    /// Where secrets are, in order.
    secrets: Vec<Range<usize>>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str, redactor: &Redactor, veil: Option<&Veil>) -> Self {
        let starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1)).collect();
        let steps = text.as_bytes().chunks(STEP).scan(0, |before, chunk| {
            let count = *before;
            *before += characters(chunk);
            Some(count)
        });
        Self { text, starts, counts: steps.collect(), secrets: secrets(text, redactor, veil) }
    }

    /// The number of the line that `at` is in, from 0.
    pub(super) fn line_of(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// The bytes of a line, without its end.
    pub(super) fn line(&self, number: usize) -> Range<usize> {
        let start = self.starts.get(number).copied().unwrap_or(self.text.len());
        let end = self.starts.get(number + 1).map_or(self.text.len(), |next| next - 1);
        let ended = number + 1 < self.starts.len();
        let end = if ended && self.text[start..end].ends_with('\r') { end - 1 } else { end };
        start..end
    }

    /// The place as people count; `at` is cut back to a character.
    pub(super) fn position(&self, at: usize) -> Position {
        let at = self.text.floor_char_boundary(at);
        let line = self.line_of(at);
        let column = self.characters_before(at) - self.characters_before(self.starts[line]);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX - 1) + 1;
        Position { line: count(line), column: count(column) }
    }

    fn characters_before(&self, at: usize) -> usize {
        let step = at / STEP;
        let Some(count) = self.counts.get(step) else {
            // The end of a text of whole steps.
            return self.counts.last().map_or(0, |count| count + characters(&self.text.as_bytes()[at - STEP..at]));
        };
        count + characters(&self.text.as_bytes()[step * STEP..at])
    }

    /// The first secret that ends after `at`.
    pub(super) fn secret_after(&self, at: usize) -> Option<Range<usize>> {
        self.secrets.get(self.secrets.partition_point(|secret| secret.end <= at)).cloned()
    }
}

/// Where secrets are, and what else is hidden, in order and without overlaps.
fn secrets(text: &str, redactor: &Redactor, veil: Option<&Veil>) -> Vec<Range<usize>> {
    let mut found = redactor.find(text.as_bytes());
    let hidden = veil.map(Veil::hidden).unwrap_or_default();
    if hidden.is_empty() {
        return found;
    }
    found.extend_from_slice(hidden);
    found.sort_by_key(|range| range.start);
    found.dedup_by(|next, last| {
        let is_one = next.start < last.end;
        last.end = if is_one { last.end.max(next.end) } else { last.end };
        is_one
    });
    found
}

fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| (**byte & 0xc0) != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FileId, Sources, Span};

    #[test]
    fn positions_are_those_of_the_sources() {
        let texts = ["", "a", "\n", "a\r\nüb\n\nc", &"ä€😀x\n".repeat(700), &"ü".repeat(3000), &"x".repeat(2 * STEP)];
        for text in texts {
            let mut sources = Sources::new();
            sources.add("f", text);
            let lines = Lines::new(text, &Redactor::default(), None);
            for at in 0..=text.len() + 1 {
                let span = Span::new(FileId::FIRST, u32::try_from(at).unwrap(), 0);
                assert_eq!(lines.position(at), sources.position(span), "{at}");
            }
        }
    }
}
