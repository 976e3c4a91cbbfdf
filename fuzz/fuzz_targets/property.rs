//! Texts with expressions: no panic, the parts are the text, every place inside of it.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzz::engines::property(text));
