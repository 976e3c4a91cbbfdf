//! Files in memory.

mod port;
mod setup;
mod staging;
mod tree;

pub use setup::{FakeFiles, Mutation};
