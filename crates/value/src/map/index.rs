//! A hash index over the entries of a large map.

use std::hash::{BuildHasher, RandomState};

use super::key::{Key, KeyRef};
use crate::Value;

/// Marks a slot that has never been used.
const EMPTY: u32 = u32::MAX;

/// Finds the position of a key: open addressing over positions, at most half full. The keys themselves stay in the
/// entries, so the order of the map is untouched and a key is stored once. The hash is seeded per map, so that keys chosen
/// by somebody else cannot make lookups slow.
#[derive(Clone)]
pub(super) struct Index {
    slots: Box<[u32]>,
    hasher: RandomState,
}

impl Index {
    /// An index over `entries`, with room for as many again.
    pub(super) fn of(entries: &[(Key, Value)]) -> Self {
        Self::with_hasher(entries, RandomState::new())
    }

    fn with_hasher(entries: &[(Key, Value)], hasher: RandomState) -> Self {
        let slots = vec![EMPTY; (entries.len() * 4).next_power_of_two()].into_boxed_slice();
        let mut index = Self { slots, hasher };
        for (position, (key, _)) in entries.iter().enumerate() {
            let slot = index.free_slot(key.as_ref());
            index.slots[slot] = narrow(position);
        }
        index
    }

    /// The position of `key`.
    pub(super) fn find(&self, entries: &[(Key, Value)], key: KeyRef<'_>) -> Option<usize> {
        self.locate(entries, key).ok()
    }

    /// The position of `key`, or the slot where it would be noted.
    pub(super) fn locate(&self, entries: &[(Key, Value)], key: KeyRef<'_>) -> Result<usize, usize> {
        let is_found = |position: u32| position == EMPTY || entries[position as usize].0.as_ref() == key;
        let slot =
            self.probe(key).find(|slot| is_found(self.slots[*slot])).expect("an index is never more than half full");
        if self.slots[slot] == EMPTY { Err(slot) } else { Ok(self.slots[slot] as usize) }
    }

    /// Takes note of the last entry, whose key was not there before, in the slot that it was looked for in.
    pub(super) fn added(&mut self, slot: usize, entries: &[(Key, Value)]) {
        if entries.len() * 2 > self.slots.len() {
            *self = Self::with_hasher(entries, self.hasher.clone());
        } else {
            self.slots[slot] = narrow(entries.len() - 1);
        }
    }

    fn free_slot(&self, key: KeyRef<'_>) -> usize {
        self.probe(key).find(|slot| self.slots[*slot] == EMPTY).expect("an index is never more than half full")
    }

    /// The slots where `key` can be, in the order in which they are tried.
    fn probe(&self, key: KeyRef<'_>) -> impl Iterator<Item = usize> + use<> {
        let mask = self.slots.len() - 1;
        #[expect(clippy::cast_possible_truncation, reason = "any part of the hash is as good as another")]
        let start = self.hasher.hash_one(key) as usize;
        (0..=mask).map(move |step| start.wrapping_add(step) & mask)
    }
}

fn narrow(position: usize) -> u32 {
    u32::try_from(position).expect("a map has fewer than four thousand million entries")
}
