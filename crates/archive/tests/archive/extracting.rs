//! Trees that archives describe, with links, owners and times, in every format.

use crate::blocks::{Blocks, gzip, octal, pax};
use archive::{Allow, ArchiveError, Extraction, Format, Limits, Ownership, Reading, extract};
use std::fs;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;
use std::process::Command;
use system::{Interrupt, Signal, WriteWorld};

fn extracted(bytes: &[u8], format: Format, root: &Path) -> Result<(), ArchiveError> {
    extracted_within(bytes, format, root, &Limits { ratio: 1000, ..Limits::default() })
}

fn extracted_within(bytes: &[u8], format: Format, root: &Path, limits: &Limits) -> Result<(), ArchiveError> {
    let world = WriteWorld::real(Interrupt::never(), Vec::new());
    let tree = world.files.write_tree(root).unwrap();
    let reading = Reading { format, limits, interrupt: &Interrupt::never(), allow: Allow::Links };
    let ownership = Ownership::Given { uid: None, gid: None };
    extract(&mut Cursor::new(bytes), reading, Extraction { root: &*tree, ownership, umask: 0 })
        .map(drop)
        .map_err(|error| error.error)
}

fn run(directory: &Path, words: &[&str]) {
    let status = Command::new(words[0]).args(&words[1..]).current_dir(directory).status();
    assert!(status.unwrap().success(), "{words:?}");
}

/// A tree with one of everything.
fn tree(directory: &Path) {
    fs::create_dir_all(directory.join("tree/bin/deep")).unwrap();
    fs::write(directory.join("tree/bin/run"), "#!/bin/sh\n").unwrap();
    fs::write(directory.join("tree/bin/deep/large"), "0123456789".repeat(100_000)).unwrap();
    fs::write(directory.join("tree/empty"), "").unwrap();
    symlink("bin/run", directory.join("tree/link")).unwrap();
    symlink("/nowhere/at/all", directory.join("tree/dangling")).unwrap();
    run(directory, &["chmod", "0750", "tree/bin/run"]);
    run(directory, &["chmod", "0555", "tree/bin/deep"]);
    run(directory, &["touch", "-h", "-d", "2001-09-09 01:46:40 UTC", "tree/bin/run", "tree/bin/deep", "tree/link"]);
}

/// What can be seen of a tree.
fn look(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut pending = vec![root.to_owned()];
    while let Some(path) = pending.pop() {
        let stat = fs::symlink_metadata(&path).unwrap();
        let what = if stat.is_dir() {
            pending.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            String::new()
        } else if stat.is_symlink() {
            fs::read_link(&path).unwrap().display().to_string()
        } else {
            format!("{:?}", archive_digest(&path))
        };
        let time = if stat.mtime() == 1_000_000_000 { "then" } else { "now" };
        let mode = if stat.is_symlink() { 0 } else { stat.mode() };
        found.push(format!("{} {mode:o} {time} {what}", path.strip_prefix(root).unwrap().display()));
    }
    found.sort();
    found
}

fn archive_digest(path: &Path) -> system::files::Digest {
    system::files::Digest::of(&fs::read(path).unwrap())
}

#[test]
fn every_format_gives_the_same_tree() {
    let directory = tempfile::tempdir().unwrap();
    tree(directory.path());
    let expected = look(&directory.path().join("tree"));
    for (name, words) in [
        ("a.tar", &["tar", "-cf", "a.tar", "-C", "tree", "."][..]),
        ("a.tar.gz", &["tar", "-czf", "a.tar.gz", "-C", "tree", "."]),
        ("a.tar.xz", &["tar", "-cJf", "a.tar.xz", "-C", "tree", "."]),
        ("a.tar.bz2", &["tar", "-cjf", "a.tar.bz2", "-C", "tree", "."]),
        ("a.tar.zst", &["tar", "--zstd", "-cf", "a.tar.zst", "-C", "tree", "."]),
        ("a.zip", &["sh", "-c", "cd tree && zip -qry ../a.zip ."]),
    ] {
        run(directory.path(), words);
        let bytes = fs::read(directory.path().join(name)).unwrap();
        let target = tempfile::tempdir().unwrap();
        for round in 0..2 {
            extracted(&bytes, Format::of_name(name).unwrap(), target.path()).unwrap();
            let mut found = look(target.path());
            let root = expected.iter().position(|line| line.starts_with(' ')).unwrap();
            found[root].clone_from(&expected[root]);
            assert_eq!(found, expected, "{name}, round {round}");
        }
    }
}

