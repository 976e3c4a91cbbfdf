//! What holds for any bytes: no panic, and what is surveyed is what is unpacked.

use crate::blocks::{Blocks, gzip, listed, reading};
use archive::{EntryKind, Format, Limits, Target, unpack};
use proptest::prelude::*;
use std::io::Cursor;
use std::path::{Component, Path};
use system::files::{Attributes, FileKind, Links, ReadFiles, WriteFiles};
use system::{FakeWorld, Interrupt};

/// Surveys and unpacks, and compares.
fn check(bytes: &[u8]) {
    let limits = Limits { unpacked: 1 << 20, entries: 200, ..Limits::default() };
    let surveyed = listed(bytes, &limits);
    let world = FakeWorld::new();
    world.files.add_directory("/root", Attributes::default());
    let root = world.files.write_beneath(Path::new("/root")).unwrap();
    let format = Format::sniff(bytes).unwrap_or(Format::Tar);
    let never = Interrupt::never();
    let target = Target { root: &*root, umask: 0o022 };
    let unpacked = unpack(&mut Cursor::new(bytes), reading(format, &limits, &never), target);
    assert_eq!(surveyed.is_ok(), unpacked.is_ok(), "{surveyed:?} {unpacked:?}");
    for entry in surveyed.iter().flat_map(|contents| &contents.entries) {
        assert!(entry.path.components().all(|part| matches!(part, Component::Normal(_))), "{entry:?}");
        let stat = world.files.stat(&Path::new("/root").join(&entry.path), Links::Keep).unwrap().unwrap();
        let kind = if entry.kind == EntryKind::File { FileKind::File } else { FileKind::Directory };
        assert_eq!(stat.kind, kind, "{entry:?}");
    }
    assert_eq!(world.files.list(Path::new("/")).unwrap(), ["root"]);
}

fn entries() -> impl Strategy<Value = Blocks> {
    let name = prop::collection::vec(prop::sample::select(vec!["a", "b", "..", ".", "/", "/", "c d", "é"]), 0..6);
    let kind = prop::sample::select(b"0000555\x007LKxg12S".to_vec());
    let content = prop::collection::vec(any::<u8>(), 0..600);
    let records = prop::sample::select(vec!["", "9 path=a\n", "13 path=../x\n", "10 size=3\n", "6 a=b\n", "7 a=b\n"]);
    let entry = (name, kind, content, records);
    prop::collection::vec(entry, 0..8).prop_map(|entries| {
        entries.into_iter().fold(Blocks::default(), |blocks, (name, kind, content, records)| {
            let content = match kind {
                b'5' => Vec::new(),
                b'x' | b'g' => records.as_bytes().to_vec(),
                _ => content,
            };
            blocks.entry(&name.concat(), kind, &content)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        check(&bytes);
        check(&[&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3][..], &bytes].concat());
        check(&gzip(&bytes));
    }

    #[test]
    fn any_entries(blocks in entries(), cut in any::<prop::sample::Index>(), flip in any::<(prop::sample::Index, u8)>()) {
        let whole = blocks.end();
        check(&whole);
        check(&gzip(&whole));
        check(&whole[..cut.index(whole.len())]);
        let mut flipped = whole;
        let at = flip.0.index(flipped.len());
        flipped[at] ^= flip.1;
        check(&flipped);
    }
}
