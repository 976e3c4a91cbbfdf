//! The network port.

use std::io;
use std::net::IpAddr;

/// Looking at the network of this machine.
pub trait Network: Send + Sync {
    /// The interfaces in the order of the kernel, with their addresses.
    fn interfaces(&self) -> io::Result<Vec<Interface>>;

    /// The own address that something sent to `destination` would come from; `None` without a route. Nothing is sent.
    fn source_of(&self, destination: IpAddr) -> Option<IpAddr>;
}

/// A network interface.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Interface {
    /// Its number.
    pub index: u32,
    /// The largest packet.
    pub mtu: u32,
    /// Its name.
    pub name: String,
    /// The hardware address; empty when there is none.
    pub hardware: Vec<u8>,
    /// The flags of the kernel, as in `IFF_UP`.
    pub flags: u32,
    /// Its addresses, in the order of the kernel.
    pub addresses: Vec<InterfaceAddress>,
}

/// An address of an interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InterfaceAddress {
    /// The address.
    pub address: IpAddr,
    /// How many of its bits name the network.
    pub prefix: u8,
}

impl Interface {
    /// It is switched on.
    pub const UP: u32 = 1;
    /// It can reach all of its network at once.
    pub const BROADCAST: u32 = 1 << 1;
    /// It leads back to this machine.
    pub const LOOPBACK: u32 = 1 << 3;
    /// It has one other end.
    pub const POINT_TO_POINT: u32 = 1 << 4;
    /// It can reach groups.
    pub const MULTICAST: u32 = 1 << 12;

    /// Whether all of these flags are set.
    pub fn has(&self, flags: u32) -> bool {
        self.flags & flags == flags
    }
}
