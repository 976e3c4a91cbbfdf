//! Reading of durations: what Go's reader accepts is printed in a way that gives the same again, and both readers agree
//! where both accept.
#![no_main]

use libfuzzer_sys::fuzz_target;
use value::Duration;

fuzz_target!(|text: &str| {
    let manifest = Duration::parse(text);
    let Ok(duration) = Duration::parse_go(text) else { return };
    assert_eq!(Duration::parse_go(&duration.to_string()), Ok(duration));
    if let Ok(manifest) = manifest {
        assert_eq!(manifest, duration);
    }
});
