//! One pass over an archive: a format tells what it finds, a visitor does something with it.

use crate::gzip::Gunzip;
use crate::meter::{Meter, Packed, Unpacked};
use crate::tree::Tree;
use crate::{ArchiveError, Entry, Format, Limits, tar};
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
    let meter = Meter::new(reading.limits, reading.interrupt);
    let mut findings = Findings { meter: &meter, tree: Tree::default(), visit };
    let packed = BufReader::with_capacity(64 << 10, Packed { inner: input, meter: &meter });
    match reading.format {
        Format::Tar => tar::read(Unpacked { inner: packed, meter: &meter }, &mut findings)?,
        Format::TarGz => tar::read(Unpacked { inner: Gunzip::new(packed, &meter), meter: &meter }, &mut findings)?,
    }
    Ok(meter.unpacked())
}
