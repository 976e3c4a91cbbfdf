//! One entry of the directory of a zip archive.

use super::directory::number;
use crate::{Allow, ArchiveError};
use value::Timestamp;

/// What the directory says about a member.
pub(super) struct Member {
    pub(super) name: Vec<u8>,
    pub(super) method: u64,
    pub(super) checksum: u32,
    pub(super) packed: u64,
    pub(super) size: u64,
    /// Where the header before the content is.
    pub(super) offset: u64,
    pub(super) modified: Option<Timestamp>,
    made_by: u64,
    attributes: u64,
}

/// What a member is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    File,
    Directory,
    Link,
}

/// Systems that write Unix modes.
const UNIX: [u64; 2] = [3, 19];
/// MS-DOS and those who say they are.
const DOS: u64 = 0;

/// Takes the next member off the directory.
pub(super) fn next(rest: &mut &[u8]) -> Result<Member, ArchiveError> {
    let broken = || ArchiveError::zip("its directory cannot be read");
    let fixed = rest.get(..46).filter(|fixed| fixed.starts_with(b"PK\x01\x02")).ok_or_else(broken)?;
    let length = |at| usize::try_from(number(fixed, at, 2)).unwrap_or(0);
    let (name, extra, comment) = (length(28), length(30), length(32));
    let whole = rest.get(..46 + name + extra + comment).ok_or_else(broken)?;
    *rest = &rest[whole.len()..];
    let mut member = Member {
        name: whole[46..46 + name].to_vec(),
        method: number(fixed, 10, 2),
        checksum: u32::try_from(number(fixed, 16, 4)).unwrap_or(0),
        packed: number(fixed, 20, 4),
        size: number(fixed, 24, 4),
        offset: number(fixed, 42, 4),
        modified: dos_time(number(fixed, 14, 2), number(fixed, 12, 2)),
        made_by: number(fixed, 4, 2) >> 8,
        attributes: number(fixed, 38, 4),
    };
    member.extend(&whole[46 + name..46 + name + extra]).ok_or_else(broken)?;
    if number(fixed, 8, 2) & 1 != 0 {
        return Err(ArchiveError::zip(format!("`{}` is encrypted", crate::error::shown(&member.name))));
    }
    if member.made_by == DOS && !member.name.contains(&b'/') {
        member.name.iter_mut().filter(|byte| **byte == b'\\').for_each(|byte| *byte = b'/');
    }
    Ok(member)
}

impl Member {
    /// Takes what extra fields say: sizes that need more room, and a better time.
    fn extend(&mut self, mut extra: &[u8]) -> Option<()> {
        while extra.len() >= 4 {
            let (kind, length) = (number(extra, 0, 2), usize::try_from(number(extra, 2, 2)).ok()?);
            // Some writers leave padding that is no field.
            let Some(field) = extra.get(4..4 + length) else { return Some(()) };
            match kind {
                0x0001 => self.large(field)?,
                0x5455 if field.len() >= 5 && field[0] & 1 != 0 => {
                    let seconds = i32::from_le_bytes([field[1], field[2], field[3], field[4]]);
                    self.modified = Timestamp::from_parts(seconds.into(), 0, 0).ok();
                }
                _ => {}
            }
            extra = &extra[4 + length..];
        }
        Some(())
    }

    /// Numbers that did not fit, in the order in which they stand elsewhere.
    fn large(&mut self, mut field: &[u8]) -> Option<()> {
        for value in [&mut self.size, &mut self.packed, &mut self.offset] {
            if *value == 0xffff_ffff {
                *value = number(field.get(..8)?, 0, 8);
                field = &field[8..];
            }
        }
        Some(())
    }

    fn unix_mode(&self) -> Option<u64> {
        Some(self.attributes >> 16).filter(|mode| UNIX.contains(&self.made_by) && *mode != 0)
    }

    /// What it is.
    pub(super) fn sort(&self) -> Result<Sort, ArchiveError> {
        let named = if self.name.ends_with(b"/") { Sort::Directory } else { Sort::File };
        match self.unix_mode().map(|mode| mode & 0o170_000) {
            None if self.made_by == DOS && self.attributes & 0x10 != 0 => Ok(Sort::Directory),
            None | Some(0 | 0o100_000) => Ok(named),
            Some(0o040_000) => Ok(Sort::Directory),
            Some(0o120_000) => Ok(Sort::Link),
            Some(_) => Err(ArchiveError::kind(&self.name, "a device, pipe or socket", Allow::Links)),
        }
    }

    /// Permission bits; unzip takes set-uid and its like away, too.
    pub(super) fn mode(&self, sort: Sort) -> u32 {
        let given = self.unix_mode().map(|mode| mode & 0o777).filter(|mode| *mode != 0);
        let usual = if sort == Sort::Directory { 0o755 } else { 0o644 };
        given.and_then(|mode| u32::try_from(mode).ok()).unwrap_or(usual)
    }
}

/// Date and time as MS-DOS has them, without a zone; taken as UTC.
fn dos_time(date: u64, time: u64) -> Option<Timestamp> {
    let part = |number: u64, shift: u64, bits: u64| i64::try_from(number >> shift & ((1 << bits) - 1)).unwrap_or(0);
    let (year, month, day) = (1980 + part(date, 9, 7), part(date, 5, 4), part(date, 0, 5));
    if !(1..=12).contains(&month) || day == 0 {
        return None;
    }
    let seconds = part(time, 11, 5) * 3600 + part(time, 5, 6) * 60 + part(time, 0, 5) * 2;
    Timestamp::from_parts(days_since_1970(year, month, day) * 86_400 + seconds, 0, 0).ok()
}

/// Counted in years that begin in March, so that the day that is not always there comes last.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let before = year * 365 + year / 4 - year / 100 + year / 400;
    before + (month * 153 + 2) / 5 + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_ms_dos() {
        for (year, month, day, days) in
            [(1970, 1, 1, 0), (1980, 1, 1, 3652), (2000, 2, 29, 11_016), (2024, 3, 1, 19_783)]
        {
            assert_eq!(days_since_1970(year, month, day), days);
        }
        assert_eq!(dos_time(0x21, 0).unwrap().unix_seconds(), 3652 * 86_400);
        assert_eq!(dos_time(0, 0), None);
    }
}
