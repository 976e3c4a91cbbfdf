//! Gzip: one member after the other. What follows the last one and is none is ignored, as other readers do: tapes and
//! some servers pad with zeros.

use crate::ArchiveError;
use crate::meter::Meter;
use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, Read};

/// How a member begins.
pub(crate) const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The content of all members.
pub(crate) struct Gunzip<'a, R> {
    /// `None` only while one member gives way to the next, and after the last.
    member: Option<GzDecoder<R>>,
    meter: &'a Meter<'a>,
}

impl<'a, R: BufRead> Gunzip<'a, R> {
    pub(crate) fn new(input: R, meter: &'a Meter<'a>) -> Self {
        Self { member: Some(GzDecoder::new(input)), meter }
    }

    fn next_member(&mut self) -> io::Result<()> {
        let Some(member) = self.member.take() else { return Ok(()) };
        let mut input = member.into_inner();
        if input.fill_buf()?.first() == Some(&MAGIC[0]) {
            self.member = Some(GzDecoder::new(input));
        }
        Ok(())
    }

    fn broken(&self, error: &io::Error) -> io::Error {
        let reason = match error.kind() {
            io::ErrorKind::UnexpectedEof => "unexpected EOF".to_owned(),
            _ => error.to_string(),
        };
        self.meter.refuse(ArchiveError::Gzip { reason })
    }
}

impl<R: BufRead> Read for Gunzip<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while let Some(member) = &mut self.member {
            match member.read(buffer) {
                Ok(0) => self.next_member()?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
                read => return read.map_err(|error| self.broken(&error)),
            }
        }
        Ok(0)
    }
}
