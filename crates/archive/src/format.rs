//! Telling formats apart by how they begin; names of files do not count.

use crate::{gzip, tar};

/// The formats that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A tar archive in gzip.
    TarGz,
    /// A tar archive.
    Tar,
}

/// Other formats that a server or a user may mean for an archive, by their first bytes.
const FOREIGN: &[(&[u8], &str)] = &[
    (b"PK\x03\x04", "a zip archive"),
    (b"PK\x05\x06", "a zip archive"),
    (b"\xfd7zXZ\0", "in xz"),
    (b"BZh", "in bzip2"),
    (b"\x28\xb5\x2f\xfd", "in zstd"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
];

impl Format {
    /// How many bytes have to be seen.
    pub const HEAD: usize = tar::BLOCK;

    /// The format of what begins with these bytes, at least [`HEAD`](Self::HEAD) of them when there are so many.
    pub fn sniff(head: &[u8]) -> Option<Self> {
        if head.starts_with(&gzip::MAGIC) {
            return Some(Self::TarGz);
        }
        tar::is_header(head).then_some(Self::Tar)
    }

    /// What it is when it is an archive or compression that cannot be read: `a zip archive`.
    pub fn foreign(head: &[u8]) -> Option<&'static str> {
        FOREIGN.iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, what)| *what)
    }
}
