//! Trees of templates, rendered into a directory.

mod change;
mod definition;
mod desired;
mod diff;
mod failure;
mod memory;
mod plan;
mod properties;
mod provider;
mod state;
mod tree;

pub use definition::TYPE;
