//! Where in a text it is worth looking for a secret.

use super::form::Form;
use super::layer::{LAYERS, Layer, read};
use super::walk::{Walk, walk};
use std::ops::Range;

/// The symbols that decide whether a place is looked at. No form is shorter.
const KEY: usize = 4;

/// The bytes that can begin an escape.
const MARKS: [u8; 2] = [b'\\', b'%'];

/// All forms, found by their first four symbols.
#[derive(Clone)]
pub(super) struct Index {
    forms: Vec<Form>,
    /// Every way to write the first four symbols, and the form; sorted.
    keys: Vec<([u8; KEY], usize)>,
    /// A bit for every key that may be there; its length is a power of two, in words.
    bits: Vec<u64>,
    /// For each first symbol, the second ones: ends the look at most places that have escapes.
    pairs: Vec<[bool; 256]>,
}

/// What is known about a place of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Found {
    /// The end of the longest secret that begins here.
    pub(super) end: Option<usize>,
    /// Whether a secret may begin here that the text ends inside of.
    pub(super) partial: bool,
}

impl Index {
    /// Nothing to find.
    pub(super) fn new() -> Self {
        Self { forms: Vec::new(), keys: Vec::new(), bits: vec![0], pairs: vec![[false; 256]; 256] }
    }

    /// Takes forms in.
    pub(super) fn extend(&mut self, forms: Vec<Form>) {
        for form in forms {
            let number = self.forms.len();
            self.keys.extend(keys(&form).into_iter().map(|key| (key, number)));
            self.forms.push(form);
        }
        // The old keys are sorted already; the stable sort merges the new ones in.
        self.keys.sort_by_key(|(key, _)| *key);
        self.bits = vec![0; (self.keys.len() / 2).next_power_of_two()];
        for at in 0..self.keys.len() {
            let key = self.keys[at].0;
            let (word, bit) = self.bit(key);
            self.bits[word] |= bit;
            self.pairs[usize::from(key[0])][usize::from(key[1])] = true;
        }
    }

    fn bit(&self, key: [u8; KEY]) -> (usize, u64) {
        let hash = u64::from(u32::from_le_bytes(key)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24;
        let word = usize::try_from(hash >> 6).unwrap_or(0) & (self.bits.len() - 1);
        (word, 1 << (hash & 63))
    }

    fn may_have(&self, key: [u8; KEY]) -> bool {
        let (word, bit) = self.bit(key);
        self.bits[word] & bit != 0
    }

    /// The first place from `at` on where [`find`](Self::find) may have anything to say. No escape begins between `at`
    /// and `plain`.
    pub(super) fn next_place(&self, text: &[u8], at: usize, plain: usize) -> usize {
        let windows = text.get(at..plain).unwrap_or_default().windows(KEY);
        let hit = windows.enumerate().find(|(_, window)| self.may_have(key_of(window)));
        hit.map_or(plain.saturating_sub(KEY - 1).max(at), |(ahead, _)| at + ahead)
    }

    /// Looks for secrets that begin at `at`.
    pub(super) fn find(&self, text: &[u8], at: usize) -> Found {
        let start = &text[at..text.len().min(at + KEY)];
        let escaped = start.iter().any(|byte| MARKS.contains(byte));
        if escaped && self.begins_otherwise(start) {
            return Found::default();
        }
        let layers = if escaped { &LAYERS[..] } else { &LAYERS[..1] };
        layers.iter().fold(Found::default(), |found, layers| found.or(self.find_in(layers, text, at, escaped)))
    }

    /// Whether the first two symbols are written as they are, and nothing begins with them.
    fn begins_otherwise(&self, start: &[u8]) -> bool {
        match start {
            [first, second, ..] if !MARKS.contains(first) && !MARKS.contains(second) => {
                !self.pairs[usize::from(*first)][usize::from(*second)]
            }
            _ => false,
        }
    }

    /// Looks for secrets with the first four symbols written with `layers`.
    fn find_in(&self, layers: &[Layer], text: &[u8], at: usize, escaped: bool) -> Found {
        let Some((key, len)) = self.first_symbols(layers, text, at) else { return Found::default() };
        if len < KEY {
            return Found { end: None, partial: !self.with_beginning(&key[..len]).is_empty() };
        }
        if !self.may_have(key) {
            return Found::default();
        }
        let forms = self.with_beginning(&key).map(|key| &self.forms[self.keys[key].1]);
        forms.fold(Found::default(), |found, form| {
            found.or(if escaped { Found::from(walk(form, layers, text, at)) } else { try_all(form, text, at) })
        })
    }

    /// The first four symbols, or as many as the text has; `None` when nothing begins with the first two.
    fn first_symbols(&self, layers: &[Layer], text: &[u8], mut at: usize) -> Option<([u8; KEY], usize)> {
        let (mut key, mut len) = ([0; KEY], 0);
        while len < KEY
            && let Some(symbol) = read(layers, text, at)
        {
            for byte in symbol.bytes().iter().take(KEY - len) {
                key[len] = *byte;
                len += 1;
            }
            if len >= 2 && !self.pairs[usize::from(key[0])][usize::from(key[1])] {
                return None;
            }
            at = symbol.next;
        }
        Some((key, len))
    }

    /// The keys that begin with `beginning`.
    fn with_beginning(&self, beginning: &[u8]) -> Range<usize> {
        let begin = |key: &([u8; KEY], usize)| &key.0[..beginning.len()] < beginning;
        let end = |key: &([u8; KEY], usize)| &key.0[..beginning.len()] <= beginning;
        self.keys.partition_point(begin)..self.keys.partition_point(end)
    }
}

/// The first place from `at` on where an escape may begin.
pub(super) fn next_mark(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    memchr::memchr2(MARKS[0], MARKS[1], rest).map_or(text.len(), |mark| at + mark)
}

/// The first symbols are written as they are; the layers differ only when an escape follows.
fn try_all(form: &Form, text: &[u8], at: usize) -> Found {
    let plain = walk(form, LAYERS[0], text, at);
    let compared = match plain {
        Walk::Match(end) => &text[at..end],
        Walk::Partial(_) => &text[at..],
        Walk::Differ(place) => &text[at..=place],
    };
    if memchr::memchr3(MARKS[0], MARKS[1], b'+', compared).is_none() {
        return plain.into();
    }
    LAYERS[1..].iter().fold(plain.into(), |found: Found, layers| found.or(walk(form, layers, text, at).into()))
}

impl Found {
    fn or(self, other: Self) -> Self {
        Self { end: self.end.max(other.end), partial: self.partial || other.partial }
    }
}

impl From<Walk> for Found {
    fn from(walk: Walk) -> Self {
        match walk {
            Walk::Match(end) => Self { end: Some(end), partial: false },
            Walk::Partial(end) => Self { end, partial: true },
            Walk::Differ(_) => Self::default(),
        }
    }
}

fn key_of(window: &[u8]) -> [u8; KEY] {
    let mut key = [0; KEY];
    key.copy_from_slice(window);
    key
}

/// Every way to write the first four symbols of a form.
fn keys(form: &Form) -> Vec<[u8; KEY]> {
    (0..KEY).fold(vec![[0; KEY]], |begun, at| {
        let bytes: Vec<u8> = form.accepted(at).collect();
        let longer = |key: [u8; KEY]| bytes.iter().map(move |byte| with(key, at, *byte)).collect::<Vec<_>>();
        begun.into_iter().flat_map(longer).collect()
    })
}

fn with(mut key: [u8; KEY], at: usize, byte: u8) -> [u8; KEY] {
    key[at] = byte;
    key
}
