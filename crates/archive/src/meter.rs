//! Counts what goes in and what comes out, and stops at the first limit that is passed.

use crate::{Allow, ArchiveError, Exceeded, Limits, Reading};
use std::cell::{Cell, RefCell};
use std::io::{self, Read};
use system::Interrupt;

/// What unpacks to less than this is no bomb, however small it was.
const SMALL: u64 = 16 << 20;

/// The counters of one pass over an archive. Readers that sit below a library share it, and leave the reason of a
/// failure here, because a library hands on an `io::Error` at best.
pub(crate) struct Meter<'a> {
    pub(crate) limits: &'a Limits,
    pub(crate) allow: Allow,
    interrupt: &'a Interrupt,
    packed: Cell<u64>,
    unpacked: Cell<u64>,
    entries: Cell<usize>,
    verdict: RefCell<Option<ArchiveError>>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(reading: &Reading<'a>) -> Self {
        Self {
            limits: reading.limits,
            allow: reading.allow,
            interrupt: reading.interrupt,
            packed: Cell::default(),
            unpacked: Cell::default(),
            entries: Cell::default(),
            verdict: RefCell::default(),
        }
    }

    /// One file, directory or extension header more.
    pub(crate) fn entry(&self) -> Result<(), ArchiveError> {
        self.go_on()?;
        self.entries.set(self.entries.get() + 1);
        let limit = self.limits.entries;
        if self.entries.get() > limit { Err(Exceeded::Entries { limit }.into()) } else { Ok(()) }
    }

    /// How much came out so far.
    pub(crate) fn unpacked(&self) -> u64 {
        self.unpacked.get()
    }

    /// What an error means that a library handed on.
    pub(crate) fn told(&self, error: &io::Error, otherwise: impl FnOnce(String) -> ArchiveError) -> ArchiveError {
        self.verdict().unwrap_or_else(|| otherwise(error.to_string()))
    }

    /// Why a reader stopped, when it was one of ours.
    pub(crate) fn verdict(&self) -> Option<ArchiveError> {
        self.verdict.take()
    }

    /// Leaves the reason, and gives what a reader may say.
    pub(crate) fn refuse(&self, reason: ArchiveError) -> io::Error {
        let mut verdict = self.verdict.borrow_mut();
        verdict.get_or_insert(reason);
        io::Error::other("refused")
    }

    fn go_on(&self) -> Result<(), ArchiveError> {
        self.interrupt.signalled().map_or(Ok(()), |signal| Err(ArchiveError::Interrupted { signal }))
    }

    fn came_out(&self, length: usize) -> Result<(), Exceeded> {
        let total = self.unpacked.get().saturating_add(length as u64);
        self.unpacked.set(total);
        let Limits { unpacked: limit, ratio, .. } = *self.limits;
        if total > limit {
            return Err(Exceeded::Unpacked { limit });
        }
        let is_bomb = total > SMALL && total / ratio.max(1) > self.packed.get();
        if is_bomb { Err(Exceeded::Ratio { limit: ratio }) } else { Ok(()) }
    }
}

/// The bytes of the archive itself, as they are read.
pub(crate) struct Packed<'a, R> {
    pub(crate) inner: R,
    pub(crate) meter: &'a Meter<'a>,
}

impl<R: Read> Read for Packed<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.meter.go_on().map_err(|reason| self.meter.refuse(reason))?;
        let length = self.inner.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            _ => self.meter.refuse(ArchiveError::Read { reason: error.to_string() }),
        })?;
        self.meter.packed.set(self.meter.packed.get().saturating_add(length as u64));
        Ok(length)
    }
}

/// The bytes that came out of the compression.
pub(crate) struct Unpacked<'a, R> {
    pub(crate) inner: R,
    pub(crate) meter: &'a Meter<'a>,
}

impl<R: Read> Read for Unpacked<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Little that goes in can be much that comes out, and a decoder has read ahead.
        self.meter.go_on().map_err(|reason| self.meter.refuse(reason))?;
        let length = self.inner.read(buffer)?;
        self.meter.came_out(length).map_err(|exceeded| self.meter.refuse(exceeded.into()))?;
        Ok(length)
    }
}
