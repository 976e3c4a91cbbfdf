//! Chance comes from the caller.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::Mutex;

use functions::Outside;
use system::{FakeClock, Random};
use value::Map;

use crate::support::{failure, render, render_with};

/// A small generator with a seed.
struct Seeded(Mutex<u64>);

impl Random for Seeded {
    fn fill(&self, bytes: &mut [u8]) {
        let mut state = self.0.lock().expect("nobody panics");
        for byte in bytes {
            *state ^= *state << 13;
            *state ^= *state >> 7;
            *state ^= *state << 17;
            *byte = state.to_be_bytes()[3];
        }
    }
}

fn seeded(seed: u64, template: &str) -> String {
    let outside = Outside::new(Arc::new(FakeClock::at(0)), Arc::new(Seeded(Mutex::new(seed))));
    render_with(&functions::sprig(&outside), template, &Map::new().into()).expect("renders")
}

#[test]
fn the_same_seed_gives_the_same_results() {
    for template in [
        "{{ randAlphaNum 30 }}",
        "{{ randAscii 30 }}",
        "{{ randBytes 30 }}",
        "{{ randInt 0 1000000 }}",
        r#"{{ shuffle "abcdefghijklmnopqrstuvwxyz" }}"#,
        "{{ uuidv4 }}",
        r#"{{ bcrypt "x" }}"#,
        r#"{{ encryptAES "k" "text" }}"#,
        r#"{{ genPrivateKey "ecdsa" }}"#,
        r#"{{ genPrivateKey "ed25519" }}"#,
        r#"{{ (genSelfSignedCert "a" nil nil 1).Cert }}"#,
        r#"{{ (genCAWithKey "a" 1 (genPrivateKey "ecdsa")).Cert }}"#,
    ] {
        assert_eq!(seeded(7, template), seeded(7, template), "{template}");
        assert_ne!(seeded(7, template), seeded(8, template), "{template}");
    }
}

#[test]
fn all_values_turn_up() {
    let seen: HashSet<_> = (1..200).map(|seed| seeded(seed, "{{ randInt 5 8 }}")).collect();
    assert_eq!(seen, HashSet::from(["5", "6", "7"].map(str::to_owned)));
    let digits: HashSet<_> = seeded(1, "{{ randNumeric 500 }}").chars().collect();
    assert_eq!(digits, ('0'..='9').collect());
    let letters: HashSet<_> = seeded(1, "{{ randAlphaNum 5000 }}").chars().collect();
    assert_eq!(letters.len(), 62);
    assert_eq!(seeded(1, "{{ randAscii 5000 }}").chars().collect::<HashSet<_>>(), (' '..='~').collect());
}

#[test]
fn counts_that_are_none() {
    assert_eq!(render("[{{ randAlpha 0 }}{{ randAlpha -5 }}{{ randBytes 0 }}{{ shuffle \"\" }}]"), "[]");
    assert_eq!(failure("{{ randBytes -1 }}"), "randBytes: runtime error: makeslice: len out of range");
    assert_eq!(failure("{{ randInt 5 5 }}"), "randInt: invalid argument to Intn");
    assert_eq!(failure("{{ randInt 5 1 }}"), "randInt: invalid argument to Intn");
}
