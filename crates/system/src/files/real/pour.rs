//! Writing to what keeps nothing: devices, pipes, and what whoever started us has opened.

use super::stream::is_handed_over;
use crate::Interrupt;
use crate::files::error::{Attempt, Halt};
use crate::files::{FileError, FileKind};
use crate::interrupt::poll_for;
use rustix::event::{PollFd, PollFlags};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{CWD, FileType, Mode, OFlags, openat, stat};
use rustix::io::{Errno, retry_on_intr};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// What a pipe takes at once when it takes anything.
const PIECE: usize = 4096;
/// How often somebody who waits for a reader looks again.
const GLANCE: Duration = Duration::from_millis(20);
/// How often it is looked whether somebody reads a pipe: ten seconds.
const GLANCES: usize = 500;

/// A pipe that nobody reads must not make us wait without end, nor a terminal become ours.
const POURING: OFlags = OFlags::WRONLY.union(OFlags::CLOEXEC).union(OFlags::NONBLOCK).union(OFlags::NOCTTY);

/// Writes all of it. Waiting for the reader ends when somebody wants us to stop.
pub(super) fn pour(path: &Path, content: &[u8], interrupt: &Interrupt) -> Result<(), FileError> {
    let attempt = Attempt::new("write", path);
    // What is open already is where its writer is: opened anew, a file would be written from its beginning.
    let done = match standard(path) {
        Some(1) => {
            io::stdout().flush().map_err(|error| attempt.io(error))?;
            write_stream(io::stdout().as_fd(), content, interrupt)
        }
        Some(_) => write_stream(io::stderr().as_fd(), content, interrupt),
        None => write_stream(open(path, interrupt, attempt)?.as_fd(), content, interrupt),
    };
    done.map_err(|halt| attempt.halted(halt))
}

/// Which of the standard streams it is.
fn standard(path: &Path) -> Option<u8> {
    let is = |number: &str| ["/dev/fd", "/proc/self/fd"].iter().any(|above| Path::new(above).join(number) == path);
    if is("1") || path == Path::new("/dev/stdout") {
        Some(1)
    } else if is("2") || path == Path::new("/dev/stderr") {
        Some(2)
    } else {
        None
    }
}

/// Opens it, and waits a while for somebody who reads a pipe.
fn open(path: &Path, interrupt: &Interrupt, attempt: Attempt<'_>) -> Result<OwnedFd, FileError> {
    let flags = if is_handed_over(path) { POURING | OFlags::APPEND } else { POURING };
    for _ in 0..GLANCES {
        match retry_on_intr(|| openat(CWD, path, flags, Mode::empty())) {
            Err(Errno::NXIO) if is_pipe(path) => {}
            // This is how the kernel refuses to open a socket.
            Err(Errno::NXIO) => return Err(attempt.not_a_file(FileKind::Other)),
            opened => return opened.map_err(|errno| attempt.io(errno)),
        }
        if !interrupt.wait(GLANCE)
            && let Some(signal) = interrupt.signalled()
        {
            return Err(attempt.halted(Halt::Interrupted(signal)));
        }
    }
    Err(attempt.io(io::Error::other("nobody reads the pipe")))
}

fn is_pipe(path: &Path) -> bool {
    stat(path).is_ok_and(|raw| FileType::from_raw_mode(raw.st_mode) == FileType::Fifo)
}

/// Whoever takes what is written gets it, whatever else happened; only waiting ends with a signal.
fn write_stream(to: BorrowedFd<'_>, mut content: &[u8], interrupt: &Interrupt) -> Result<(), Halt> {
    while !content.is_empty() {
        if !is_ready(to, interrupt)
            && let Some(signal) = interrupt.signalled()
        {
            return Err(Halt::Interrupted(signal));
        }
        match rustix::io::write(to, &content[..content.len().min(PIECE)]) {
            Ok(length) => content = &content[length..],
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
    }
    Ok(())
}

fn is_ready(to: BorrowedFd<'_>, interrupt: &Interrupt) -> bool {
    let writing = PollFd::from_borrowed_fd(to, PollFlags::OUT);
    let waking = interrupt.fd().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN));
    let mut fds: Vec<_> = [Some(writing), waking].into_iter().flatten().collect();
    poll_for(&mut fds, None);
    !fds[0].revents().is_empty()
}
