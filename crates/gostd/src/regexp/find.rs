//! Finding matches.

use std::ops::Range;

use regex_automata::util::primitives::NonMaxUsize;
use regex_automata::{Anchored, Input};

use super::engine::Regexp;
use super::haystack::{Haystack, Text};

/// Where a match and its groups are: the whole match first, then each group that took part.
pub type Groups = Vec<Option<Range<usize>>>;

impl Regexp {
    /// Whether the expression matches anywhere in the text.
    pub fn is_match<T: Text + ?Sized>(&self, text: &T) -> bool {
        self.engine().is_match(&*Haystack::new(text).text)
    }

    /// Where the first match is.
    pub fn find<T: Text + ?Sized>(&self, text: &T) -> Option<Range<usize>> {
        let haystack = Haystack::new(text);
        self.match_from(&haystack, 0).map(|found| in_original(&haystack, &found))
    }

    /// Where the first match and its groups are.
    pub fn find_groups<T: Text + ?Sized>(&self, text: &T) -> Option<Groups> {
        let haystack = Haystack::new(text);
        self.groups_from(&haystack, 0).map(|found| groups_in_original(&haystack, found))
    }

    /// Where all matches are, or so many of them. An empty match right after another match does not count.
    pub fn find_all<T: Text + ?Sized>(&self, text: &T, limit: Option<usize>) -> Vec<Range<usize>> {
        let haystack = Haystack::new(text);
        let mut found = Vec::new();
        self.each_match(
            &haystack,
            limit,
            |regexp, at| regexp.match_from(&haystack, at),
            |span| {
                found.push(in_original(&haystack, &span));
            },
        );
        found
    }

    /// Where all matches and their groups are, or so many of them.
    pub fn find_all_groups<T: Text + ?Sized>(&self, text: &T, limit: Option<usize>) -> Vec<Groups> {
        let haystack = Haystack::new(text);
        let mut found = Vec::new();
        self.each_match(
            &haystack,
            limit,
            |regexp, at| regexp.groups_from(&haystack, at),
            |groups| {
                found.push(groups_in_original(&haystack, groups));
            },
        );
        found
    }

    /// Calls `deliver` for each match that counts.
    fn each_match<M: Span>(
        &self,
        haystack: &Haystack<'_>,
        limit: Option<usize>,
        search: impl Fn(&Self, usize) -> Option<M>,
        mut deliver: impl FnMut(M),
    ) {
        let (mut at, mut last_end, mut count) = (0, None, 0);
        while at <= haystack.text.len() && limit.is_none_or(|limit| count < limit) {
            let Some(found) = search(self, at) else { return };
            let Range { start, end } = found.span();
            // Only a match that ends where the search began can be an empty one right after another.
            let counts = end != at || last_end != Some(start);
            at = if end == at { haystack.after_char(at) } else { end };
            last_end = Some(end);
            if counts {
                count += 1;
                deliver(found);
            }
        }
    }

    /// The first match at or after a place.
    pub(super) fn match_from(&self, haystack: &Haystack<'_>, at: usize) -> Option<Range<usize>> {
        let found = self.engine().search(&input(haystack, at))?;
        Some(found.range())
    }

    /// The first match at or after a place, with its groups.
    pub(super) fn groups_from(&self, haystack: &Haystack<'_>, at: usize) -> Option<Groups> {
        let groups = self.group_count() + 1;
        let mut slots = vec![None; groups * 2];
        self.engine().search_slots(&input(haystack, at), &mut slots)?;
        let range = |pair: &[Option<NonMaxUsize>]| match pair {
            [Some(start), Some(end)] => Some(start.get()..end.get()),
            _ => None,
        };
        Some(slots.chunks_exact(2).map(range).collect())
    }
}

fn input<'h>(haystack: &'h Haystack<'_>, at: usize) -> Input<'h> {
    Input::new(&*haystack.text).range(at..).anchored(Anchored::No)
}

fn in_original(haystack: &Haystack<'_>, found: &Range<usize>) -> Range<usize> {
    haystack.original(found.start)..haystack.original(found.end)
}

/// The same places in the original text.
pub(super) fn groups_in_original(haystack: &Haystack<'_>, found: Groups) -> Groups {
    found.into_iter().map(|range| range.map(|range| in_original(haystack, &range))).collect()
}

/// The place of the whole match.
pub(super) fn whole(groups: &Groups) -> Range<usize> {
    groups[0].clone().expect("a match has a place")
}

/// A match with or without groups.
trait Span {
    fn span(&self) -> Range<usize>;
}

impl Span for Range<usize> {
    fn span(&self) -> Range<usize> {
        self.clone()
    }
}

impl Span for Groups {
    fn span(&self) -> Range<usize> {
        whole(self)
    }
}
