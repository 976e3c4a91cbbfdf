//! Trees of Jet templates: the same, of texts that mostly compile.
#![no_main]

use fuzz::trees::Part;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|parts: Vec<Part>| fuzz::engines::jet(fuzz::engines::jet_text(&parts).as_bytes()));
