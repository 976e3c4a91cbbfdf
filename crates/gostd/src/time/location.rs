//! A place with its history of time zones.

use value::ZoneName;

use super::tail::Tail;

/// A clock from one instant until before another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) name: ZoneName,
    pub(super) offset: i32,
    pub(super) start: i64,
    pub(super) end: i64,
}

/// Before and after everything.
pub(super) const BEGINNING: i64 = i64::MIN;
pub(super) const FOREVER: i64 = i64::MAX;

/// A kind of time that is in use at a place now and then.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kind {
    pub(super) name: ZoneName,
    pub(super) offset: i32,
    pub(super) summer: bool,
}

/// When another kind of time began.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    pub(super) at: i64,
    pub(super) kind: u8,
}

/// The history of a place. There is at least one kind and one change, and all changes name kinds that exist.
#[derive(Debug)]
pub(super) struct Location {
    pub(super) name: String,
    pub(super) kinds: Vec<Kind>,
    pub(super) changes: Vec<Change>,
    pub(super) tail: Option<Tail>,
}

impl Location {
    /// What a clock shows at an instant, and for how long.
    pub(super) fn at(&self, unix: i64) -> Span {
        let Some(position) = self.changes.partition_point(|change| change.at <= unix).checked_sub(1) else {
            let kind = self.kinds[self.first_kind()];
            return kind.between(BEGINNING, self.changes[0].at);
        };
        let Change { at: start, kind } = self.changes[position];
        if position + 1 == self.changes.len()
            && let Some(span) = self.tail.as_ref().and_then(|tail| tail.at(start, unix))
        {
            return span;
        }
        let end = self.changes.get(position + 1).map_or(FOREVER, |change| change.at);
        self.kinds[usize::from(kind)].between(start, end)
    }

    /// The offset that a name stands for when a clock shows `shown`: where the name is in use then, or where it comes
    /// first.
    pub(super) fn offset_of(&self, name: &str, shown: i64) -> Option<i32> {
        let named = || self.kinds.iter().filter(|kind| kind.name.as_str() == name);
        let in_use = |kind: &Kind| Some(self.at(shown - i64::from(kind.offset))).filter(|span| span.name == kind.name);
        named().find_map(in_use).map(|span| span.offset).or_else(|| named().next().map(|kind| kind.offset))
    }

    /// What applies before the first change: the first kind if no change leads to it, or else one that is not summer time.
    fn first_kind(&self) -> usize {
        if self.changes.iter().all(|change| change.kind != 0) {
            return 0;
        }
        let first = usize::from(self.changes[0].kind);
        let before =
            if self.kinds[first].summer { self.kinds[..first].iter().rposition(|kind| !kind.summer) } else { None };
        before.or_else(|| self.kinds.iter().position(|kind| !kind.summer)).unwrap_or(0)
    }
}

impl Kind {
    fn between(self, start: i64, end: i64) -> Span {
        Span { name: self.name, offset: self.offset, start, end }
    }
}
