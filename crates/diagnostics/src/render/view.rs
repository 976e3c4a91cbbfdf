//! The part of a source line that fits on a screen, and where its bytes stand there.

use super::escape;
use super::lines::Lines;
use std::borrow::Cow;
use std::ops::Range;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Longer lines are cut around the place of interest.
const WIDEST: usize = 140;

/// A character takes at least one column here and at most four bytes: so many bytes fill the screen in any case.
const ENOUGH_BYTES: usize = 4 * WIDEST;

/// The sign for what was cut.
const CUT: &str = "…";

/// What is shown for some bytes of the source.
#[derive(Debug)]
struct Piece<'a> {
    bytes: Range<usize>,
    shown: Cow<'a, str>,
    columns: usize,
}

/// A line as it is shown.
#[derive(Debug)]
pub(super) struct View {
    pub(super) text: String,
    /// For each piece, where it begins in the source and in `text`.
    places: Vec<(usize, usize)>,
}

impl View {
    /// Shows the line with the bytes `line`, of which those in `focus` are of interest.
    pub(super) fn new(lines: &Lines<'_>, mask: &str, line: &Range<usize>, focus: &Range<usize>) -> Self {
        let region = region(lines, line, focus);
        let pieces = pieces(lines, mask, &region);
        let window = window(&pieces, focus);
        let before = region.start != line.start || window.start != 0;
        let after = region.end != line.end || window.end != pieces.len();
        Self::of(&pieces[window], before, after, region.end)
    }

    fn of(pieces: &[Piece<'_>], before: bool, after: bool, end: usize) -> Self {
        let mut text = String::from(if before { CUT } else { "" });
        let mut places = Vec::with_capacity(pieces.len() + 1);
        for piece in pieces {
            places.push((piece.bytes.start, text.len()));
            text.push_str(&piece.shown);
        }
        places.push((pieces.last().map_or(end, |piece| piece.bytes.end), text.len()));
        text.push_str(if after { CUT } else { "" });
        Self { text, places }
    }

    /// The column, from 0, at which byte `at` of the source is shown; that of the whole piece when it is inside one.
    pub(super) fn column(&self, at: usize) -> usize {
        let piece = self.places.partition_point(|(start, _)| *start <= at).saturating_sub(1);
        self.width_until(piece)
    }

    /// The column after which the bytes before `at` are shown completely.
    pub(super) fn end_column(&self, at: usize) -> usize {
        let piece = self.places.partition_point(|(start, _)| *start < at).min(self.places.len().saturating_sub(1));
        self.width_until(piece)
    }

    fn width_until(&self, piece: usize) -> usize {
        self.places.get(piece).map_or(0, |(_, shown)| self.text[..*shown].width())
    }

    /// Whether byte `at` can be pointed at.
    pub(super) fn shows(&self, at: usize) -> bool {
        let first = self.places.first().map_or(0, |(start, _)| *start);
        let last = self.places.last().map_or(0, |(start, _)| *start);
        (first..=last).contains(&at)
    }
}

/// The bytes around the focus that may fit, in whole characters. A secret that it cuts is masked nevertheless.
fn region(lines: &Lines<'_>, line: &Range<usize>, focus: &Range<usize>) -> Range<usize> {
    let start = lines.text.floor_char_boundary(focus.start.saturating_sub(ENOUGH_BYTES)).max(line.start);
    let end = lines.text.ceil_char_boundary((focus.start + ENOUGH_BYTES).min(line.end));
    start..end.max(start)
}

fn pieces<'a>(lines: &Lines<'a>, mask: &'a str, region: &Range<usize>) -> Vec<Piece<'a>> {
    let mut pieces = Vec::new();
    let mut at = region.start;
    let mut secret = lines.secret_after(at);
    while at < region.end {
        if let Some(hidden) = secret.take_if(|secret| secret.start <= at) {
            let end = lines.text.ceil_char_boundary(hidden.end).min(region.end);
            pieces.push(Piece { bytes: at..end, shown: Cow::Borrowed(mask), columns: mask.width() });
            at = end;
            secret = lines.secret_after(at);
        } else {
            let piece = character(lines.text, at);
            at = piece.bytes.end;
            pieces.push(piece);
        }
    }
    pieces
}

fn character(text: &str, at: usize) -> Piece<'_> {
    let c = text[at..].chars().next().unwrap_or_default();
    let bytes = at..at + c.len_utf8();
    match escape::shown(c) {
        Some(shown) => Piece { bytes, columns: shown.width(), shown },
        // Characters without width count as well, so that the work is bounded.
        None => Piece { shown: Cow::Borrowed(&text[bytes.clone()]), bytes, columns: c.width().unwrap_or(1).max(1) },
    }
}

/// The pieces that fit on the screen: all of them, or the focus in the middle.
fn window(pieces: &[Piece<'_>], focus: &Range<usize>) -> Range<usize> {
    if fitting(pieces.iter(), WIDEST) == pieces.len() {
        return 0..pieces.len();
    }
    let first = pieces.partition_point(|piece| piece.bytes.end <= focus.start);
    let last = pieces.partition_point(|piece| piece.bytes.start < focus.end).max(first);
    let wanted: usize = pieces[first..last].iter().map(|piece| piece.columns).sum();
    let side = WIDEST.saturating_sub(wanted) / 2;
    let start = first - fitting(pieces[..first].iter().rev(), side.max(WIDEST / 8));
    let used: usize = pieces[start..first].iter().map(|piece| piece.columns).sum();
    let end = first + fitting(pieces[first..].iter(), WIDEST - used);
    let used: usize = pieces[start..end].iter().map(|piece| piece.columns).sum();
    start - fitting(pieces[..start].iter().rev(), WIDEST.saturating_sub(used))..end
}

/// How many pieces fit into so many columns.
fn fitting<'a>(pieces: impl Iterator<Item = &'a Piece<'a>>, columns: usize) -> usize {
    let mut left = columns;
    pieces.take_while(|piece| left.checked_sub(piece.columns).inspect(|rest| left = *rest).is_some()).count()
}
