//! Splitting of command lines: no word is invented, and words that are quoted one by one are split into the same again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use system::process::words;

fuzz_target!(|line: &str| {
    let Ok(split) = words(line) else { return };
    assert!(split.iter().map(String::len).sum::<usize>() <= line.len());
    let quoted: Vec<String> = split.iter().map(|word| quote(word)).collect();
    assert_eq!(words(&quoted.join(" ")), Ok(split));
});

fn quote(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}
