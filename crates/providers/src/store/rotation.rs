//! What a rotation leaves beside the secrets while it is at work: each of the two keys, sealed with the other. Whoever
//! has one of them has both, so a store that is only half rotated opens as a whole, whichever key is given.

use super::seal::{self, KEY, MasterKey, OVERHEAD};
use system::Random;

/// The name of the file.
pub(super) const FILE: &str = ".rotation";
const HALF: usize = KEY + OVERHEAD;
/// The length of the file.
pub(super) const LENGTH: usize = 2 * HALF;

/// The key that goes, and the one that comes.
#[derive(Clone)]
pub(super) struct Pair {
    pub(super) old: MasterKey,
    pub(super) new: MasterKey,
}

impl Pair {
    /// The content of the file.
    pub(super) fn sealed(&self, random: &dyn Random) -> Vec<u8> {
        let new = seal::seal(&self.old, self.new.bytes(), random);
        [new, seal::seal(&self.new, self.old.bytes(), random)].concat()
    }

    /// Both keys, when one of them is at hand.
    pub(super) fn open(content: &[u8], key: &MasterKey) -> Option<Self> {
        let (first, second) = content.split_at_checked(HALF)?;
        let other = |half: &[u8]| seal::open(key, half).ok().and_then(|plain| MasterKey::of(&plain));
        let forward = || other(first).map(|new| Self { old: key.clone(), new });
        forward().or_else(|| other(second).map(|old| Self { old, new: key.clone() }))
    }

    /// Whether a key is one of the two.
    pub(super) fn has(&self, key: &MasterKey) -> bool {
        self.old == *key || self.new == *key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::FakeRandom;

    #[test]
    fn either_key_gives_both() {
        let random = FakeRandom::default();
        let [old, new, other] = std::array::from_fn(|_| MasterKey::fresh(&random));
        let content = Pair { old: old.clone(), new: new.clone() }.sealed(&random);
        assert_eq!(content.len(), LENGTH);
        for key in [&old, &new] {
            let pair = Pair::open(&content, key).unwrap();
            assert!(pair.old == old && pair.new == new);
        }
        assert!(Pair::open(&content, &other).is_none());
        for damaged in [&content[1..], &content[..HALF], &[], &[0; LENGTH]] {
            assert!(Pair::open(damaged, &new).is_none());
        }
    }
}
