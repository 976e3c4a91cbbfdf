//! The port, and what it is asked.

use super::RemoteError;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

/// Asks others and changes nothing. Every question has its time, and an interrupt ends it early.
pub trait Remote: Send + Sync {
    /// Opens a TCP connection and closes it again.
    fn connect(&self, connection: &Connection<'_>) -> Result<(), RemoteError>;

    /// The addresses of a host, as the resolver of the system gives them; an address is its own.
    fn resolve(&self, host: &str, timeout: Duration) -> Result<Vec<IpAddr>, RemoteError>;

    /// Sends a datagram and waits for one from the same place that `accept` takes.
    fn exchange(
        &self,
        server: SocketAddr,
        datagram: &[u8],
        timeout: Duration,
        accept: &Accept<'_>,
    ) -> Result<Vec<u8>, RemoteError>;
}

/// Whether a datagram is the answer that is waited for.
pub type Accept<'a> = dyn Fn(&[u8]) -> bool + 'a;

/// A TCP connection that is to be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connection<'a> {
    /// A name or an address; an IPv6 address has no brackets.
    pub host: &'a str,
    /// The port.
    pub port: u16,
    /// Which addresses of the host count.
    pub family: Family,
    /// The address of ours that it comes from; any when not said.
    pub from: Option<IpAddr>,
    /// For the look-up and all addresses together.
    pub timeout: Duration,
}

/// Versions of the internet protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Family {
    /// Both.
    #[default]
    Any,
    /// Version 4 only.
    V4,
    /// Version 6 only.
    V6,
}

impl Family {
    /// Whether an address is of this family.
    pub fn has(self, address: IpAddr) -> bool {
        match self {
            Self::Any => true,
            Self::V4 => address.is_ipv4(),
            Self::V6 => address.is_ipv6(),
        }
    }
}
