//! Loading of manifests, from bytes to typed steps: every problem has a place inside the text and can be shown, and a
//! document without errors gives a catalog.
#![no_main]

use diagnostics::{Redactor, Sources};
use libfuzzer_sys::fuzz_target;
use manifest::Options;
use std::path::Path;
use std::sync::LazyLock;
use system::FakeWorld;

static WORLD: LazyLock<FakeWorld> = LazyLock::new(FakeWorld::new);

fuzz_target!(|bytes: &[u8]| {
    WORLD.files.add_file("/site.yaml", bytes);
    let mut sources = Sources::new();
    let options = Options { limits: fuzz::limits(), ..Options::default() };
    let loaded = manifest::load(Path::new("/site.yaml"), &WORLD.read(), &mut sources, &Redactor::default(), &options);
    let loaded = loaded.expect("the file is there");
    assert_eq!(loaded.catalog.is_none(), loaded.problems.has_errors());
    if loaded.problems.iter().count() > 0 {
        fuzz::check_problems(&sources, &loaded.problems);
    }
});
