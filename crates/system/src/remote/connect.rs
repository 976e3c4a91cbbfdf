//! One TCP connection to one address, which ends on time and on interrupts.

use super::RemoteError;
use super::real::Wait;
use crate::interrupt::poll_for;
use rustix::event::{PollFd, PollFlags};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketFlags, SocketType, bind, connect, socket_with, sockopt};
use std::net::{IpAddr, SocketAddr};
use std::time::Instant;

/// Connects within a fair share of the time that is left for `candidates` addresses.
pub(super) fn connect_to(
    address: SocketAddr,
    from: Option<IpAddr>,
    wait: &Wait<'_>,
    candidates: usize,
) -> Result<(), RemoteError> {
    let share = wait.left(wait.until)? / u32::try_from(candidates).unwrap_or(u32::MAX);
    let until = Instant::now() + share;
    let socket = begin(address, from).map_err(|errno| RemoteError::io(&address, errno))?;
    loop {
        let left = wait.left(until)?;
        let mut fds = vec![PollFd::new(&socket, PollFlags::OUT)];
        fds.extend(wait.interrupt.fd().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)));
        poll_for(&mut fds, Some(left));
        if !fds[0].revents().is_empty() {
            return outcome(&socket).map_err(|errno| RemoteError::io(&address, errno));
        }
    }
}

fn begin(address: SocketAddr, from: Option<IpAddr>) -> Result<OwnedFd, Errno> {
    let family = if address.is_ipv4() { AddressFamily::INET } else { AddressFamily::INET6 };
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let socket = socket_with(family, SocketType::STREAM, flags, None)?;
    if let Some(from) = from {
        bind(&socket, &SocketAddr::new(from, 0))?;
    }
    match connect(&socket, &address) {
        Ok(()) | Err(Errno::INPROGRESS | Errno::INTR) => Ok(socket),
        Err(errno) => Err(errno),
    }
}

fn outcome(socket: &OwnedFd) -> Result<(), Errno> {
    sockopt::socket_error(socket)?
}
