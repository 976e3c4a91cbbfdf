//! Tar archives made block by block, so that they can lie.

use archive::{Allow, ArchiveError, Contents, Format, Limits, Reading, survey};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{Cursor, Write};
use system::Interrupt;

/// An archive under construction.
#[derive(Debug, Default, Clone)]
pub(crate) struct Blocks(pub(crate) Vec<u8>);

impl Blocks {
    /// A header with this name, type and size field, and its checksum.
    pub(crate) fn header(mut self, name: &[u8], kind: u8, size: &[u8; 12]) -> Self {
        let mut block = [0; 512];
        block[..name.len()].copy_from_slice(name);
        block[100..108].copy_from_slice(b"0000644\0");
        block[108..116].copy_from_slice(b"0000000\0");
        block[116..124].copy_from_slice(b"0000000\0");
        block[124..136].copy_from_slice(size);
        block[136..148].copy_from_slice(b"00000000000\0");
        block[148..156].copy_from_slice(b"        ");
        block[156] = kind;
        block[257..265].copy_from_slice(b"ustar\x0000");
        let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
        block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        self.0.extend(block);
        self
    }

    /// A whole entry.
    pub(crate) fn entry(self, name: &str, kind: u8, content: &[u8]) -> Self {
        let size = octal(content.len() as u64);
        self.header(name.as_bytes(), kind, &size).content(content)
    }

    pub(crate) fn file(self, name: &str, content: &str) -> Self {
        self.entry(name, b'0', content.as_bytes())
    }

    pub(crate) fn content(mut self, content: &[u8]) -> Self {
        self.0.extend(content);
        self.0.resize(self.0.len().next_multiple_of(512), 0);
        self
    }

    /// With the two blocks that end it.
    pub(crate) fn end(mut self) -> Vec<u8> {
        self.0.extend([0; 1024]);
        self.0
    }
}

pub(crate) fn octal(size: u64) -> [u8; 12] {
    format!("{size:011o}\0").into_bytes().try_into().unwrap()
}

pub(crate) fn pax(records: &[(&str, &str)]) -> Vec<u8> {
    let record = |(key, value): &(&str, &str)| {
        let rest = key.len() + value.len() + 3;
        let length = (rest..rest + 9).find(|length| rest + length.to_string().len() == *length).unwrap();
        format!("{length} {key}={value}\n")
    };
    records.iter().map(record).collect::<String>().into_bytes()
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn reading<'a>(format: Format, limits: &'a Limits, interrupt: &'a Interrupt) -> Reading<'a> {
    Reading { format, limits, interrupt, allow: Allow::Plain }
}

pub(crate) fn listed(bytes: &[u8], limits: &Limits) -> Result<Contents, ArchiveError> {
    let format = Format::sniff(bytes).unwrap_or(Format::Tar);
    survey(&mut Cursor::new(bytes), reading(format, limits, &Interrupt::never()))
}

/// Why an archive is refused.
pub(crate) fn refusal(bytes: &[u8]) -> String {
    listed(bytes, &Limits::default()).unwrap_err().to_string()
}

pub(crate) fn names(bytes: &[u8]) -> Vec<String> {
    let contents = listed(bytes, &Limits::default()).unwrap();
    contents.entries.iter().map(|entry| entry.path.display().to_string()).collect()
}
