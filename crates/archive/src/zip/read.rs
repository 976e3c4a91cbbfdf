//! From a directory to entries.

use super::central::{Member, Sort, next};
use super::content::content;
use super::directory::{Directory, find, number, piece};
use crate::error::shown;
use crate::meter::Meter;
use crate::visit::Findings;
use crate::{Allow, ArchiveError, Entry, EntryKind, Exceeded, Input, name};
use std::ffi::OsString;
use std::io::Read;
use std::os::unix::ffi::OsStringExt;

/// What a symbolic link may lead to, in bytes.
const LONGEST_LINK: u64 = 4096;

/// Tells all entries of an archive, in the order of its directory.
pub(crate) fn read(input: &mut dyn Input, findings: &mut Findings<'_>) -> Result<(), ArchiveError> {
    let directory = find(input, findings.meter.limits)?;
    let mut rest = directory.bytes.as_slice();
    let mut used = 0_u64;
    for _ in 0..directory.entries {
        let member = next(&mut rest)?;
        // Members that share their bytes are only there to unpack to more than there is.
        used = used.saturating_add(member.packed);
        if used > directory.length {
            return Err(ArchiveError::zip("its members overlap"));
        }
        one(input, &directory, &member, findings).map_err(ArchiveError::in_zip)?;
    }
    Ok(())
}

fn one(
    input: &mut dyn Input,
    directory: &Directory,
    member: &Member,
    findings: &mut Findings<'_>,
) -> Result<(), ArchiveError> {
    let meter = findings.meter;
    let sort = member.sort()?;
    let path = name::path(&member.name, meter.limits, meter.allow)?;
    if sort == Sort::Link && meter.allow == Allow::Plain {
        return Err(ArchiveError::kind(&member.name, "a symbolic link", meter.allow));
    }
    if member.size > meter.limits.entry {
        let (name, size, limit) = (shown(&member.name), member.size, meter.limits.entry);
        return Err(Exceeded::Entry { name, size, limit }.into());
    }
    skip_header(input, directory, member)?;
    let mut content = content(member, input, meter)?;
    let kind = match sort {
        Sort::File => EntryKind::File,
        Sort::Directory => EntryKind::Directory,
        Sort::Link => EntryKind::Link(OsString::from_vec(target(member, &mut content, meter)?).into()),
    };
    let size = if sort == Sort::File { member.size } else { 0 };
    let (mode, modified) = (member.mode(sort), member.modified);
    findings.found(&Entry { path, kind, mode, size, owner: None, modified }, &mut content)
}

/// Goes to the content, which begins behind a header with a length of its own.
fn skip_header(input: &mut dyn Input, directory: &Directory, member: &Member) -> Result<(), ArchiveError> {
    let start = directory.base.saturating_add(member.offset);
    let header = piece(input, start, 30)?;
    if !header.starts_with(b"PK\x03\x04") {
        return Err(ArchiveError::zip(format!("`{}` is not where the directory says", shown(&member.name))));
    }
    piece(input, start + 30, number(&header, 26, 2) + number(&header, 28, 2)).map(drop)
}

fn target(member: &Member, content: &mut dyn Read, meter: &Meter<'_>) -> Result<Vec<u8>, ArchiveError> {
    let mut target = Vec::new();
    let read = content.take(LONGEST_LINK + 1).read_to_end(&mut target);
    if read.is_err() {
        let otherwise = || ArchiveError::zip(format!("`{}` cannot be unpacked", shown(&member.name)));
        return Err(meter.verdict().unwrap_or_else(otherwise));
    }
    if target.is_empty() || target.len() as u64 > LONGEST_LINK || target.contains(&0) {
        return Err(ArchiveError::name(&member.name, "is that of a link to nowhere"));
    }
    Ok(target)
}
