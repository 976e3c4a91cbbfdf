//! Archives of every format: made here out of a recipe, damaged as the fuzzer likes, and extracted.

use archive::{
    Allow, Contents, EntryKind, ExtractError, Extraction, Format, Limits, Ownership, Reading, extract, survey,
};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use std::io::{Cursor, Write};
use std::path::{Component, Path};
use system::files::{Attributes, Links, ReadFiles, WriteFiles};
use system::{FakeWorld, Interrupt, WriteWorld};

const LIMITS: Limits = Limits { unpacked: 1 << 20, entry: 1 << 18, entries: 200, depth: 20, name: 300, ratio: 100_000 };

/// Parts of names: few, so that they meet, and some that lead elsewhere.
const PARTS: [&str; 10] = ["a", "b", "l", "deep/er", "..", ".", "/", "../outside", "ä", "a/"];

/// What goes in.
#[derive(Debug, Arbitrary)]
pub enum Recipe<'a> {
    /// Bytes as they are.
    Raw(&'a [u8]),
    /// An archive, and what is done to it then.
    Made(Vec<Member<'a>>, Damage),
}

/// One member of an archive.
#[derive(Debug, Arbitrary)]
pub struct Member<'a> {
    name: [u8; 2],
    target: [u8; 2],
    kind: Kind,
    mode: u16,
    content: &'a [u8],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Arbitrary)]
enum Kind {
    File,
    Directory,
    Link,
    HardLink,
}

/// Bytes that change, and where it ends.
#[derive(Debug, Arbitrary)]
pub struct Damage {
    bytes: Vec<(u16, u8)>,
    cut: Option<u16>,
}

/// Nothing is written outside of the root, whatever the bytes are; what comes out of a compression is what went in.
pub fn check(format: Format, recipe: &Recipe<'_>) {
    match recipe {
        Recipe::Raw(bytes) => drop(in_memory(format, bytes)),
        Recipe::Made(members, damage) => {
            let members = &members[..members.len().min(8)];
            let bytes = made(format, members);
            let whole = in_memory(format, &bytes);
            if format != Format::Zip && format != Format::Tar {
                let bare = surveyed(Format::Tar, &tar(members));
                assert_eq!(count(&whole), count(&bare), "{bare:?} {whole:?}");
            }
            on_disk(format, &bytes);
            drop(in_memory(format, &damaged(bytes, damage)));
        }
    }
}

fn count<E>(contents: &Result<Contents, E>) -> Option<usize> {
    contents.as_ref().ok().map(|contents| contents.entries.len())
}

fn reading(format: Format, interrupt: &Interrupt) -> Reading<'_> {
    Reading { format, limits: &LIMITS, interrupt, allow: Allow::Links }
}

fn surveyed(format: Format, bytes: &[u8]) -> Result<Contents, archive::ArchiveError> {
    survey(&mut Cursor::new(bytes), reading(format, &Interrupt::never()))
}

fn extracted(format: Format, bytes: &[u8], files: &dyn WriteFiles, root: &Path) -> Result<(), ExtractError> {
    let tree = files.write_tree(root).expect("the root is there");
    let to = Extraction { root: &*tree, ownership: Ownership::Given { uid: None, gid: None }, umask: 0o7022 };
    extract(&mut Cursor::new(bytes), reading(format, &Interrupt::never()), to).map(drop)
}

fn in_memory(format: Format, bytes: &[u8]) -> Result<Contents, archive::ArchiveError> {
    let world = FakeWorld::new();
    let root = Path::new("/root");
    world.files.add_directory(root, Attributes::default());
    let surveyed = surveyed(format, bytes);
    let extracted = extracted(format, bytes, &*world.files, root);
    assert_eq!(world.files.list(Path::new("/")).expect("the top is there"), ["root"]);
    assert!(surveyed.is_ok() || extracted.is_err(), "{surveyed:?}");
    if let (Ok(contents), Ok(())) = (&surveyed, &extracted) {
        for entry in &contents.entries {
            assert!(entry.path.components().all(|part| matches!(part, Component::Normal(_))), "{entry:?}");
            let found = world.files.stat(&root.join(&entry.path), Links::Keep).expect("it can be looked at");
            assert!(found.is_some() || entry.kind != EntryKind::File, "{entry:?}");
        }
    }
    surveyed
}

/// The same with real links, beside a file that must stay as it is.
fn on_disk(format: Format, bytes: &[u8]) {
    let directory = Path::new("/dev/shm").join(format!("fuzz-{}", std::process::id()));
    let (root, outside) = (directory.join("root"), directory.join("outside"));
    let _left_from_before = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&root).expect("a directory in memory");
    std::fs::write(&outside, "as it was").expect("a file in memory");
    let world = WriteWorld::real(Interrupt::never(), Vec::new());
    let _refused_or_not = extracted(format, bytes, &*world.files, &root);
    assert_eq!(std::fs::read_to_string(&outside).expect("it is still there"), "as it was");
    let names = std::fs::read_dir(&directory).expect("the directory is there").count();
    assert_eq!(names, 2, "something was written beside the root");
}

