//! Versions that nobody would give, to compare our order with that of the originals.

use std::cmp::Ordering;

/// Pairs of versions, the same in every run, often nearly alike. `pieces` follow a digit.
pub(super) fn pairs(pieces: &[&str], count: usize) -> Vec<(String, String)> {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed >> 16).unwrap_or(0) % below
    };
    let mut version = |start: &[&str], length: usize| -> Vec<String> {
        let mut parts: Vec<String> = start.iter().map(|part| (*part).to_owned()).collect();
        parts.extend((0..=next(length)).map(|_| pieces[next(pieces.len())].to_owned()));
        parts
    };
    let pair = |_| {
        let common = version(&["1"], 4);
        let common: Vec<&str> = common.iter().map(String::as_str).collect();
        let ends = |parts: Vec<String>| parts.concat().trim_end_matches(['-', ':']).to_owned();
        (ends(version(&common, 3)), ends(version(&common, 3)))
    };
    (0..count).map(pair).collect()
}

/// The pairs as lines for a program.
pub(super) fn lines(pairs: &[(String, String)]) -> String {
    pairs.iter().flat_map(|(a, b)| [a, " ", b, "\n"]).collect()
}

/// Asserts that each pair has the order that the original gives, as -1, 0 or 1.
pub(super) fn assert_same(pairs: &[(String, String)], given: &str, compare: fn(&str, &str) -> Ordering) {
    let given: Vec<&str> = given.split_whitespace().collect();
    assert_eq!(given.len(), pairs.len());
    for ((a, b), given) in pairs.iter().zip(given) {
        let ours = match compare(a, b) {
            Ordering::Less => "-1",
            Ordering::Equal => "0",
            Ordering::Greater => "1",
        };
        assert_eq!(ours, given, "{a} {b}");
    }
}