#[test]
fn compressions_in_several_parts_and_cut_off() {
    let directory = tempfile::tempdir().unwrap();
    let whole = Blocks::default().file("a", &"content".repeat(1000)).file("b", "x").end();
    let (one, two) = whole.split_at(700);
    for (tool, format) in [("xz", Format::TarXz), ("bzip2", Format::TarBz2), ("zstd", Format::TarZst)] {
        let pack = |bytes: &[u8]| {
            fs::write(directory.path().join("in"), bytes).unwrap();
            run(directory.path(), &["sh", "-c", &format!("{tool} -c < in > out")]);
            fs::read(directory.path().join("out")).unwrap()
        };
        let packed = [pack(one), pack(two)].concat();
        let target = tempfile::tempdir().unwrap();
        extracted(&packed, format, target.path()).unwrap();
        assert_eq!(fs::read_to_string(target.path().join("b")).unwrap(), "x", "{tool}");
        let error = extracted(&packed[..packed.len() - 20], format, target.path()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("cannot unpack {tool}: ")) || error.contains("it ends in the"), "{error}");
        let error = extracted(b"this is no archive", format, target.path()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("cannot unpack {tool}: ")), "{error}");
    }
    let skipped = [&0x184d_2a53_u32.to_le_bytes()[..], &5_u32.to_le_bytes(), b"hello"].concat();
    fs::write(directory.path().join("in"), &whole).unwrap();
    run(directory.path(), &["sh", "-c", "zstd -c < in > out"]);
    let packed = [skipped.clone(), fs::read(directory.path().join("out")).unwrap(), skipped].concat();
    extracted(&packed, Format::TarZst, tempfile::tempdir().unwrap().path()).unwrap();
}

/// A link of any kind.
fn link(blocks: Blocks, name: &str, kind: u8, target: &str) -> Blocks {
    blocks.entry("h", b'x', &pax(&[("linkpath", target)])).header(name.as_bytes(), kind, &octal(0))
}

#[test]
fn nothing_is_written_through_a_link() {
    let outside = tempfile::tempdir().unwrap();
    let out = outside.path().to_str().unwrap();
    for target in [out, "inside", "../.."] {
        let root = tempfile::tempdir().unwrap();
        let bytes = link(Blocks::default().entry("inside/", b'5', b""), "l", b'2', target).file("l/evil", "x").end();
        let error = extracted(&bytes, Format::Tar, root.path()).unwrap_err().to_string();
        assert_eq!(error, "`l` is a symbolic link of the archive, and nothing is written through one");
        let root = tempfile::tempdir().unwrap();
        symlink(target, root.path().join("l")).unwrap();
        let error = extracted(&Blocks::default().file("l/evil", "x").end(), Format::Tar, root.path());
        // A directory that is only implied takes the place of a link, as one that is named does.
        assert!(error.is_ok() && root.path().join("l").symlink_metadata().unwrap().is_dir());
    }
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
}

#[test]
fn links_are_replaced_and_not_followed() {
    let (root, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(outside.path().join("victim"), "old").unwrap();
    symlink(outside.path().join("victim"), root.path().join("a")).unwrap();
    extracted(&Blocks::default().file("a", "new").end(), Format::Tar, root.path()).unwrap();
    assert_eq!(fs::read_to_string(outside.path().join("victim")).unwrap(), "old");
    assert_eq!(fs::read_to_string(root.path().join("a")).unwrap(), "new");
}

#[test]
fn second_names_stay_inside() {
    let root = tempfile::tempdir().unwrap();
    let bytes = link(Blocks::default().file("a", "x"), "b", b'1', "a").end();
    extracted(&bytes, Format::Tar, root.path()).unwrap();
    let inode = |name: &str| fs::metadata(root.path().join(name)).unwrap().ino();
    assert_eq!(inode("a"), inode("b"));
    let bytes = link(Blocks::default(), "b", b'1', "../etc/passwd").end();
    let error = extracted(&bytes, Format::Tar, root.path()).unwrap_err().to_string();
    let refused = "invalid tar file detected: the hard link";
    assert_eq!(error, format!("{refused} `b` to `../etc/passwd` leads out of the archive"));
    // An absolute one begins at the root, where there is no such file.
    let bytes = link(Blocks::default(), "c", b'1', "/etc/passwd").end();
    let error = extracted(&bytes, Format::Tar, root.path()).unwrap_err().to_string();
    assert_eq!(error, format!("{refused} `c` to `etc/passwd` stands for nothing that is there"));
    assert!(!root.path().join("c").exists());
}

#[test]
fn owners_are_those_of_members_or_others() {
    let root = tempfile::tempdir().unwrap();
    let world = WriteWorld::real(Interrupt::never(), Vec::new());
    let (uid, gid) = world.read.users.current();
    let bytes = gzip(&Blocks::default().file("d/a", "x").end());
    let asked = std::cell::RefCell::new(Vec::new());
    let who = |owner: Option<&archive::Owner>| {
        asked.borrow_mut().push(owner.map(|owner| (owner.uid, owner.gid)));
        (Some(uid), Some(gid))
    };
    let (limits, interrupt) = (Limits::default(), Interrupt::never());
    let reading = Reading { format: Format::TarGz, limits: &limits, interrupt: &interrupt, allow: Allow::Links };
    let tree = world.files.write_tree(root.path()).unwrap();
    let to = Extraction { root: &*tree, ownership: Ownership::Members(&who), umask: 0o7022 };
    extract(&mut Cursor::new(&bytes), reading, to).unwrap();
    assert_eq!(asked.into_inner(), [None, Some((0, 0))], "a parent that has no entry is asked for too");
    assert_eq!(fs::metadata(root.path().join("d/a")).unwrap().uid(), uid);
}

/// An archive whose first piece is all of it, and that is to be left when that was read.
struct Last<'a> {
    bytes: Cursor<Vec<u8>>,
    interrupt: &'a Interrupt,
}

