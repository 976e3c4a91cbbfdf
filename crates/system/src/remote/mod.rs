//! The other side, below HTTP: who listens, what a name means, and one question in a datagram.

mod connect;
mod error;
mod exchange;
mod fake;
mod lookup;
mod port;
mod real;

pub use error::RemoteError;
pub use fake::FakeRemote;
pub use port::{Accept, Connection, Family, Remote};

pub(crate) use lookup::look_up;
pub(crate) use real::RealRemote;
