//! YAML as manifests have it: every place is inside the text, and what was read can be written and read again.
#![no_main]

use document::Dialect;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Some(value) = fuzz::parse(text, Dialect::Goccy) {
        fuzz::check_reads_back(&value);
    }
});
