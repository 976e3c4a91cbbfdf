//! Where the directory of a zip archive is.

use crate::{ArchiveError, Exceeded, Input, Limits};
use std::io::{Read, SeekFrom};

/// What the end of an archive has at most: its record and a comment.
const LONGEST_END: u64 = 22 + 0xffff;
/// What the directory may take in memory.
const LARGEST: u64 = 64 << 20;

/// The directory, and what places in it are counted from.
pub(super) struct Directory {
    pub(super) bytes: Vec<u8>,
    pub(super) entries: usize,
    /// Something may stand before the archive, such as a program that unpacks it.
    pub(super) base: u64,
    /// The length of the whole file.
    pub(super) length: u64,
}

/// What the end says.
struct End {
    entries: u64,
    size: u64,
    offset: u64,
    /// Where the record that said it begins.
    at: u64,
}

pub(super) fn find(input: &mut dyn Input, limits: &Limits) -> Result<Directory, ArchiveError> {
    let length = input.seek(SeekFrom::End(0)).map_err(|error| unreadable(&error))?;
    let end = end(input, length)?;
    let base = end.at.checked_sub(end.size).and_then(|start| start.checked_sub(end.offset));
    let base = base.ok_or_else(|| ArchiveError::zip("its directory is not where it should be"))?;
    let entries = usize::try_from(end.entries).unwrap_or(usize::MAX);
    if entries > limits.entries {
        return Err(Exceeded::Entries { limit: limits.entries }.into());
    }
    if end.size > LARGEST {
        return Err(Exceeded::Attributes { size: end.size, limit: LARGEST }.into());
    }
    let bytes = piece(input, base + end.offset, end.size)?;
    Ok(Directory { bytes, entries, base, length })
}

fn end(input: &mut dyn Input, length: u64) -> Result<End, ArchiveError> {
    let start = length.saturating_sub(LONGEST_END);
    let tail = piece(input, start, length - start)?;
    let found = (0..tail.len().saturating_sub(21)).rev().find(|at| is_end(&tail[*at..]));
    let Some(at) = found else { return Err(ArchiveError::zip("it has no directory at its end")) };
    let record = &tail[at..];
    if number(record, 4, 2) != number(record, 6, 2) {
        return Err(ArchiveError::zip("it is one part of several"));
    }
    let end = End {
        entries: number(record, 10, 2),
        size: number(record, 12, 4),
        offset: number(record, 16, 4),
        at: start + at as u64,
    };
    let is_large = end.entries == 0xffff || end.size == 0xffff_ffff || end.offset == 0xffff_ffff;
    if is_large { large_end(input, end) } else { Ok(end) }
}

/// The comment behind the record ends where the file does.
fn is_end(tail: &[u8]) -> bool {
    tail.starts_with(b"PK\x05\x06") && tail.len() as u64 >= 22 + number(tail, 20, 2)
}

/// Archives with many entries, or large ones, have another record before the one at the end.
fn large_end(input: &mut dyn Input, end: End) -> Result<End, ArchiveError> {
    let Some(at) = end.at.checked_sub(20) else { return Ok(end) };
    let locator = piece(input, at, 20)?;
    if !locator.starts_with(b"PK\x06\x07") {
        return Ok(end);
    }
    let at = number(&locator, 8, 8);
    let record = piece(input, at, 56)?;
    if !record.starts_with(b"PK\x06\x06") {
        return Err(ArchiveError::zip("its directory is not where it should be"));
    }
    Ok(End { entries: number(&record, 32, 8), size: number(&record, 40, 8), offset: number(&record, 48, 8), at })
}

/// Bytes of the file.
pub(super) fn piece(input: &mut dyn Input, start: u64, length: u64) -> Result<Vec<u8>, ArchiveError> {
    input.seek(SeekFrom::Start(start)).map_err(|error| unreadable(&error))?;
    let mut bytes = Vec::new();
    let mut limited = input.take(length);
    limited.read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(ArchiveError::zip("it is cut off")) }
}

fn unreadable(error: &std::io::Error) -> ArchiveError {
    ArchiveError::Read { reason: error.to_string() }
}

/// A number of so many bytes; whoever asks has seen that there are as many.
pub(super) fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    bytes[at..at + length].iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}
