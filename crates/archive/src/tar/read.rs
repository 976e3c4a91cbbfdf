//! From headers to entries.

use super::extensions::Extensions;
use super::header::{self, Kind};
use crate::error::shown;
use crate::visit::Findings;
use crate::{ArchiveError, Entry, EntryKind, Exceeded, Limits, name};
use std::io::{self, Read};
use tar::Archive;

/// Tells all entries of an archive, and reads it to its very end, so that a checksum behind it is checked too.
pub(crate) fn read(source: impl Read, findings: &mut Findings<'_>) -> Result<(), ArchiveError> {
    let meter = findings.meter;
    let mut archive = Archive::new(source);
    let told = |error: io::Error| meter.told(&error, |reason| ArchiveError::malformed(plain(&reason)));
    let mut extensions = Extensions::default();
    // Without interpretation: the library would read a name of any length into memory.
    for block in archive.entries().map_err(told)?.raw(true) {
        let mut block = block.map_err(told)?;
        let heading = Heading::of(block.header())?;
        match heading.kind {
            Kind::File | Kind::Directory => {
                let entry = heading.entry(std::mem::take(&mut extensions), meter.limits)?;
                findings.found(&entry, &mut block)?;
            }
            kind => {
                meter.entry()?;
                let added = extensions.add(kind, heading.size, &mut block, meter.limits);
                added.map_err(|error| meter.verdict().unwrap_or(error))?;
            }
        }
    }
    if extensions.pending {
        return Err(ArchiveError::malformed("it ends after an extension header"));
    }
    io::copy(&mut archive.into_inner(), &mut io::sink()).map(drop).map_err(told)
}

/// The library's own words, which quote whole headers, without what does not belong into a message.
fn plain(reason: &str) -> String {
    if reason.contains("EOF") || reason.contains("entire block") {
        return "it ends in the middle of an entry".to_owned();
    }
    shown(reason.as_bytes())
}

/// A header that was understood.
struct Heading {
    kind: Kind,
    size: u64,
    mode: u32,
    name: Vec<u8>,
}

impl Heading {
    fn of(header: &tar::Header) -> Result<Self, ArchiveError> {
        let name = header.path_bytes().into_owned();
        let kind = header::kind(header, &name)?;
        let (size, mode) = (header::size(header, &name)?, header::mode(header, &name)?);
        Ok(Self { kind, size, mode, name })
    }

    fn entry(self, mut extensions: Extensions, limits: &Limits) -> Result<Entry, ArchiveError> {
        let name = extensions.name()?.unwrap_or(self.name);
        if extensions.is_sparse() {
            return Err(ArchiveError::kind(&name, "a sparse file"));
        }
        let size = extensions.size(self.size, &name, limits)?;
        // Old archives know a directory by its name only.
        let kind = match self.kind {
            Kind::File if !name::is_directory(&name) => EntryKind::File,
            _ => EntryKind::Directory,
        };
        if kind == EntryKind::Directory && size > 0 {
            return Err(ArchiveError::name(&name, "is that of a directory, which has no content"));
        }
        if size > limits.entry {
            return Err(Exceeded::Entry { name: shown(&name), size, limit: limits.entry }.into());
        }
        Ok(Entry { path: name::path(&name, limits)?, kind, mode: self.mode, size })
    }
}
