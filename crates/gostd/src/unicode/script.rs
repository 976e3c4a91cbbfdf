//! Scripts, as regular expressions name them.

use super::script_table::{NAMES, RUNS};

const NUMBER_BITS: u32 = 8;

/// The code points of a script, in order and without neighbours.
pub(crate) fn script_ranges(name: &str) -> Option<Vec<(u32, u32)>> {
    let number = u32::try_from(NAMES.binary_search(&name).ok()? + 1).ok()?;
    let ends = RUNS[1..].iter().map(|run| run >> NUMBER_BITS).chain([u32::from(char::MAX) + 1]);
    let of_script = |(run, _): &(&u32, u32)| **run & ((1 << NUMBER_BITS) - 1) == number;
    Some(RUNS.iter().zip(ends).filter(of_script).map(|(run, end)| (run >> NUMBER_BITS, end - 1)).collect())
}
