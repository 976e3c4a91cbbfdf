//! Files in memory.

mod port;
mod setup;
mod tree;

pub use setup::{FakeFiles, Mutation};
