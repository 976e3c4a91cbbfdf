//! HCL: no panic, no endless work, every place inside the text.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::hcl::check(text));
