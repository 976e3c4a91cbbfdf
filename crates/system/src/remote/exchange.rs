//! One question in a datagram.

use super::real::Wait;
use super::{Accept, RemoteError};
use std::io::ErrorKind;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// No datagram is longer.
const LONGEST: usize = 64 * 1024;

pub(super) fn exchange(
    server: SocketAddr,
    datagram: &[u8],
    wait: &Wait<'_>,
    accept: &Accept<'_>,
) -> Result<Vec<u8>, RemoteError> {
    wait.slice()?;
    let fault = |error| RemoteError::io(&server, error);
    let any: SocketAddr =
        if server.is_ipv4() { (Ipv4Addr::UNSPECIFIED, 0).into() } else { (Ipv6Addr::UNSPECIFIED, 0).into() };
    let socket = UdpSocket::bind(any).map_err(fault)?;
    // Only what comes from there is received.
    socket.connect(server).map_err(fault)?;
    socket.send(datagram).map_err(fault)?;
    let mut buffer = vec![0; LONGEST];
    loop {
        socket.set_read_timeout(Some(wait.slice()?)).map_err(fault)?;
        match socket.recv(&mut buffer) {
            Ok(length) if accept(&buffer[..length]) => return Ok(buffer[..length].to_vec()),
            Ok(_) => {}
            Err(error) if is_pause(error.kind()) => {}
            Err(error) => return Err(fault(error)),
        }
    }
}

fn is_pause(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}
