//! The other side as this machine reaches it.

use super::connect::connect_to;
use super::exchange::exchange;
use super::{Accept, Connection, Remote, RemoteError, look_up};
use crate::Interrupt;
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

/// How long we wait before we look up again.
const SLICE: Duration = Duration::from_millis(100);

/// Reaches others from this machine. Waiting ends soon after an interrupt.
pub(crate) struct RealRemote {
    interrupt: Interrupt,
}

/// How long one question may take.
pub(super) struct Wait<'a> {
    pub(super) interrupt: &'a Interrupt,
    pub(super) until: Instant,
    after: Duration,
    place: &'a str,
}

impl<'a> Wait<'a> {
    fn new(interrupt: &'a Interrupt, after: Duration, place: &'a str) -> Self {
        let now = Instant::now();
        Self { interrupt, until: now.checked_add(after).unwrap_or(now + Duration::from_hours(24)), after, place }
    }

    /// What is left until `until`, which is not after our own end.
    pub(super) fn left(&self, until: Instant) -> Result<Duration, RemoteError> {
        let place = || self.place.to_owned();
        if self.interrupt.signalled().is_some() {
            return Err(RemoteError::Interrupted { place: place() });
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(RemoteError::TimedOut { place: place(), after: self.after }) } else { Ok(left) }
    }

    /// The next slice of time, unless it is over.
    pub(super) fn slice(&self) -> Result<Duration, RemoteError> {
        Ok(self.left(self.until)?.min(SLICE))
    }
}

impl RealRemote {
    pub(crate) fn new(interrupt: Interrupt) -> Self {
        Self { interrupt }
    }
}

fn addresses(host: &str, port: u16, wait: &Wait<'_>) -> Result<Vec<SocketAddr>, RemoteError> {
    let unresolved = |reason: String| RemoteError::Unresolved { host: host.to_owned(), reason };
    match look_up(host, port, || wait.slice())? {
        Ok(found) if !found.is_empty() => Ok(found),
        Ok(_) => Err(unresolved("it has no address".to_owned())),
        Err(error) => Err(unresolved(error.to_string())),
    }
}

impl Remote for RealRemote {
    fn connect(&self, connection: &Connection<'_>) -> Result<(), RemoteError> {
        let Connection { host, port, family, from, timeout } = *connection;
        let wait = Wait::new(&self.interrupt, timeout, host);
        wait.slice()?;
        let fits = |address: &SocketAddr| {
            family.has(address.ip()) && from.is_none_or(|from| from.is_ipv4() == address.is_ipv4())
        };
        let found: Vec<SocketAddr> = addresses(host, port, &wait)?.into_iter().filter(fits).collect();
        let reason = "it has no address of the wanted kind".to_owned();
        let mut last = RemoteError::Unresolved { host: host.to_owned(), reason };
        for (index, address) in found.iter().enumerate() {
            match connect_to(*address, from, &wait, found.len() - index) {
                Err(error @ RemoteError::Interrupted { .. }) => return Err(error),
                Err(error) => last = error,
                Ok(()) => return Ok(()),
            }
        }
        Err(last)
    }

    fn resolve(&self, host: &str, timeout: Duration) -> Result<Vec<IpAddr>, RemoteError> {
        let found = addresses(host, 0, &Wait::new(&self.interrupt, timeout, host))?;
        let mut unique: Vec<IpAddr> = Vec::with_capacity(found.len());
        for address in found.iter().map(SocketAddr::ip) {
            if !unique.contains(&address) {
                unique.push(address);
            }
        }
        Ok(unique)
    }

    fn exchange(
        &self,
        server: SocketAddr,
        datagram: &[u8],
        timeout: Duration,
        accept: &Accept<'_>,
    ) -> Result<Vec<u8>, RemoteError> {
        let place = server.to_string();
        exchange(server, datagram, &Wait::new(&self.interrupt, timeout, &place), accept)
    }
}