fn damaged(mut bytes: Vec<u8>, damage: &Damage) -> Vec<u8> {
    if let Some(cut) = damage.cut {
        bytes.truncate(usize::from(cut));
    }
    for (at, value) in &damage.bytes {
        let length = bytes.len().max(1);
        if let Some(byte) = bytes.get_mut(usize::from(*at) % length) {
            *byte = *value;
        }
    }
    bytes
}

fn made(format: Format, members: &[Member<'_>]) -> Vec<u8> {
    match format {
        Format::Tar => tar(members),
        Format::TarGz => {
            let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            packed.write_all(&tar(members)).expect("memory takes everything");
            packed.finish().expect("memory takes everything")
        }
        Format::TarXz => {
            let options = lzma_rust2::XzOptions::with_preset(1);
            let mut packed = lzma_rust2::XzWriter::new(Vec::new(), options).expect("a preset is fine");
            packed.write_all(&tar(members)).expect("memory takes everything");
            packed.finish().expect("memory takes everything")
        }
        Format::TarZst => {
            ruzstd::encoding::compress_to_vec(&*tar(members), ruzstd::encoding::CompressionLevel::Fastest)
        }
        Format::TarBz2 => {
            let mut packed = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            packed.write_all(&tar(members)).expect("memory takes everything");
            packed.finish().expect("memory takes everything")
        }
        Format::Zip => zip(members),
    }
}

fn named(parts: [u8; 2]) -> String {
    let part = |number: u8| PARTS[usize::from(number) % PARTS.len()];
    if parts[1] >= 200 { part(parts[0]).to_owned() } else { format!("{}/{}", part(parts[0]), part(parts[1])) }
}

fn content<'a>(member: &Member<'a>) -> &'a [u8] {
    if member.kind == Kind::File { &member.content[..member.content.len().min(2000)] } else { &[] }
}

fn tar(members: &[Member<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for member in members {
        let content = content(member);
        let mut block = [0; 512];
        let mut put = |at: usize, text: &str| block[at..at + text.len()].copy_from_slice(text.as_bytes());
        put(0, &named(member.name));
        put(100, &format!("{:07o}", member.mode & 0o7777));
        put(124, &format!("{:011o}", content.len()));
        put(148, "        ");
        put(156, ["0", "5", "2", "1"][member.kind as usize]);
        put(157, &named(member.target));
        put(257, "ustar\x0000");
        let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
        block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        bytes.extend(block);
        bytes.extend(content);
        bytes.resize(bytes.len().next_multiple_of(512), 0);
    }
    bytes.resize(bytes.len() + 1024, 0);
    bytes
}

/// Members are deflated when their mode is odd. Hard links are files here.
fn zip(members: &[Member<'_>]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for member in members {
        let target = named(member.target);
        let plain = if member.kind == Kind::Link { target.as_bytes() } else { content(member) };
        let name = match member.kind {
            Kind::Directory => format!("{}/", named(member.name)),
            _ => named(member.name),
        };
        let (method, packed) = if member.mode % 2 == 1 { (8_u16, deflated(plain)) } else { (0, plain.to_vec()) };
        let mut common = Vec::new();
        for number in [20, 0x800, method, 0, 0x21] {
            common.extend(number.to_le_bytes());
        }
        for number in [crc(plain), length(&packed), length(plain)] {
            common.extend(number.to_le_bytes());
        }
        common.extend(u16::try_from(name.len()).expect("names are short").to_le_bytes());
        common.extend(0_u16.to_le_bytes());
        let kind = [0o100_000_u32, 0o040_000, 0o120_000, 0o100_000][member.kind as usize];
        let attributes = (kind | u32::from(member.mode & 0o7777)) << 16;
        directory.extend(b"PK\x01\x02\x14\x03");
        directory.extend(&common);
        directory.extend([0; 6]);
        directory.extend(attributes.to_le_bytes());
        directory.extend(length(&bytes).to_le_bytes());
        directory.extend(name.as_bytes());
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&common);
        bytes.extend(name.as_bytes());
        bytes.extend(packed);
    }
    let (start, count) = (length(&bytes), u16::try_from(members.len()).expect("there are few members"));
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    bytes.extend([length(&directory).to_le_bytes(), start.to_le_bytes()].concat());
    bytes.extend([0, 0]);
    bytes
}

fn deflated(plain: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(plain).expect("memory takes everything");
    packed.finish().expect("memory takes everything")
}

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

fn length(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).expect("archives of the target are small")
}
