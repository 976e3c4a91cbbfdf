//! The kernel's lists of links and addresses, asked for over a netlink socket. What is left out of a link or an address is
//! what Go's `net` leaves out.

use super::{Interface, InterfaceAddress};
use rustix::fd::OwnedFd;
use rustix::io::{Errno, retry_on_intr};
use rustix::net::netlink::SocketAddrNetlink;
use rustix::net::sockopt::{Timeout, set_socket_timeout};
use rustix::net::{AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, recv, sendto, socket_with};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

const DONE: u16 = 3;
const ERROR: u16 = 2;
const NEW_LINK: u16 = 16;
const GET_LINK: u16 = 18;
const NEW_ADDRESS: u16 = 20;
const GET_ADDRESS: u16 = 22;

/// A request for the whole list.
const DUMP: u16 = 0x301;
/// Lengths of the header of a message, and of what a link and an address begin with.
const HEADER: usize = 16;
const LINK: usize = 16;
const ADDRESS: usize = 8;

/// The kernel fills at most this much at once.
const BUFFER: usize = 64 * 1024;
/// The kernel answers at once; this is for one that never does.
const PATIENCE: Duration = Duration::from_secs(1);

/// Attributes of links.
mod link {
    pub(super) const ADDRESS: u16 = 1;
    pub(super) const NAME: u16 = 3;
    pub(super) const MTU: u16 = 4;
}

/// Attributes of addresses.
mod address {
    pub(super) const ADDRESS: u16 = 1;
    pub(super) const LOCAL: u16 = 2;
}

/// All interfaces with their addresses.
pub(super) fn interfaces() -> io::Result<Vec<Interface>> {
    let mut found = Vec::new();
    dump(GET_LINK, |kind, body| {
        if kind == NEW_LINK {
            found.extend(interface(body));
        }
    })?;
    dump(GET_ADDRESS, |kind, body| {
        if kind == NEW_ADDRESS
            && let Some((index, address)) = address_of(body)
            && let Some(interface) = found.iter_mut().find(|interface| interface.index == index)
        {
            interface.addresses.push(address);
        }
    })?;
    Ok(found)
}

/// Asks for a list and hands out its messages: their kind and what follows the header.
fn dump(request: u16, mut each: impl FnMut(u16, &[u8])) -> io::Result<()> {
    let socket = socket_with(AddressFamily::NETLINK, SocketType::RAW, SocketFlags::CLOEXEC, None)?;
    set_socket_timeout(&socket, Timeout::Recv, Some(PATIENCE))?;
    let kernel = SocketAddrNetlink::new(0, 0);
    retry_on_intr(|| sendto(&socket, &ask(request), SendFlags::empty(), &kernel))?;
    let mut buffer = vec![0; BUFFER];
    loop {
        let received = receive(&socket, &mut buffer)?;
        for message in Messages(received) {
            match message {
                (DONE, _) => return Ok(()),
                (ERROR, body) => return Err(refusal(body)),
                (kind, body) => each(kind, body),
            }
        }
    }
}

fn receive<'b>(socket: &OwnedFd, buffer: &'b mut [u8]) -> io::Result<&'b [u8]> {
    let (_, length) = retry_on_intr(|| recv(socket, &mut *buffer, RecvFlags::TRUNC))?;
    match buffer.get(..length) {
        Some([]) => Err(io::ErrorKind::UnexpectedEof.into()),
        Some(received) => Ok(received),
        None => Err(io::ErrorKind::InvalidData.into()),
    }
}

/// A request: header, and a message that says "of any family".
fn ask(request: u16) -> [u8; HEADER + LINK] {
    let mut message = [0; HEADER + LINK];
    let length = u32::try_from(message.len()).expect("it has 32 bytes");
    message[..4].copy_from_slice(&length.to_ne_bytes());
    message[4..6].copy_from_slice(&request.to_ne_bytes());
    message[6..8].copy_from_slice(&DUMP.to_ne_bytes());
    message[8..12].copy_from_slice(&1_u32.to_ne_bytes());
    message
}

/// What the kernel says against a request: a negative error number.
fn refusal(body: &[u8]) -> io::Error {
    let number = u32_at(body, 0).map_or(0, |number| number.cast_signed().wrapping_neg());
    if number > 0 { Errno::from_raw_os_error(number).into() } else { io::ErrorKind::InvalidData.into() }
}

/// The messages in what was received.
struct Messages<'b>(&'b [u8]);

impl<'b> Iterator for Messages<'b> {
    type Item = (u16, &'b [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let length = usize::try_from(u32_at(self.0, 0)?).ok()?;
        let kind = u16_at(self.0, 4)?;
        let body = self.0.get(HEADER..length)?;
        self.0 = self.0.get(aligned(length)..).unwrap_or_default();
        Some((kind, body))
    }
}

/// The attributes behind the fixed part of a message.
struct Attributes<'b>(&'b [u8]);

impl<'b> Iterator for Attributes<'b> {
    type Item = (u16, &'b [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let length = usize::from(u16_at(self.0, 0)?);
        let kind = u16_at(self.0, 2)?;
        let value = self.0.get(4..length)?;
        self.0 = self.0.get(aligned(length)..).unwrap_or_default();
        Some((kind, value))
    }
}

