//! One pass over an archive: a format tells what it finds, a visitor does something with it.

use crate::gzip::Gunzip;
use crate::meter::{Meter, Packed, Unpacked};
use crate::tree::Tree;
use crate::unpacking::{bzip2, xz, zstd};
use crate::{ArchiveError, Entry, Format, Limits, tar, zip};
use std::io::{BufReader, Read, Seek};
use system::Interrupt;

/// Where the bytes of an archive come from. They are read more than once, so it can go back.
pub trait Input: Read + Seek {}

impl<T: Read + Seek> Input for T {}

/// How an archive is read.
#[derive(Debug, Clone, Copy)]
pub struct Reading<'a> {
    /// What it is.
    pub format: Format,
    /// How much there may be of it.
    pub limits: &'a Limits,
    /// Ends the work.
    pub interrupt: &'a Interrupt,
    /// What may be in it.
    pub allow: Allow,
}

/// What may be in an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Allow {
    /// Files and directories, with names that begin at the root.
    #[default]
    Plain,
    /// Links too, and modes with set-uid and its like. Absolute names begin at the root, as `tar` has it.
    Links,
}

impl Allow {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Plain => " and directories",
            Self::Links => ", directories and links",
        }
    }
}

/// Does something with each entry.
pub(crate) trait Visit {
    /// The content need not be read.
    fn entry(&mut self, entry: &Entry, content: &mut dyn Read) -> Result<(), ArchiveError>;
}

/// What a format tells its findings to: it keeps the books and calls the visitor.
pub(crate) struct Findings<'a> {
    pub(crate) meter: &'a Meter<'a>,
    tree: Tree,
    visit: &'a mut dyn Visit,
}

impl Findings<'_> {
    /// An entry whose name was checked; directories that are only implied go before it.
    pub(crate) fn found(&mut self, entry: &Entry, content: &mut dyn Read) -> Result<(), ArchiveError> {
        self.meter.entry()?;
        for parent in self.tree.add(entry, self.meter)? {
            self.visit.entry(&Entry::implied(parent), &mut std::io::empty())?;
        }
        // A reader below may have left a better reason than that there is no more to read.
        self.visit.entry(entry, content).map_err(|error| self.meter.verdict().unwrap_or(error))
    }
}

/// Reads an archive from its first to its last byte and says how much came out of it.
pub(crate) fn visit(input: &mut dyn Input, reading: Reading<'_>, visit: &mut dyn Visit) -> Result<u64, ArchiveError> {
    input.rewind().map_err(|error| ArchiveError::Read { reason: error.to_string() })?;
    let meter = &Meter::new(&reading);
    let mut findings = Findings { meter, tree: Tree::default(), visit };
    let packed = |input| BufReader::with_capacity(64 << 10, Packed { inner: input, meter });
    match reading.format {
        Format::Zip => zip::read(input, &mut findings)?,
        Format::Tar => tar::read(Unpacked { inner: packed(input), meter }, &mut findings)?,
        Format::TarGz => tar::read(Unpacked { inner: Gunzip::new(packed(input), meter), meter }, &mut findings)?,
        Format::TarXz => tar::read(Unpacked { inner: xz(packed(input), meter), meter }, &mut findings)?,
        Format::TarZst => tar::read(Unpacked { inner: zstd(packed(input), meter), meter }, &mut findings)?,
        Format::TarBz2 => tar::read(Unpacked { inner: bzip2(packed(input), meter), meter }, &mut findings)?,
    }
    Ok(meter.unpacked())
}
