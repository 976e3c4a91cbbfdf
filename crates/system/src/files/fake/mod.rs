//! Files in memory.

mod append;
mod making;
mod port;
mod setup;
mod staging;
mod tree;

pub use setup::{FakeFiles, Mutation};
