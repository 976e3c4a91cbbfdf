//! Going through a text: what to mask, and what to hold back until more of it is known.

use super::index::{Index, next_mark};
use std::ops::Range;

/// A stretch of the text that is taken care of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// Goes out as it is.
    Text(Range<usize>),
    /// Goes out as one mask.
    Secret(Range<usize>),
}

/// Whether the text goes on after its last byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// It is the last one.
    Final,
    /// More may come.
    Open,
}

/// What is left for the next scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Rest {
    /// From here on the text has to be seen again, together with what follows.
    pub(super) from: usize,
    /// So many bytes from there on belong to the mask that went out last.
    pub(super) covered: usize,
}

/// One pass over a text.
pub(super) struct Scan<'a, F: FnMut(Part)> {
    pub(super) index: &'a Index,
    /// The mask, when a secret is part of it: what stands inside a mask is a mask, not a secret.
    pub(super) mask: Option<&'a [u8]>,
    pub(super) text: &'a [u8],
    pub(super) end: End,
    pub(super) emit: F,
}

/// Secrets that overlap.
struct Cluster {
    at: Range<usize>,
    /// Whether its mask went out with an earlier text.
    shown: bool,
}

struct State {
    /// Everything before is taken care of.
    done: usize,
    open: Option<Cluster>,
    /// A mask that stands in the text already.
    inert: Option<Range<usize>>,
    /// No escape begins before.
    plain: usize,
}

impl<F: FnMut(Part)> Scan<'_, F> {
    /// Goes through the text, of which the first `covered` bytes belong to a mask that is out.
    pub(super) fn run(mut self, covered: usize) -> Rest {
        let open = (covered > 0).then_some(Cluster { at: 0..covered, shown: true });
        let mut state = State { done: 0, open, inert: None, plain: 0 };
        let mut at = 0;
        while at < self.text.len() {
            self.close(&mut state, at);
            if self.look(&mut state, at) == Look::TooEarly {
                return self.hold(&mut state, at);
            }
            at = self.next(&mut state, at + 1);
        }
        self.close(&mut state, self.text.len());
        self.text_until(&mut state, self.text.len());
        Rest { from: self.text.len(), covered: 0 }
    }

    /// Looks at one place.
    fn look(&mut self, state: &mut State, at: usize) -> Look {
        let masked = self.mask_at(state, at);
        let found = self.index.find(self.text, at);
        let too_early = found.partial || masked == Look::TooEarly;
        if self.end == End::Open && too_early {
            return Look::TooEarly;
        }
        if let Some(end) = found.end
            && state.inert.as_ref().is_none_or(|inert| end > inert.end)
        {
            state.inert = None;
            self.cover(state, at..end);
        }
        Look::Done
    }

    /// Notes a mask that begins here.
    fn mask_at(&self, state: &mut State, at: usize) -> Look {
        let Some(mask) = self.mask else { return Look::Done };
        if state.open.is_some() || state.inert.is_some() {
            return Look::Done;
        }
        let rest = &self.text[at..];
        if rest.starts_with(mask) {
            state.inert = Some(at..at + mask.len());
        }
        if rest.len() < mask.len() && mask.starts_with(rest) { Look::TooEarly } else { Look::Done }
    }

    fn cover(&mut self, state: &mut State, found: Range<usize>) {
        if let Some(open) = &mut state.open {
            open.at.end = open.at.end.max(found.end);
        } else {
            self.text_until(state, found.start);
            state.open = Some(Cluster { at: found, shown: false });
        }
    }

    /// Ends what ends at or before `at`.
    fn close(&mut self, state: &mut State, at: usize) {
        state.inert.take_if(|inert| inert.end <= at);
        if let Some(open) = state.open.take_if(|open| open.at.end <= at) {
            self.show(state, &open, open.at.end);
        }
    }

    fn show(&mut self, state: &mut State, cluster: &Cluster, end: usize) {
        if !cluster.shown {
            (self.emit)(Part::Secret(cluster.at.start..end));
        }
        state.done = end;
    }

    fn text_until(&mut self, state: &mut State, end: usize) {
        if state.done < end {
            (self.emit)(Part::Text(state.done..end));
            state.done = end;
        }
    }

    /// Stops at `at`, where something may begin that the text ends inside of.
    fn hold(&mut self, state: &mut State, at: usize) -> Rest {
        if let Some(open) = state.open.take() {
            self.show(state, &open, at);
            return Rest { from: at, covered: open.at.end - at };
        }
        let from = state.inert.as_ref().map_or(at, |inert| inert.start);
        self.text_until(state, from);
        Rest { from, covered: 0 }
    }

    /// The next place to look at.
    fn next(&self, state: &mut State, at: usize) -> usize {
        if state.plain < at {
            state.plain = next_mark(self.text, at);
        }
        let place = self.index.next_place(self.text, at, state.plain);
        let Some(first) = self.mask.and_then(<[u8]>::first) else { return place };
        match state.open.as_ref().map(|open| open.at.end).or(state.inert.as_ref().map(|inert| inert.end)) {
            // A mask may begin where this one ends.
            Some(end) => place.min(end.max(at)),
            None => memchr::memchr(*first, &self.text[at.min(place)..place]).map_or(place, |ahead| at + ahead),
        }
    }
}

/// The result of looking at one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    Done,
    TooEarly,
}
