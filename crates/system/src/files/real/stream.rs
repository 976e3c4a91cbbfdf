//! What whoever started us has handed over: `/dev/stdin`, be it a file, a pipe, a socket or a terminal, and `/dev/fd/63` of a
//! shell's `<(command)`.

use super::content::{READING, Source, check_size, go_on};
use crate::Interrupt;
use crate::files::FileError;
use crate::files::error::{Attempt, Halt};
use crate::interrupt::poll_for;
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags};
use rustix::fd::{AsFd, BorrowedFd};
use rustix::fs::{CWD, FileType, Mode, fstat, openat};
use rustix::io::{Errno, retry_on_intr};
use std::path::Path;

/// What is asked of a stream at once.
const PIECE: usize = 64 * 1024;

/// Whether a path names a file that is open in this process, such as a pipe of a shell's `<(command)`: it has no directory
/// of its own.
pub fn is_handed_over(path: &Path) -> bool {
    path == Path::new("/dev/stdin") || ["/dev/fd", "/proc/self/fd"].iter().any(|directory| path.starts_with(directory))
}

/// Reads to the end. Waiting for the writer ends when somebody wants us to stop.
pub(super) fn read(path: &Path, limit: u64, interrupt: &Interrupt) -> Result<Vec<u8>, FileError> {
    let attempt = Attempt::new("read", path);
    let stdin = std::io::stdin();
    // A socket cannot be opened a second time, and neither can the terminal of somebody else.
    if is_stdin(path) && matches!(kind(&stdin), Some(FileType::Socket | FileType::CharacterDevice)) {
        return read_stream(stdin.as_fd(), limit, interrupt, attempt);
    }
    let opened = retry_on_intr(|| openat(CWD, path, READING, Mode::empty()));
    match opened {
        Ok(stream) if matches!(kind(&stream), Some(FileType::Fifo | FileType::CharacterDevice)) => {
            read_stream(stream.as_fd(), limit, interrupt, attempt)
        }
        opened => Source::of(opened, attempt)?.read(limit, attempt),
    }
}

fn is_stdin(path: &Path) -> bool {
    ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].iter().any(|name| path == Path::new(name))
}

fn kind(file: impl AsFd) -> Option<FileType> {
    fstat(file).ok().map(|raw| FileType::from_raw_mode(raw.st_mode))
}

/// Standard input may be one that makes whoever reads it wait, so it is asked first whether there is something.
fn read_stream(
    stream: BorrowedFd<'_>,
    limit: u64,
    interrupt: &Interrupt,
    attempt: Attempt<'_>,
) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    loop {
        wait(stream, interrupt);
        go_on(interrupt).map_err(|halt| attempt.halted(halt))?;
        bytes.reserve(PIECE);
        match rustix::io::read(stream, spare_capacity(&mut bytes)) {
            Ok(0) => return Ok(bytes),
            Ok(_) => check_size(bytes.len() as u64, limit, attempt)?,
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(errno) => return Err(attempt.halted(Halt::from(errno))),
        }
    }
}

fn wait(stream: BorrowedFd<'_>, interrupt: &Interrupt) {
    let fds = [Some(stream), interrupt.fd()];
    let mut fds: Vec<_> = fds.into_iter().flatten().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)).collect();
    poll_for(&mut fds, None);
}
