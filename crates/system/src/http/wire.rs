//! Bytes to and from the other side, in slices short enough that an interrupt and a deadline are seen soon.

use super::Phase;
use super::cause::Cause;
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a socket may keep us before we look up again.
pub(super) const SLICE: Duration = Duration::from_millis(100);

/// Says whether somebody wants us to stop.
pub type Stop = Arc<dyn Fn() -> bool + Send + Sync>;

/// Until when something may take, and what it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline {
    pub(super) at: Option<Instant>,
    /// The limit that comes first.
    pub(super) limit: Limit,
    pub(super) phase: Phase,
}

/// What is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    /// The whole request.
    Whole,
    Connecting,
    /// How long the other side may send nothing.
    Silence(Duration),
}

impl Deadline {
    pub(super) fn during(self, phase: Phase) -> Self {
        Self { phase, ..self }
    }

    /// The next slice of time, unless it is over.
    pub(super) fn slice(self, stop: &Stop) -> Result<Duration, Cause> {
        if stop() {
            return Err(Cause::Interrupted);
        }
        let left = self.at.map_or(SLICE, |at| at.saturating_duration_since(Instant::now()));
        let over = Cause::TimedOut { limit: self.limit, phase: self.phase };
        if left.is_zero() { Err(over) } else { Ok(left.min(SLICE)) }
    }

    /// What an error of the system means now.
    pub(super) fn fault(self, error: &io::Error) -> Cause {
        Cause::Io { phase: self.phase, reason: error.to_string() }
    }
}

/// A connection, plain or wrapped.
pub(super) trait Flow: Read + Write + Send + Sync {
    /// Sets until when the next reads and writes may take.
    fn until(&mut self, deadline: Deadline);

    /// Whether the other side has neither closed nor sent anything unasked.
    fn is_idle(&mut self) -> bool;
}

/// A plain connection.
pub(super) struct Wire {
    socket: TcpStream,
    stop: Stop,
    deadline: Deadline,
}

impl Wire {
    pub(super) fn new(socket: TcpStream, stop: Stop, deadline: Deadline) -> io::Result<Self> {
        socket.set_nodelay(true)?;
        Ok(Self { socket, stop, deadline })
    }

    fn in_slices<T>(
        &self,
        set: impl Fn(&TcpStream, Option<Duration>) -> io::Result<()>,
        mut transfer: impl FnMut(&TcpStream) -> io::Result<T>,
    ) -> io::Result<T> {
        loop {
            set(&self.socket, Some(self.deadline.slice(&self.stop)?))?;
            match transfer(&self.socket) {
                Err(error) if is_pause(error.kind()) => {}
                done => return done,
            }
        }
    }
}

fn is_pause(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.in_slices(TcpStream::set_read_timeout, |mut socket| socket.read(buffer))
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.in_slices(TcpStream::set_write_timeout, |mut socket| socket.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Flow for Wire {
    fn until(&mut self, deadline: Deadline) {
        self.deadline = deadline;
    }

    fn is_idle(&mut self) -> bool {
        let quiet =
            |socket: &TcpStream| matches!(socket.peek(&mut [0]), Err(error) if error.kind() == ErrorKind::WouldBlock);
        self.socket.set_nonblocking(true).is_ok() && quiet(&self.socket) && self.socket.set_nonblocking(false).is_ok()
    }
}
