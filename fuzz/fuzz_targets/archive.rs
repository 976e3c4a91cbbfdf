//! Archives: nothing is written outside of the root, and what a survey accepts can be unpacked and is what it said. The
//! checksums of headers are made right first, because no fuzzer guesses them.
#![no_main]

use archive::{Allow, EntryKind, Format, Limits, Reading, Target, survey, unpack};
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;
use std::path::{Component, Path};
use system::files::{Attributes, FileKind, Links, ReadFiles, WriteFiles};
use system::{FakeWorld, Interrupt};

const LIMITS: Limits = Limits { unpacked: 1 << 20, entry: 1 << 18, entries: 200, depth: 20, name: 300, ratio: 50 };

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    check(&with_checksums(bytes.to_vec()));
});

fn check(bytes: &[u8]) {
    let never = Interrupt::never();
    let format = Format::sniff(bytes).unwrap_or(Format::Tar);
    let reading = Reading { format, limits: &LIMITS, interrupt: &never, allow: Allow::Plain };
    let surveyed = survey(&mut Cursor::new(bytes), reading);
    let world = FakeWorld::new();
    world.files.add_directory("/root", Attributes::default());
    let root = world.files.write_beneath(Path::new("/root")).expect("the root is there");
    let unpacked = unpack(&mut Cursor::new(bytes), reading, Target { root: &*root, umask: 0o022 });
    assert_eq!(surveyed.is_ok(), unpacked.is_ok(), "{surveyed:?} {unpacked:?}");
    assert_eq!(world.files.list(Path::new("/")).expect("the top is there"), ["root"]);
    for entry in surveyed.iter().flat_map(|contents| &contents.entries) {
        assert!(entry.path.components().all(|part| matches!(part, Component::Normal(_))), "{entry:?}");
        let stat = world.files.stat(&Path::new("/root").join(&entry.path), Links::Keep).expect("it can be looked at");
        let kind = if entry.kind == EntryKind::File { FileKind::File } else { FileKind::Directory };
        assert_eq!(stat.map(|stat| stat.kind), Some(kind), "{entry:?}");
    }
}

/// Every block gets a checksum, as if it were a header. What is content takes no harm.
fn with_checksums(mut bytes: Vec<u8>) -> Vec<u8> {
    for block in bytes.as_chunks_mut::<512>().0 {
        block[148..156].copy_from_slice(b"        ");
        let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
        block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    }
    bytes
}
