//! From a host name to an open connection.

use super::Phase;
use super::cause::Cause;
use super::request::Guard;
use super::wire::{Deadline, SLICE, Stop, Wire};
use crate::remote::look_up;
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Opens a connection to `host` (an IPv6 address without brackets). The addresses that the guard was asked about are those
/// that are dialled.
pub(super) fn dial(
    host: &str,
    port: u16,
    guard: Option<&Guard>,
    stop: &Stop,
    deadline: Deadline,
) -> Result<Wire, Cause> {
    let place = Place { host, port };
    let addresses = place.resolve(stop, deadline.during(Phase::Resolve))?;
    if let Some(guard) = guard {
        let verdict = addresses.iter().try_for_each(|address| guard.address(host, address.ip()));
        verdict.map_err(|reason| Cause::Refused { reason })?;
    }
    let deadline = deadline.during(Phase::Connect);
    let mut failures = Vec::new();
    for (index, address) in addresses.iter().enumerate() {
        let share = share_of(deadline, addresses.len() - index);
        match place.open(*address, stop, share) {
            Err(Cause::TimedOut { .. }) if index + 1 < addresses.len() => {
                failures.push(format!("{address}: no answer"));
            }
            Err(Cause::Connect { reason, .. }) => failures.push(format!("{address}: {reason}")),
            Err(cause) => return Err(cause),
            Ok(socket) => return Wire::new(socket, stop.clone(), deadline).map_err(|error| place.fault(&error)),
        }
    }
    Err(place.fault(&failures.join("; ")))
}

/// What one of several addresses may take, so that one which does not answer leaves time for the others.
fn share_of(deadline: Deadline, addresses: usize) -> Deadline {
    let parts = u32::try_from(addresses).unwrap_or(u32::MAX);
    let now = Instant::now();
    Deadline { at: deadline.at.map(|at| now + at.saturating_duration_since(now) / parts), ..deadline }
}

struct Place<'a> {
    host: &'a str,
    port: u16,
}

impl Place<'_> {
    fn fault(&self, reason: &dyn ToString) -> Cause {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.to_owned() };
        Cause::Connect { address: format!("{host}:{}", self.port), reason: reason.to_string() }
    }

    fn resolve(&self, stop: &Stop, deadline: Deadline) -> Result<Vec<SocketAddr>, Cause> {
        match look_up(self.host, self.port, || deadline.slice(stop))? {
            Ok(addresses) if !addresses.is_empty() => Ok(addresses),
            Ok(_) => Err(self.fault(&"the name has no address")),
            Err(error) => Err(self.fault(&format!("the name cannot be resolved: {error}"))),
        }
    }

    /// Connects in a thread of its own: an attempt has one time-out and no other way to stop it.
    fn open(&self, address: SocketAddr, stop: &Stop, deadline: Deadline) -> Result<TcpStream, Cause> {
        let whole = deadline.at.map_or(Duration::from_hours(1), |at| at.saturating_duration_since(Instant::now()));
        let (sender, receiver) = mpsc::channel();
        let attempt = move || sender.send(TcpStream::connect_timeout(&address, whole.max(SLICE)));
        thread::Builder::new().name("connect".into()).spawn(attempt).map_err(|error| self.fault(&error))?;
        loop {
            match receiver.recv_timeout(deadline.slice(stop)?) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Ok(socket)) => return Ok(socket),
                Ok(Err(error)) if error.kind() == io::ErrorKind::TimedOut => {
                    deadline.slice(stop)?;
                    return Err(self.fault(&error));
                }
                Ok(Err(error)) => return Err(self.fault(&error)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.fault(&"the attempt ended without a result")),
            }
        }
    }
}
