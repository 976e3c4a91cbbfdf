//! The network of this machine, as the kernel tells it.

use super::{Interface, Network, netlink};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// The network of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RealNetwork;

impl Network for RealNetwork {
    fn interfaces(&self) -> io::Result<Vec<Interface>> {
        netlink::interfaces()
    }

    /// Connecting a datagram socket looks the route up and sends nothing.
    fn source_of(&self, destination: IpAddr) -> Option<IpAddr> {
        let any: IpAddr = match destination {
            IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
            IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
        };
        let socket = UdpSocket::bind(SocketAddr::new(any, 0)).ok()?;
        socket.connect(SocketAddr::new(destination, 53)).ok()?;
        socket.local_addr().ok().map(|address| address.ip())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loopback_is_there() {
        let interfaces = RealNetwork.interfaces().unwrap();
        let loopback = interfaces.iter().find(|interface| interface.has(Interface::LOOPBACK)).unwrap();
        assert_eq!((loopback.name.as_str(), loopback.hardware.len()), ("lo", 0));
        assert!(loopback.index > 0 && loopback.mtu > 0);
        if loopback.has(Interface::UP) {
            let own: IpAddr = Ipv4Addr::LOCALHOST.into();
            assert!(loopback.addresses.iter().any(|has| has.address == own && has.prefix == 8));
            assert_eq!(RealNetwork.source_of(own), Some(own));
        }
    }
}
