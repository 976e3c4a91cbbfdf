//! Archives that want something: out, more than there is, or to be read in two ways.

use crate::blocks::{Blocks, gzip, listed, names, octal, pax, reading, refusal};
use archive::{Format, Limits, survey};
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use system::{Interrupt, Signal};

#[test]
fn names_that_lead_out() {
    for (name, fault) in [
        ("../x", "leads out of the archive"),
        ("a/../../x", "leads out of the archive"),
        ("/etc/cron.d/x", "is absolute"),
        ("//x", "is absolute"),
    ] {
        let expected = format!("invalid tar file detected: the name `{name}` {fault}");
        assert_eq!(refusal(&Blocks::default().file(name, "x").end()), expected);
        let long = Blocks::default().entry("././@LongLink", b'L', format!("{name}\0").as_bytes()).file("ok", "x").end();
        assert_eq!(refusal(&long), expected);
        let attributes = Blocks::default().entry("PaxHeaders/x", b'x', &pax(&[("path", name)])).file("ok", "x").end();
        assert_eq!(refusal(&attributes), expected);
    }
    assert_eq!(names(&Blocks::default().file("a..b/..c", "x").end()), ["a..b", "a..b/..c"]);
}

#[test]
fn kinds_that_are_refused() {
    for (kind, what) in [
        (b'1', "a hard link"),
        (b'2', "a symbolic link"),
        (b'3', "a device"),
        (b'4', "a device"),
        (b'6', "a pipe"),
        (b'S', "a sparse file"),
        (b'V', "of the unknown type `V`"),
        (b'X', "of the unknown type `X`"),
        (0x1b, "of the unknown type `\\u{1b}`"),
    ] {
        let expected = format!("only regular files and directories are supported: `x` is {what}");
        assert_eq!(refusal(&Blocks::default().entry("x", kind, b"").end()), expected);
    }
    let sparse = Blocks::default().entry("h", b'x', &pax(&[("GNU.sparse.major", "1"), ("GNU.sparse.minor", "0")]));
    assert_eq!(
        refusal(&sparse.file("x", "1\n").end()),
        "only regular files and directories are supported: `x` is a sparse file"
    );
}

#[test]
fn numbers_that_lie() {
    let with = |field: &[u8; 12]| refusal(&Blocks::default().header(b"x", b'0', field).content(b"abc").end());
    let unusable = "invalid tar file detected: the size of `x` is not a usable number";
    assert_eq!(with(b"\x80\0\0\x01\0\0\0\0\0\0\0\x03"), unusable);
    assert_eq!(with(b"\x81\0\0\0\0\0\0\0\0\0\0\x03"), unusable);
    assert_eq!(with(b"\xff\xff\xff\xff\xf0\0\0\0\0\0\0\0"), unusable);
    assert_eq!(with(b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfe"), "invalid tar file detected: size overflow");
    assert!(with(b"12x45678901\0").starts_with("invalid tar file detected: "));
    assert!(with(b"-0000000001\0").starts_with("invalid tar file detected: "));
    let large = "has 4611686018427387904 bytes, more than the limit of 67108864 for one file";
    assert!(with(b"\x80\0\0\0\x40\0\0\0\0\0\0\0").ends_with(large));
    let binary = Blocks::default().header(b"x", b'0', b"\x80\0\0\0\0\0\0\0\0\0\0\x03").content(b"abc").file("y", "");
    assert_eq!(names(&binary.end()), ["x", "y"]);
    let two = Blocks::default().entry("h", b'x', &pax(&[("size", "512")])).file("x", "abc").end();
    assert_eq!(refusal(&two), "invalid tar file detected: `x` has two sizes, 3 and 512 bytes");
    let huge = Blocks::default().entry("h", b'x', &pax(&[("size", "99999999999")])).file("x", "abc").end();
    assert!(refusal(&huge).ends_with("`x` has 99999999999 bytes, more than the limit of 67108864 for one file"));
    let directory = Blocks::default().entry("d/", b'5', b"content").end();
    assert!(refusal(&directory).ends_with("the name `d/` is that of a directory, which has no content"));
}

#[test]
fn archives_that_are_cut_off() {
    let whole = Blocks::default().file("a", "content").entry("h", b'x', &pax(&[("path", "b")])).file("b", "x").end();
    for length in 1..whole.len() - 1024 {
        // Between two entries an archive may end without the blocks that end it, as many do.
        if [1024, 4096].contains(&length) {
            continue;
        }
        let message = refusal(&whole[..length]);
        assert!(message.starts_with("invalid tar file detected: it ends "), "{length}: {message}");
    }
    let packed = gzip(&whole);
    for length in 2..packed.len() {
        assert_eq!(refusal(&packed[..length]), "unzip failed: unexpected EOF", "{length}");
    }
}

#[test]
fn archives_that_are_damaged() {
    let whole = Blocks::default().file("a", "content").end();
    let mut header = whole.clone();
    header[3] ^= 1;
    assert_eq!(refusal(&header), "invalid tar file detected: archive header checksum mismatch");
    let mut packed = gzip(&whole);
    let checksum = packed.len() - 6;
    packed[checksum] ^= 1;
    assert_eq!(refusal(&packed), "unzip failed: corrupt gzip stream does not have a matching checksum");
    assert!(refusal(&gzip(b"ccm: {}\n")).starts_with("invalid tar file detected: "));
    assert!(refusal(&gzip(&b"ccm: {resources: []}\n".repeat(100))).starts_with("invalid tar file detected: "));
}

#[test]
fn one_name_for_a_file_and_a_directory() {
    for (blocks, name) in [
        (Blocks::default().file("a", "x").entry("a/", b'5', b""), "a"),
        (Blocks::default().entry("a/", b'5', b"").file("a", "x"), "a"),
        (Blocks::default().file("a/b", "x").file("a/b/c", "x"), "a/b"),
        (Blocks::default().file("a/b/c", "x").file("a/b", "x"), "a/b"),
        (Blocks::default().entry("./", b'5', b"").file("a", "").file("./a/./b", ""), "a"),
    ] {
        let expected = format!("invalid tar file detected: `{name}` is both a file and a directory");
        assert_eq!(refusal(&blocks.end()), expected);
    }
}

#[test]
fn limits_are_named() {
    let limits = Limits { unpacked: 20_000, entry: 1000, entries: 5, depth: 3, name: 50, ratio: 200 };
    let refused = |blocks: Blocks| listed(&blocks.end(), &limits).unwrap_err().to_string();
    let many = (0..6).fold(Blocks::default(), |blocks, at| blocks.file(&at.to_string(), ""));
    assert_eq!(refused(many), "the archive is too large: it has more than the limit of 5 entries");
    let implied = Blocks::default().file("a/b/c", "").file("d/e/f", "");
    assert_eq!(refused(implied), "the archive is too large: it has more than the limit of 5 entries");
    let extensions = (0..6).fold(Blocks::default(), |blocks, _| blocks.entry("h", b'x', &pax(&[("comment", "")])));
    assert_eq!(refused(extensions), "the archive is too large: it has more than the limit of 5 entries");
    assert_eq!(
        refused(Blocks::default().entry("x", b'0', &[0; 1001])),
        "the archive is too large: `x` has 1001 bytes, more than the limit of 1000 for one file"
    );
    assert_eq!(
        refused(Blocks::default().file("a/b/c/d", "")),
        "the archive is too large: `a/b/c/d` is 4 levels deep, more than the limit of 3"
    );
    let message = refused(Blocks::default().entry("h", b'L', &[b'n'; 60]));
    assert!(message.ends_with("has 59 bytes, more than the limit of 50"), "{message}");
    let padded = Blocks(Blocks::default().file("x", "").end()).content(&vec![0; 20_000]);
    assert_eq!(refused(padded), "the archive is too large: it unpacks to more than the limit of 20000 bytes");
}

/// Zeros without end, and how many of them were asked for.
struct Zeros {
    head: Cursor<Vec<u8>>,
    read: u64,
}

impl Read for Zeros {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = match self.head.read(buffer)? {
            0 => {
                buffer.fill(0);
                buffer.len()
            }
            length => length,
        };
        self.read += length as u64;
        Ok(length)
    }
}

impl Seek for Zeros {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.head.seek(to)
    }
}

