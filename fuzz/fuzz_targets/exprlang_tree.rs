//! Trees of expr-lang: the same, of texts that mostly compile.
#![no_main]

use fuzz::trees::Tree;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|tree: Tree| fuzz::engines::exprlang(&fuzz::engines::exprlang_language().write(&tree)));
