//! Reading a body: decoded, bounded, and open to interrupts.

use super::Phase;
use super::cause::Cause;
use super::wire::{Deadline, Stop};
use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};

/// A body on its way.
pub(super) struct Body {
    pub(super) reader: BufReader<ureq::BodyReader<'static>>,
    /// How many bytes are announced, before decoding.
    pub(super) announced: Option<u64>,
    pub(super) gzip: bool,
    pub(super) deadline: Deadline,
    pub(super) stop: Stop,
}

/// Where a copy ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Copied {
    Whole,
    /// There is more than was allowed; none of that was written.
    More,
}

impl Body {
    /// Copies up to `limit` bytes; more is an error.
    pub(super) fn copy_whole(self, limit: u64, sink: &mut dyn Write) -> Result<(), Cause> {
        if !self.gzip && self.announced.is_some_and(|length| length > limit) {
            return Err(Cause::TooLarge);
        }
        match self.copy(limit, sink)? {
            Copied::Whole => Ok(()),
            Copied::More => Err(Cause::TooLarge),
        }
    }

    /// Copies up to `limit` bytes, and tells whether that was all.
    pub(super) fn copy(mut self, limit: u64, sink: &mut dyn Write) -> Result<Copied, Cause> {
        let (deadline, stop) = (self.deadline.during(Phase::Body), self.stop.clone());
        let announced = self.announced.filter(|_| !self.gzip);
        let mut reader = self.decoded().map_err(|error| broken(&error, 0, announced))?;
        let mut buffer = vec![0; 64 << 10];
        let mut copied = 0;
        loop {
            deadline.slice(&stop)?;
            let amount = match reader.read(&mut buffer) {
                Ok(0) => break,
                Ok(amount) => amount,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(broken(&error, copied, announced)),
            };
            let allowed = usize::try_from(limit - copied).unwrap_or(usize::MAX).min(amount);
            sink.write_all(&buffer[..allowed]).map_err(|error| full(&error))?;
            copied += allowed as u64;
            if allowed < amount {
                return Ok(Copied::More);
            }
        }
        sink.flush().map_err(|error| full(&error)).map(|()| Copied::Whole)
    }

    /// An empty body is empty, even if it is announced as compressed.
    fn decoded(&mut self) -> io::Result<Box<dyn Read + '_>> {
        let compressed = self.gzip && !self.reader.fill_buf()?.is_empty();
        Ok(if compressed { Box::new(MultiGzDecoder::new(&mut self.reader)) } else { Box::new(&mut self.reader) })
    }
}

fn full(error: &io::Error) -> Cause {
    Cause::Sink { reason: error.to_string() }
}

/// What an error while reading means, with how far it came.
fn broken(error: &io::Error, copied: u64, announced: Option<u64>) -> Cause {
    match Cause::of_io(error, Phase::Body) {
        Cause::Io { phase, reason } => {
            let of = announced.map(|length| format!(" of {length}")).unwrap_or_default();
            Cause::Io { phase, reason: format!("{reason} after {copied}{of} bytes") }
        }
        other => other,
    }
}
