//! The content of one member.

use super::central::Member;
use crate::ArchiveError;
use crate::error::shown;
use crate::meter::{Meter, Packed, Unpacked};
use bzip2::bufread::BzDecoder;
use flate2::Crc;
use flate2::bufread::DeflateDecoder;
use std::io::{self, BufReader, Read};

/// A reader of the content that ends with an error unless it is what the directory promised.
pub(super) fn content<'a>(
    member: &'a Member,
    packed: impl Read + 'a,
    meter: &'a Meter<'a>,
) -> Result<Checked<'a>, ArchiveError> {
    let packed = BufReader::with_capacity(64 << 10, Packed { inner: packed.take(member.packed), meter });
    let inner: Box<dyn Read + 'a> = match member.method {
        0 => Box::new(packed),
        8 => Box::new(DeflateDecoder::new(packed)),
        12 => Box::new(BzDecoder::new(packed)),
        other => {
            let name = shown(&member.name);
            return Err(ArchiveError::zip(format!("`{name}` is packed with method {other}, which is not supported")));
        }
    };
    let inner = Box::new(Unpacked { inner, meter });
    Ok(Checked { inner, member, meter, checksum: Crc::new(), read: 0 })
}

pub(super) struct Checked<'a> {
    inner: Box<dyn Read + 'a>,
    member: &'a Member,
    meter: &'a Meter<'a>,
    checksum: Crc,
    read: u64,
}

impl Checked<'_> {
    fn refuse(&self, what: &str) -> io::Error {
        self.meter.refuse(ArchiveError::zip(format!("`{}` {what}", shown(&self.member.name))))
    }
}

impl Read for Checked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        let length = self.inner.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            _ => self.refuse("cannot be unpacked"),
        })?;
        self.read += length as u64;
        self.checksum.update(&buffer[..length]);
        if self.read > self.member.size || length == 0 && self.read < self.member.size {
            return Err(self.refuse("has another length than the directory says"));
        }
        if length == 0 && self.checksum.sum() != self.member.checksum {
            return Err(self.refuse("has another checksum than the directory says"));
        }
        Ok(length)
    }
}
