//! What a process reads: written piece by piece, whenever it has room.

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::{Errno, ioctl_fionbio, write};
use std::io;

/// The rest of the input, and the pipe that it goes to.
pub(super) struct Input<'a> {
    pipe: Option<OwnedFd>,
    rest: &'a [u8],
}

impl<'a> Input<'a> {
    pub(super) fn new(pipe: Option<OwnedFd>, bytes: &'a [u8]) -> io::Result<Self> {
        pipe.iter().try_for_each(|pipe| ioctl_fionbio(pipe, true))?;
        Ok(Self { pipe, rest: bytes })
    }

    /// The pipe, as long as there is something to write.
    pub(super) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// Writes what the pipe takes. A reader who does not want more, or is gone, is no error.
    pub(super) fn write_some(&mut self) {
        let Some(pipe) = &self.pipe else { return };
        match write(pipe, self.rest) {
            Ok(length) => self.rest = &self.rest[length..],
            Err(Errno::AGAIN | Errno::INTR) => return,
            Err(_) => self.rest = &[],
        }
        if self.rest.is_empty() {
            self.pipe = None;
        }
    }
}
