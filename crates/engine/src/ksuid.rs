//! Identifiers of events: sortable by time, as the originals write them.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use system::{Clock, Random};

/// Seconds between the Unix epoch and that of a KSUID.
const EPOCH: i64 = 1_400_000_000;
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH: usize = 27;

/// Four bytes of time and sixteen of chance, written as 27 characters that sort like the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ksuid([u8; 20]);

impl Ksuid {
    fn new(seconds: u32, payload: u128) -> Self {
        let mut bytes = [0; 20];
        bytes[..4].copy_from_slice(&seconds.to_be_bytes());
        bytes[4..].copy_from_slice(&payload.to_be_bytes());
        Self(bytes)
    }

    /// The time in it, in seconds of its own epoch.
    pub(crate) fn seconds(self) -> u32 {
        u32::from_be_bytes(self.0[..4].try_into().expect("four bytes"))
    }

    /// Reads the 27 characters.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != LENGTH {
            return None;
        }
        let mut bytes = [0_u8; 20];
        for character in text.bytes() {
            let digit = ALPHABET.iter().position(|a| *a == character)?;
            multiply_add(&mut bytes, u32::try_from(digit).ok()?)?;
        }
        Some(Self(bytes))
    }
}

/// `bytes * 62 + digit`; `None` when it does not fit.
fn multiply_add(bytes: &mut [u8; 20], digit: u32) -> Option<()> {
    let mut carry = digit;
    for byte in bytes.iter_mut().rev() {
        let sum = u32::from(*byte) * 62 + carry;
        *byte = u8::try_from(sum & 0xff).ok()?;
        carry = sum >> 8;
    }
    (carry == 0).then_some(())
}

impl fmt::Display for Ksuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = [0_u32; 5];
        for (word, bytes) in words.iter_mut().zip(self.0.chunks_exact(4)) {
            *word = u32::from_be_bytes(bytes.try_into().expect("chunks of four"));
        }
        let mut text = [b'0'; LENGTH];
        for place in text.iter_mut().rev() {
            let mut rest = 0_u64;
            for word in &mut words {
                let value = (rest << 32) | u64::from(*word);
                *word = u32::try_from(value / 62).expect("the rest is below 62");
                rest = value % 62;
            }
            *place = ALPHABET[usize::try_from(rest).expect("a digit is below 62")];
        }
        f.write_str(std::str::from_utf8(&text).expect("the alphabet is ASCII"))
    }
}

/// Gives out identifiers that only ever grow within a process, also within one second.
#[derive(Debug, Default)]
pub struct Ksuids {
    last: Mutex<Option<(u32, u128)>>,
}

impl Ksuids {
    /// The next one.
    pub fn next(&self, clock: &dyn Clock, random: &dyn Random) -> Ksuid {
        let seconds = u32::try_from((clock.now().unix_seconds() - EPOCH).clamp(0, i64::from(u32::MAX))).unwrap_or(0);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let next = match *last {
            // The clock may stand still or go back; the order of events must not.
            Some((then, payload)) if seconds <= then => (then, payload + 1),
            _ => (seconds, start(random)),
        };
        *last = Some(next);
        Ksuid::new(next.0, next.1)
    }
}

/// A random start with room to count upwards.
fn start(random: &dyn Random) -> u128 {
    let mut bytes = [0; 16];
    random.fill(&mut bytes);
    u128::from_be_bytes(bytes) >> 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::{FakeClock, FakeRandom};

    #[test]
    fn the_reference_example_reads_and_prints() {
        let ksuid = Ksuid::parse("0ujtsYcgvSTl8PAuAdqWYSMnLOv").expect("27 characters of the alphabet");
        assert_eq!(u32::from_be_bytes(ksuid.0[..4].try_into().unwrap()), 107_608_047);
        assert_eq!(ksuid.to_string(), "0ujtsYcgvSTl8PAuAdqWYSMnLOv");
    }

    #[test]
    fn what_does_not_fit_twenty_bytes_is_refused() {
        assert_eq!(Ksuid::parse("aWgEPTl1tmebfsQzFP4bxwgy80W"), None);
        assert_eq!(Ksuid::parse("short"), None);
        assert_eq!(Ksuid::parse("0ujtsYcgvSTl8PAuAdqWYSMnLO-"), None);
    }

    #[test]
    fn identifiers_grow_within_a_second_and_when_the_clock_goes_back() {
        let clock = FakeClock::at(1_700_000_000);
        let (random, ksuids) = (FakeRandom::default(), Ksuids::default());
        let mut all = vec![ksuids.next(&clock, &random), ksuids.next(&clock, &random)];
        clock.set(1_600_000_000);
        all.push(ksuids.next(&clock, &random));
        clock.set(1_800_000_000);
        all.push(ksuids.next(&clock, &random));
        assert!(all.is_sorted_by(|a, b| a < b && a.to_string() < b.to_string()), "{all:?}");
    }
}
