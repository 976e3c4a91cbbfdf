//! Bytes put aside.

use archive::Aside;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use system::FakeWorld;
use system::files::{FileError, FileErrorKind, Staging};

#[test]
fn what_is_put_aside_comes_back() {
    let world = FakeWorld::new();
    for length in [0, 1, 1 << 20, (1 << 20) + 1, 5_000_000_u32] {
        let bytes: Vec<u8> = (0..length).map(|at| u8::try_from(at % 251).unwrap()).collect();
        let mut aside = Aside::new(|| world.files.spool(Path::new("/tmp")));
        bytes.chunks(70_000).for_each(|piece| aside.write_all(piece).unwrap());
        assert_eq!(aside.length(), u64::from(length));
        for _ in 0..2 {
            let mut back = Vec::new();
            aside.rewind().unwrap();
            aside.read_to_end(&mut back).unwrap();
            assert!(back == bytes, "{length}");
        }
        assert_eq!(aside.seek(SeekFrom::End(-1)).is_ok(), length > 0);
        assert_eq!(aside.head(10), &bytes[..bytes.len().min(10)]);
        assert_eq!(aside.seek(SeekFrom::End(5)).unwrap(), u64::from(length) + 5);
        assert_eq!(aside.read(&mut [0; 10]).unwrap(), 0);
        assert!(aside.into_bytes().unwrap() == bytes, "{length}");
    }
}

#[test]
fn only_much_needs_a_file() {
    let full = || {
        let kind = FileErrorKind::Io { source: ErrorKind::StorageFull.into() };
        Err(FileError { verb: "put something aside in", path: "/tmp".into(), kind })
    };
    let mut aside = Aside::new(full);
    aside.write_all(&vec![0; 1 << 20]).unwrap();
    assert!(aside.write_all(&[0]).is_err());
    assert_eq!(aside.failure().unwrap().to_string(), "cannot put something aside in `/tmp`: no storage space");
}
