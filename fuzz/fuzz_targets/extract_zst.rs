//! Tar archives in zstd, extracted.
#![no_main]

use archive::Format;
use fuzz::archives::{Recipe, check};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|recipe: Recipe<'_>| check(Format::TarZst, &recipe));
