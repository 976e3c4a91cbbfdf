//! Trees of GJSON paths, in data with shared parts: no panic, no endless work.
#![no_main]

use fuzz::paths::Path;
use fuzz::trees::levels;
use libfuzzer_sys::fuzz_target;

// A search has one budget, and a value that uses it up takes long: most are smaller.
fuzz_target!(|input: (u8, Path)| fuzz::engines::gjson_tree(levels(input.0) % 24, &input.1));
