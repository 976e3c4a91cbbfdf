//! What is on the disk afterwards.

use crate::blocks::{Blocks, gzip, reading};
use archive::{ArchiveError, Format, Limits, Target, unpack};
use std::fs;
use std::io::Cursor;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use system::{Interrupt, WriteWorld};

/// Unpacks below `root`.
pub(crate) fn unpacked(bytes: &[u8], root: &Path) -> Result<(), ArchiveError> {
    let world = WriteWorld::real(Interrupt::never(), Vec::new());
    let below = world.files.write_beneath(root).unwrap();
    let (limits, never) = (Limits::default(), Interrupt::never());
    let format = Format::sniff(bytes).unwrap_or(Format::Tar);
    unpack(&mut Cursor::new(bytes), reading(format, &limits, &never), Target { root: &*below, umask: 0o022 })
}

fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap().permissions().mode() & 0o7777
}

/// As `entry`, with another mode.
fn with_mode(blocks: Blocks, name: &str, kind: u8, mode: &str) -> Blocks {
    let Blocks(mut bytes) = blocks;
    let start = bytes.len();
    let mut block = Blocks::default().entry(name, kind, b"").0;
    block[100..108].copy_from_slice(format!("{mode}\0").as_bytes());
    block[148..156].copy_from_slice(b"        ");
    let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    bytes.extend(block);
    assert_eq!(bytes.len(), start + 512);
    Blocks(bytes)
}

#[test]
fn the_owner_can_always_read_and_enter() {
    let directory = tempfile::tempdir().unwrap();
    let blocks = with_mode(Blocks::default(), "locked/", b'5', "0000000").file("locked/file", "x");
    let blocks = with_mode(blocks, "none", b'0', "0000000");
    let blocks = with_mode(blocks, "all", b'0', "0007777");
    let blocks = blocks.file("implied/deep/file", "y");
    unpacked(&gzip(&blocks.end()), directory.path()).unwrap();
    let at = |name: &str| mode(&directory.path().join(name));
    assert_eq!((at("locked"), at("locked/file"), at("none")), (0o700, 0o644, 0o600));
    assert_eq!((at("all"), at("implied"), at("implied/deep"), at("implied/deep/file")), (0o755, 0o755, 0o755, 0o644));
    assert_eq!(fs::read_to_string(directory.path().join("implied/deep/file")).unwrap(), "y");
}

#[test]
fn the_last_of_two_files_counts() {
    let directory = tempfile::tempdir().unwrap();
    let blocks = Blocks::default().file("a", "a longer content").file("b", "").file("./a", "short");
    unpacked(&blocks.end(), directory.path()).unwrap();
    assert_eq!(fs::read_to_string(directory.path().join("a")).unwrap(), "short");
}

#[test]
fn links_that_are_there_already_lead_nowhere() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("root");
    fs::create_dir_all(directory.path().join("outside")).unwrap();
    fs::create_dir(&root).unwrap();
    std::os::unix::fs::symlink("../outside", root.join("link")).unwrap();
    std::os::unix::fs::symlink("../outside/file", root.join("file")).unwrap();
    let error = unpacked(&Blocks::default().file("link/file", "x").end(), &root).unwrap_err();
    assert!(error.to_string().contains("it leads out of"), "{error}");
    unpacked(&Blocks::default().file("file", "x").end(), &root).unwrap();
    assert!(root.join("file").symlink_metadata().unwrap().is_file());
    assert_eq!(fs::read_dir(directory.path().join("outside")).unwrap().count(), 0);
}

#[test]
fn a_cut_off_file_is_not_written() {
    let directory = tempfile::tempdir().unwrap();
    let whole = Blocks::default().file("a", "x").entry("b", b'0', &[7; 5000]).0;
    let error = unpacked(&whole[..3000], directory.path()).unwrap_err();
    assert_eq!(error.to_string(), "invalid tar file detected: it ends in the middle of `b`");
    let packed = gzip(&whole);
    let error = unpacked(&packed[..packed.len() - 20], directory.path()).unwrap_err();
    assert_eq!(error.to_string(), "unzip failed: unexpected EOF");
    assert!(!directory.path().join("b").exists());
}
