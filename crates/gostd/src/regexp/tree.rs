//! Pieces of an expression and the groups that are still open.

use regex_syntax::hir::{Capture, Hir, Repetition};

use super::charset::Fold;

/// Settings that `(?ims-U)` changes.
#[derive(Clone, Copy)]
pub(super) struct Flags {
    pub(super) fold: Fold,
    /// `^` and `$` match at lines.
    pub(super) multi_line: bool,
    /// `.` matches line breaks.
    pub(super) dot_all: bool,
    /// Repetitions take as little as possible unless `?` follows.
    pub(super) swap_greed: bool,
}

impl Flags {
    pub(super) const NONE: Self = Self { fold: Fold::None, multi_line: false, dot_all: false, swap_greed: false };
}

/// A part of the expression that a repetition can apply to.
pub(super) struct Piece {
    hir: Hir,
    /// The largest product of nested counts inside.
    pub(super) repeats: u32,
    /// How many levels the tree has.
    pub(super) height: u32,
}

impl Piece {
    pub(super) fn leaf(hir: Hir) -> Self {
        Self { hir, repeats: 1, height: 1 }
    }

    /// The piece repeated. `counted` tells whether counts were written, which multiply; `*`, `+` and `?` do not.
    pub(super) fn repeated(self, min: u32, max: Option<u32>, greedy: bool, counted: bool) -> Self {
        let repeats = match (counted, max) {
            (false, _) => self.repeats,
            // What is never there does not count.
            (true, Some(0)) => 1,
            (true, max) => self.repeats.saturating_mul(max.unwrap_or(min).max(1)),
        };
        let height = self.height + 1;
        Self { hir: Hir::repetition(Repetition { min, max, greedy, sub: Box::new(self.hir) }), repeats, height }
    }

    fn captured(self, index: u32) -> Self {
        let hir = Hir::capture(Capture { index, name: None, sub: Box::new(self.hir) });
        Self { hir, repeats: self.repeats, height: self.height + 1 }
    }

    pub(super) fn into_hir(self) -> Hir {
        self.hir
    }
}

/// A group that is still open, or the expression as a whole.
pub(super) struct Group {
    /// The number of the group, if it captures.
    capture: Option<u32>,
    /// What applies again when it ends.
    pub(super) flags_after: Flags,
    alternatives: Vec<Piece>,
    pieces: Vec<Piece>,
}

impl Group {
    pub(super) fn new(capture: Option<u32>, flags_after: Flags) -> Self {
        Self { capture, flags_after, alternatives: Vec::new(), pieces: Vec::new() }
    }

    pub(super) fn push(&mut self, piece: Piece) {
        self.pieces.push(piece);
    }

    /// The piece that a repetition applies to.
    pub(super) fn pop(&mut self) -> Option<Piece> {
        self.pieces.pop()
    }

    /// Ends an alternative.
    pub(super) fn bar(&mut self) {
        let pieces = std::mem::take(&mut self.pieces);
        self.alternatives.push(joined(pieces, Hir::concat));
    }

    /// The whole group as a piece.
    pub(super) fn close(mut self) -> Piece {
        self.bar();
        let piece = joined(self.alternatives, Hir::alternation);
        match self.capture {
            Some(index) => piece.captured(index),
            None => piece,
        }
    }
}

/// One piece made of several.
fn joined(mut pieces: Vec<Piece>, join: fn(Vec<Hir>) -> Hir) -> Piece {
    if pieces.len() == 1 {
        return pieces.remove(0);
    }
    let repeats = pieces.iter().map(|piece| piece.repeats).max().unwrap_or(1);
    let height = pieces.iter().map(|piece| piece.height + 1).max().unwrap_or(1);
    Piece { hir: join(pieces.into_iter().map(|piece| piece.hir).collect()), repeats, height }
}
