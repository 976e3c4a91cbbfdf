//! Sets of characters.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir};

use crate::unicode;

/// Code points as ranges, in any order until they are asked for.
#[derive(Default)]
pub(super) struct CharSet {
    ranges: Vec<(u32, u32)>,
}

const LAST: u32 = char::MAX as u32;

/// Whether characters stand for all that differ from them only in case.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fold {
    None,
    Case,
}

impl CharSet {
    pub(super) fn of(ranges: Vec<(u32, u32)>) -> Self {
        Self { ranges }
    }

    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Adds the range, and with folding all that differs from it only in case.
    pub(super) fn add(&mut self, first: u32, last: u32, fold: Fold) {
        self.ranges.push((first, last));
        if fold == Fold::Case {
            let ranges = &mut self.ranges;
            unicode::with_other_cases(first, last, &mut |code| ranges.push((code, code)));
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.ranges.extend(other.ranges);
    }

    /// The same set with all that differs only in case.
    pub(super) fn folded(self) -> Self {
        let mut folded = Self::default();
        for (first, last) in self.ranges {
            folded.add(first, last, Fold::Case);
        }
        folded
    }

    /// All characters that are not in the set.
    pub(super) fn negated(mut self) -> Self {
        self.clean();
        let mut next = 0;
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        for (first, last) in self.ranges {
            if next < first {
                ranges.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= LAST {
            ranges.push((next, LAST));
        }
        Self { ranges }
    }

    /// Sorts the ranges and joins those that touch.
    fn clean(&mut self) {
        self.ranges.sort_unstable();
        self.ranges.dedup_by(|next, last| {
            let touches = next.0 <= last.1.saturating_add(1);
            if touches {
                last.1 = last.1.max(next.1);
            }
            touches
        });
    }

    pub(super) fn into_hir(self) -> Hir {
        // Halves of UTF-16 pairs can be named, but no text contains one.
        let range = |(first, last): (u32, u32)| {
            let start = char::from_u32(first).unwrap_or('\u{e000}');
            let end = char::from_u32(last).unwrap_or('\u{d7ff}');
            (start <= end).then(|| ClassUnicodeRange::new(start, end))
        };
        Hir::class(Class::Unicode(ClassUnicode::new(self.ranges.into_iter().filter_map(range))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negation_is_exact() {
        let set = CharSet::of(vec![(0x62, 0x64), (0x60, 0x61), (0x70, 0x70), (0, 5)]);
        let negated = set.negated();
        assert_eq!(negated.ranges, [(6, 0x5f), (0x65, 0x6f), (0x71, LAST)]);
        assert_eq!(negated.negated().ranges, [(0, 5), (0x60, 0x64), (0x70, 0x70)]);
        assert_eq!(CharSet::default().negated().negated().len(), 0);
    }
}
