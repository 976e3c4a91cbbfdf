//! From a place inside of a text back to the document: where a piece of a scalar was written.

use crate::Node;
use diagnostics::{Sources, Span};
use std::ops::Range;

impl Node<'_> {
    /// Where the bytes `at` of the text of this scalar were written. See [`locate`].
    pub fn locate(&self, at: Range<usize>, sources: &Sources) -> Span {
        self.as_str().map_or(self.span, |text| locate(text, self.span, at, sources))
    }
}

/// Where the bytes `at` of `text` were written, which stands at `span` or somewhere in it. A text that is folded, indented
/// or escaped is not written as it counts; then the piece is searched, and when it is not there all of `span` is meant.
/// What is wrong with the end of a text is shown at its last character.
pub fn locate(text: &str, span: Span, at: Range<usize>, sources: &Sources) -> Span {
    find(text, sources.slice(span), not_empty(text, at)).map_or(span, |range| {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        span.part(offset(range.start), offset(range.end))
    })
}

fn not_empty(text: &str, at: Range<usize>) -> Range<usize> {
    let end = text.trim_end().len();
    match text[..end].char_indices().next_back() {
        Some((last, _)) if at.start >= end => last..end,
        _ => at,
    }
}

/// The place of a piece of `text` in `source`: it is the same occurrence in both.
fn find(text: &str, source: &str, at: Range<usize>) -> Option<Range<usize>> {
    let line_start = text.get(..at.start)?.rfind('\n').map_or(0, |end| end + 1);
    let piece = text.get(at.clone())?.lines().next().filter(|piece| !piece.is_empty())?;
    // The rest of its line makes a short piece unmistakable where the line is written as it counts.
    let line = text[line_start..].lines().next().unwrap_or_default().trim();
    let within = text[line_start..].find(line)? + line_start;
    let shift = at.start.checked_sub(within);
    let (line_at, piece_at) =
        (same_occurrence(text, source, line, within), same_occurrence(text, source, piece, at.start));
    let start = line_at.zip(shift).map(|(found, shift)| found + shift).or(piece_at)?;
    (source.get(start..start + piece.len()) == Some(piece)).then(|| start..start + piece.len())
}

/// Where `piece`, which stands at `at` in `text`, stands in `source`; nothing when it does not occur equally often.
fn same_occurrence(text: &str, source: &str, piece: &str, at: usize) -> Option<usize> {
    if piece.is_empty() {
        return None;
    }
    let before = text.match_indices(piece).take_while(|(found, _)| *found < at).count();
    (text.matches(piece).count() == source.matches(piece).count())
        .then(|| source.match_indices(piece).nth(before))
        .flatten()
        .map(|(found, _)| found)
}

#[cfg(test)]
mod tests {
    use super::{find, not_empty};

    fn found<'s>(text: &str, source: &'s str, piece: &str) -> Option<&'s str> {
        let at = text.find(piece).unwrap();
        find(text, source, at..at + piece.len()).map(|range| {
            assert_eq!(&source[range.clone()], piece);
            &source[range.start..]
        })
    }

    #[test]
    fn a_piece_is_found_however_the_text_is_written() {
        assert_eq!(found("a {{ b }} c", "\"a {{ b }} c\"", "b"), Some("b }} c\""));
        assert_eq!(found("x b\n{{ b }}\n", "|\n    x b\n    {{ b }}\n", "{{ b }}"), Some("{{ b }}\n"));
        assert_eq!(found("x: {{ b }}\ny: {{ bc }}\n", "|\n  x: {{ b }}\n  y: {{ bc }}\n", "bc"), Some("bc }}\n"));
        assert_eq!(found("a \"q\" {{ b }}", "\"a \\\"q\\\" {{ b }}\"", "b"), Some("b }}\""));
        assert_eq!(found("a {{ \"b\" }}", "\"a {{ \\\"b\\\" }}\"", "\"b\""), None);
    }

    #[test]
    fn what_stands_there_more_often_is_not_guessed() {
        let (text, source) = ("b {{ b }}", "\"\\x62 {{ b }}\"");
        assert_eq!(find(text, source, 5..6), None);
    }

    #[test]
    fn the_end_of_a_text_is_its_last_character() {
        assert_eq!(not_empty("a +  \n", 6..6), 2..3);
        assert_eq!(not_empty("a +", 3..3), 2..3);
        assert_eq!(not_empty("ä", 2..2), 0..2);
        assert_eq!(not_empty(" ", 1..1), 1..1);
        assert_eq!(not_empty("a + b", 4..5), 4..5);
    }
}
