//! From headers to entries.

use super::extensions::Extensions;
use super::header::{self, Kind};
use crate::error::shown;
use crate::meter::Meter;
use crate::visit::Findings;
use crate::{Allow, ArchiveError, Entry, EntryKind, Exceeded, Owner, name};
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use tar::Archive;
use value::Timestamp;

/// Tells all entries of an archive, and reads it to its very end, so that a checksum behind it is checked too.
pub(crate) fn read(source: impl Read, findings: &mut Findings<'_>) -> Result<(), ArchiveError> {
    let meter = findings.meter;
    let mut archive = Archive::new(source);
    let told = |error: io::Error| meter.told(&error, |reason| ArchiveError::malformed(plain(&reason)));
    let mut extensions = Extensions::default();
    // Without interpretation: the library would read a name of any length into memory.
    for block in archive.entries().map_err(told)?.raw(true) {
        let mut block = block.map_err(told)?;
        let heading = Heading::of(block.header(), meter.allow)?;
        match heading.kind {
            Kind::File | Kind::Directory | Kind::Link | Kind::HardLink => {
                let entry = heading.entry(std::mem::take(&mut extensions), meter)?;
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
    link: Vec<u8>,
    owner: Option<Owner>,
    modified: Option<Timestamp>,
}

impl Heading {
    fn of(header: &tar::Header, allow: Allow) -> Result<Self, ArchiveError> {
        let name = header.path_bytes().into_owned();
        let kind = header::kind(header, &name, allow)?;
        let (size, mode) = (header::size(header, &name)?, header::mode(header, &name, allow)?);
        let link = header.link_name_bytes().map(Cow::into_owned).unwrap_or_default();
        Ok(Self { kind, size, mode, name, link, owner: header::owner(header), modified: header::modified(header) })
    }

    fn entry(mut self, mut extensions: Extensions, meter: &Meter<'_>) -> Result<Entry, ArchiveError> {
        let (limits, allow) = (meter.limits, meter.allow);
        let name = extensions.name()?.unwrap_or_else(|| std::mem::take(&mut self.name));
        if extensions.is_sparse() {
            return Err(ArchiveError::kind(&name, "a sparse file", allow));
        }
        let size = extensions.size(self.size, &name, limits)?;
        let kind = self.entry_kind(&name, extensions.link()?, meter)?;
        if kind != EntryKind::File && size > 0 {
            return Err(ArchiveError::name(&name, "is that of a directory, which has no content"));
        }
        if size > limits.entry {
            return Err(Exceeded::Entry { name: shown(&name), size, limit: limits.entry }.into());
        }
        Ok(Entry {
            path: name::path(&name, limits, allow)?,
            kind,
            mode: self.mode,
            size,
            owner: extensions.owner(self.owner),
            modified: extensions.modified().or(self.modified),
        })
    }

    fn entry_kind(&mut self, name: &[u8], link: Option<Vec<u8>>, meter: &Meter<'_>) -> Result<EntryKind, ArchiveError> {
        let link = link.unwrap_or_else(|| std::mem::take(&mut self.link));
        Ok(match self.kind {
            Kind::Link if link.is_empty() || link.contains(&0) => {
                return Err(ArchiveError::name(name, "is that of a link to nowhere"));
            }
            Kind::Link => EntryKind::Link(PathBuf::from(OsString::from_vec(link))),
            Kind::HardLink => {
                let existing = name::path(&link, meter.limits, meter.allow);
                EntryKind::HardLink(existing.map_err(|error| ArchiveError::hard_link(name, &link, error))?)
            }
            // Old archives know a directory by its name only.
            Kind::File if !name::is_directory(name) => EntryKind::File,
            _ => EntryKind::Directory,
        })
    }
}