fn interface(body: &[u8]) -> Option<Interface> {
    let kind = u16_at(body, 2)?;
    let mut interface = Interface { index: u32_at(body, 4)?, flags: u32_at(body, 8)?, ..Interface::default() };
    for (attribute, value) in Attributes(body.get(LINK..)?) {
        match attribute {
            link::ADDRESS if is_hardware(kind, value) => interface.hardware = value.to_vec(),
            link::NAME => {
                let name = value.strip_suffix(b"\0").unwrap_or(value);
                interface.name = String::from_utf8_lossy(name).into_owned();
            }
            link::MTU => interface.mtu = u32_at(value, 0)?,
            _ => {}
        }
    }
    Some(interface)
}

/// Tunnels give the address of their end as that of their hardware, and a loopback gives zeros.
fn is_hardware(kind: u16, value: &[u8]) -> bool {
    let tunnel = match value.len() {
        4 => matches!(kind, 768 | 776 | 778),
        16 => matches!(kind, 769 | 823),
        _ => false,
    };
    !tunnel && value.iter().any(|byte| *byte != 0)
}

/// The number of the interface, and its address: the own one where both ends have one.
fn address_of(body: &[u8]) -> Option<(u32, InterfaceAddress)> {
    let (family, prefix, index) = (*body.first()?, *body.get(1)?, u32_at(body, 4)?);
    let attributes = || Attributes(body.get(ADDRESS..).unwrap_or_default());
    let of_kind = |kind| attributes().find(|(found, _)| *found == kind).map(|(_, value)| value);
    let value = of_kind(address::LOCAL).or_else(|| of_kind(address::ADDRESS))?;
    Some((index, InterfaceAddress { address: ip(family, value)?, prefix }))
}

fn ip(family: u8, value: &[u8]) -> Option<IpAddr> {
    match u16::from(family) {
        family if family == AddressFamily::INET.as_raw() => {
            <[u8; 4]>::try_from(value).ok().map(|v4| Ipv4Addr::from(v4).into())
        }
        family if family == AddressFamily::INET6.as_raw() => {
            <[u8; 16]>::try_from(value).ok().map(|v6| Ipv6Addr::from(v6).into())
        }
        _ => None,
    }
}

/// Messages and attributes begin at multiples of four.
fn aligned(length: usize) -> usize {
    length.next_multiple_of(4)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..at + 2)?.try_into().ok().map(u16::from_ne_bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4)?.try_into().ok().map(u32::from_ne_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attribute(kind: u16, value: &[u8]) -> Vec<u8> {
        let length = u16::try_from(value.len() + 4).unwrap();
        let mut bytes = [length.to_ne_bytes(), kind.to_ne_bytes()].concat();
        bytes.extend_from_slice(value);
        bytes.resize(aligned(bytes.len()), 0);
        bytes
    }

    fn link_message(kind: u16, hardware: &[u8]) -> Vec<u8> {
        let mut body = vec![0; LINK];
        body[2..4].copy_from_slice(&kind.to_ne_bytes());
        body[4..8].copy_from_slice(&7_u32.to_ne_bytes());
        body[8..12].copy_from_slice(&Interface::UP.to_ne_bytes());
        body.extend(attribute(link::NAME, b"eth0\0"));
        body.extend(attribute(link::MTU, &1500_u32.to_ne_bytes()));
        body.extend(attribute(link::ADDRESS, hardware));
        body
    }

    #[test]
    fn links() {
        let found = interface(&link_message(1, &[2, 0, 0, 0, 0, 1])).unwrap();
        assert_eq!((found.index, found.mtu, found.name.as_str()), (7, 1500, "eth0"));
        assert_eq!((found.flags, found.hardware.as_slice()), (Interface::UP, &[2, 0, 0, 0, 0, 1][..]));
        for (kind, hardware) in [(772, &[0; 6][..]), (768, &[10, 0, 0, 1]), (769, &[1; 16])] {
            assert!(interface(&link_message(kind, hardware)).unwrap().hardware.is_empty(), "{kind}");
        }
    }

    #[test]
    fn the_own_end_counts() {
        let mut body = vec![2, 30, 0, 0];
        body.extend(7_u32.to_ne_bytes());
        body.extend(attribute(address::ADDRESS, &[10, 0, 0, 2]));
        let first = address_of(&body).unwrap();
        assert_eq!((first.0, first.1.address.to_string(), first.1.prefix), (7, "10.0.0.2".to_owned(), 30));
        body.extend(attribute(address::LOCAL, &[10, 0, 0, 1]));
        assert_eq!(address_of(&body).unwrap().1.address.to_string(), "10.0.0.1");
        body[0] = 10;
        assert!(address_of(&body).is_none(), "four bytes are no address of the sixth version");
    }

    #[test]
    fn what_is_cut_off_ends_the_list() {
        let whole = [attribute(1, b"abc"), attribute(2, b"defg")].concat();
        for length in 0..whole.len() {
            assert!(Attributes(&whole[..length]).count() <= 2);
            assert!(Messages(&whole[..length]).count() <= 1);
        }
        assert_eq!(Messages(&[0; 64]).count(), 0, "a message without a length");
        assert_eq!(refusal(&(-1_i32).to_ne_bytes()).kind(), io::ErrorKind::PermissionDenied);
    }
}
