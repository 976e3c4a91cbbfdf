//! Telling formats apart: by how they begin, or by the name of a file.

use crate::{gzip, tar};

/// The formats that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A tar archive in gzip.
    TarGz,
    /// A tar archive.
    Tar,
    /// A tar archive in xz.
    TarXz,
    /// A tar archive in zstd.
    TarZst,
    /// A tar archive in bzip2.
    TarBz2,
    /// A zip archive.
    Zip,
}

/// The ends of names.
const ENDINGS: &[(&str, Format)] = &[
    (".zip", Format::Zip),
    (".tar.gz", Format::TarGz),
    (".tgz", Format::TarGz),
    (".tar", Format::Tar),
    (".tar.xz", Format::TarXz),
    (".txz", Format::TarXz),
    (".tar.zst", Format::TarZst),
    (".tar.bz2", Format::TarBz2),
    (".tbz2", Format::TarBz2),
];

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

    /// The format of what begins with these bytes, at least [`HEAD`](Self::HEAD) of them when there are so many. Only tar,
    /// with or without gzip, is found this way.
    pub fn sniff(head: &[u8]) -> Option<Self> {
        if head.starts_with(&gzip::MAGIC) {
            return Some(Self::TarGz);
        }
        tar::is_header(head).then_some(Self::Tar)
    }

    /// The format that the name of a file promises, whatever its case.
    pub fn of_name(name: &str) -> Option<Self> {
        let ends = |ending: &str| {
            let start = name.len().checked_sub(ending.len()).filter(|start| *start > 0);
            start.and_then(|start| name.get(start..)).is_some_and(|end| end.eq_ignore_ascii_case(ending))
        };
        ENDINGS.iter().find(|(ending, _)| ends(ending)).map(|(_, format)| *format)
    }

    /// The ends of names that promise an archive.
    pub fn endings() -> impl Iterator<Item = &'static str> {
        ENDINGS.iter().map(|(ending, _)| *ending)
    }

    /// The usual end of a name.
    pub fn ending(self) -> &'static str {
        ENDINGS.iter().find(|(_, format)| *format == self).map_or("", |(ending, _)| ending)
    }

    /// Whether something that begins with these bytes can be of this format.
    pub fn can_begin(self, head: &[u8]) -> bool {
        let magic: &[u8] = match self {
            Self::Tar => return tar::is_header(head),
            Self::TarGz => &gzip::MAGIC,
            Self::TarXz => b"\xfd7zXZ\0",
            // Frames that are skipped may come first.
            Self::TarZst => return head.starts_with(b"\x28\xb5\x2f\xfd") || head.get(1..4) == Some(b"\x2a\x4d\x18"),
            Self::TarBz2 => b"BZh",
            Self::Zip => b"PK",
        };
        head.starts_with(magic)
    }

    /// What else something is that begins with these bytes: `a zip archive`.
    pub fn foreign(head: &[u8]) -> Option<&'static str> {
        FOREIGN.iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, what)| *what).or_else(|| page(head))
    }
}

/// A server that wants somebody to log in often says so with a page and a status of success.
fn page(head: &[u8]) -> Option<&'static str> {
    let head = head.trim_ascii_start();
    let begins = |with: &str| head.get(..with.len()).is_some_and(|head| head.eq_ignore_ascii_case(with.as_bytes()));
    ["<!doctype", "<html", "<?xml"].into_iter().any(begins).then_some("a web page")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_promise_formats() {
        for (name, format) in [
            ("a.tar.gz", Some(Format::TarGz)),
            ("a.TGZ", Some(Format::TarGz)),
            ("a-1.2.Tar.Xz", Some(Format::TarXz)),
            ("a.txz", Some(Format::TarXz)),
            ("a.tar.zst", Some(Format::TarZst)),
            ("a.tar.bz2", Some(Format::TarBz2)),
            ("a.tbz2", Some(Format::TarBz2)),
            ("a.tar", Some(Format::Tar)),
            ("a.zip", Some(Format::Zip)),
            (".zip", None),
            ("a.gz", None),
            ("a.rar", None),
            ("zip", None),
            ("ézip", None),
            ("", None),
        ] {
            assert_eq!(Format::of_name(name), format, "{name}");
        }
        assert_eq!(Format::TarXz.ending(), ".tar.xz");
    }
}
