//! Files in memory.

mod making;
mod port;
mod setup;
mod staging;
mod tree;

pub use setup::{FakeFiles, Mutation};
