//! Trees of CEL: the same, of texts that mostly compile.
#![no_main]

use fuzz::trees::Tree;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|tree: Tree| fuzz::engines::cel(&fuzz::engines::cel_language().write(&tree)));
