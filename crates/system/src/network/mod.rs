//! The network of this machine: its interfaces, and the address that it would speak from. Nothing is sent.

mod fake;
mod netlink;
mod port;
mod real;

pub use fake::FakeNetwork;
pub use port::{Interface, InterfaceAddress, Network};
pub(crate) use real::RealNetwork;
