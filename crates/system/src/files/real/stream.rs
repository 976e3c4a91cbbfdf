//! Pipes that whoever started us has handed over: `/dev/stdin`, and `/dev/fd/63` of a shell's `<(command)`.

use super::content::{READING, Source, check_size, go_on};
use crate::Interrupt;
use crate::files::FileError;
use crate::files::error::{Attempt, Halt};
use crate::interrupt::poll_for;
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{CWD, FileType, Mode, fstat, openat};
use rustix::io::{Errno, retry_on_intr};
use std::path::Path;

/// What is asked of a pipe at once.
const PIECE: usize = 64 * 1024;

/// Whether a path names a file that is open in this process, such as a pipe of a shell's `<(command)`: it has no directory
/// of its own.
pub fn is_handed_over(path: &Path) -> bool {
    path == Path::new("/dev/stdin") || ["/dev/fd", "/proc/self/fd"].iter().any(|directory| path.starts_with(directory))
}

/// Reads to the end. Waiting for the writer ends when somebody wants us to stop.
pub(super) fn read(path: &Path, limit: u64, interrupt: &Interrupt) -> Result<Vec<u8>, FileError> {
    let attempt = Attempt::new("read", path);
    let opened = retry_on_intr(|| openat(CWD, path, READING, Mode::empty()));
    match opened {
        Ok(pipe) if is_pipe(&pipe) => read_pipe(&pipe, limit, interrupt, attempt),
        opened => Source::of(opened, attempt)?.read(limit, attempt),
    }
}

fn is_pipe(file: &OwnedFd) -> bool {
    fstat(file).is_ok_and(|raw| FileType::from_raw_mode(raw.st_mode) == FileType::Fifo)
}

fn read_pipe(pipe: &OwnedFd, limit: u64, interrupt: &Interrupt, attempt: Attempt<'_>) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    loop {
        go_on(interrupt).map_err(|halt| attempt.halted(halt))?;
        bytes.reserve(PIECE);
        match rustix::io::read(pipe, spare_capacity(&mut bytes)) {
            Ok(0) => return Ok(bytes),
            Ok(_) => check_size(bytes.len() as u64, limit, attempt)?,
            Err(Errno::AGAIN) => wait(pipe, interrupt),
            Err(Errno::INTR) => {}
            Err(errno) => return Err(attempt.halted(Halt::from(errno))),
        }
    }
}

fn wait(pipe: &OwnedFd, interrupt: &Interrupt) {
    let fds = [Some(pipe.as_fd()), interrupt.fd()];
    let mut fds: Vec<_> = fds.into_iter().flatten().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)).collect();
    poll_for(&mut fds, None);
}
