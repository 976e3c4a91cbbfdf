//! The outside world as small ports: files, processes, HTTP, clock, environment, users, network, kernel; each with a real one
//! and a fake, and for files an overlay. Nothing outside this crate touches the machine, and a rehearsal is given a world that has
//! no write ports at all.
#![warn(missing_docs)]

mod clock;
mod environment;
mod errno;
mod fake_world;
pub mod files;
pub mod http;
mod identity;
mod interrupt;
mod kernel;
mod keychain;
mod network;
mod notices;
mod observations;
pub mod process;
mod random;
pub mod remote;
mod rights;
pub mod terminal;
mod users;
mod world;

pub use clock::{Clock, FakeClock};
pub use environment::{Environment, FakeEnvironment, RealEnvironment};
pub use fake_world::FakeWorld;
pub use interrupt::{AtOnce, Interrupt, Part, Signal, survive_large_files};
pub use kernel::{FakeKernel, Kernel, Names, Space, Status};
pub use keychain::{FakeKeychain, KeychainError, ReadKeychain, WriteKeychain};
pub use network::{FakeNetwork, Interface, InterfaceAddress, Network};
pub use notices::Notices;
pub use observations::{Disturbance, Observation, Observations};
pub use random::{FakeRandom, Random};
pub use rights::{Capability, Rights};
pub use users::{Account, FakeUsers, GroupId, UserId, Users};
pub use world::{ReadWorld, WriteWorld};