#[test]
fn endless_names_and_attributes_are_not_read() {
    for kind in [b'L', b'x', b'g', b'K'] {
        let head = Blocks::default().header(b"h", kind, &octal(0o7_7777_7777)).0;
        let mut input = Zeros { head: Cursor::new(head), read: 0 };
        let limits = Limits::default();
        let error = survey(&mut input, reading(Format::Tar, &limits, &Interrupt::never())).unwrap_err();
        assert!(error.to_string().contains("more than the limit of 10"), "{error}");
        assert!(input.read < 2 << 20, "{} bytes were read", input.read);
    }
}

#[test]
fn bombs_end_long_before_their_end() {
    let members = 600;
    let limits = Limits { entry: 1 << 30, unpacked: 1 << 31, ..Limits::default() };
    let head = Blocks::default().header(b"a", b'0', &octal(members << 20));
    // Made of many members, because compressing takes longer than finding out.
    let members = usize::try_from(members).unwrap();
    let bomb = [gzip(&head.0), gzip(&vec![0; 1 << 20]).repeat(members), gzip(&[0; 1024])].concat();
    let mut input = Cursor::new(&bomb);
    let error = survey(&mut input, reading(Format::TarGz, &limits, &Interrupt::never())).unwrap_err();
    let limit = "it unpacks to more than 200 times its own size, the limit of compression";
    assert_eq!(error.to_string(), format!("the archive is too large: {limit}"));
    assert!(input.position() < bomb.len() as u64 / 4, "{} of {}", input.position(), bomb.len());
}

#[test]
fn an_interrupt_ends_it() {
    let interrupt = Interrupt::manual().unwrap();
    interrupt.raise(Signal::Interrupt);
    let bytes = gzip(&Blocks::default().file("a", "x").end());
    let limits = Limits::default();
    let error = survey(&mut Cursor::new(bytes), reading(Format::TarGz, &limits, &interrupt)).unwrap_err();
    assert_eq!(error.to_string(), "interrupted by SIGINT");
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

impl Seek for Broken {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Ok(0)
    }
}

#[test]
fn a_source_that_breaks_is_no_bad_archive() {
    for format in [Format::Tar, Format::TarGz] {
        let limits = Limits::default();
        let error = survey(&mut Broken, reading(format, &limits, &Interrupt::never())).unwrap_err();
        assert_eq!(error.to_string(), "cannot read the archive: permission denied");
    }
}