impl Read for Last<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(buffer)?;
        assert_eq!(self.bytes.position(), self.bytes.get_ref().len() as u64, "one piece is all of it");
        self.interrupt.raise(Signal::Interrupt);
        Ok(read)
    }
}

impl Seek for Last<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

#[test]
fn an_interrupt_is_seen_between_members_and_within_one() {
    let many = (0..2000).fold(Blocks::default(), |blocks, at| blocks.file(&format!("{at:04}"), "x"));
    let large = Blocks::default().entry("large", b'0', &b"0123456789".repeat(1 << 20));
    for blocks in [many, large] {
        let root = tempfile::tempdir().unwrap();
        let tree = WriteWorld::real(Interrupt::never(), Vec::new()).files.write_tree(root.path()).unwrap();
        let (limits, interrupt) = (Limits { ratio: 1000, ..Limits::default() }, Interrupt::manual().unwrap());
        let reading = Reading { format: Format::TarGz, limits: &limits, interrupt: &interrupt, allow: Allow::Links };
        let to = Extraction { root: &*tree, ownership: Ownership::Given { uid: None, gid: None }, umask: 0 };
        let mut input = Last { bytes: Cursor::new(gzip(&blocks.end())), interrupt: &interrupt };
        let error = extract(&mut input, reading, to).unwrap_err();
        assert_eq!((error.error.to_string().as_str(), error.made), ("interrupted by SIGINT", 0));
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0, "nothing half-written stays");
    }
}

fn zipped(words: &str) -> Vec<u8> {
    let directory = tempfile::tempdir().unwrap();
    run(directory.path(), &["sh", "-c", words]);
    fs::read(directory.path().join("a.zip")).unwrap()
}

#[test]
fn zip_archives_that_are_broken_or_hostile() {
    let root = tempfile::tempdir().unwrap();
    let refused = |bytes: &[u8]| extracted(bytes, Format::Zip, root.path()).unwrap_err().to_string();
    let whole = zipped("seq 1000 > a && zip -q a.zip a");
    for (bytes, reason) in [
        (b"this is no archive".to_vec(), "it has no directory at its end"),
        (Vec::new(), "it has no directory at its end"),
        (whole[..whole.len() - 30].to_vec(), "it has no directory at its end"),
        (whole[40..].to_vec(), "its directory is not where it should be"),
    ] {
        assert_eq!(refused(&bytes), format!("invalid zip file: {reason}"));
    }
    let mut damaged = whole.clone();
    damaged[100] ^= 0xff;
    assert!(refused(&damaged).starts_with("invalid zip file: `a` "), "{}", refused(&damaged));
    // Names are as long as they were, so that nothing else changes.
    let renamed = |from: &str, to: &str| {
        let bytes = zipped(&format!("mkdir -p $(dirname {from}) && echo x > {from} && zip -q a.zip {from}"));
        let text: Vec<u8> = bytes;
        replaced(&text, from.as_bytes(), to.as_bytes())
    };
    assert_eq!(
        refused(&renamed("aa/evil", "../evil")),
        "invalid zip file: the name `../evil` leads out of the archive"
    );
    let limits = Limits { entries: 2, ..Limits::default() };
    let many = zipped("touch a b c && zip -q a.zip a b c");
    let error = extracted_within(&many, Format::Zip, root.path(), &limits).unwrap_err().to_string();
    assert_eq!(error, "the archive is too large: it has more than the limit of 2 entries");
    let bomb = zipped("head -c 100000000 /dev/zero > a && zip -q a.zip a");
    let error = extracted_within(&bomb, Format::Zip, root.path(), &Limits { entry: 1 << 30, ..Limits::default() });
    assert!(error.unwrap_err().to_string().contains("200 times its own size"));
    let secret = zipped("echo x > a && zip -q -P geheim a.zip a");
    assert_eq!(refused(&secret), "invalid zip file: `a` is encrypted");
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for at in 0..=out.len() - from.len() {
        if out[at..].starts_with(from) {
            out[at..at + to.len()].copy_from_slice(to);
        }
    }
    out
}

#[test]
fn zip_archives_with_links_and_something_before_them() {
    let root = tempfile::tempdir().unwrap();
    let linked = zipped("ln -s /etc l && zip -qy a.zip l");
    extracted(&linked, Format::Zip, root.path()).unwrap();
    assert_eq!(fs::read_link(root.path().join("l")).unwrap(), Path::new("/etc"));
    let before = [b"#!/bin/sh\nexit\n".to_vec(), zipped("echo x > a && zip -q a.zip a")].concat();
    extracted(&before, Format::Zip, root.path()).unwrap();
    assert_eq!(fs::read_to_string(root.path().join("a")).unwrap(), "x\n");
}
