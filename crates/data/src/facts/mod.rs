//! The facts of a machine: the built-in tree, custom fact files, and what the command line adds.
//!
//! Nothing is gathered before somebody asks, and then only the group that was asked for. Values, types and names are those
//! of the original on the same machine; a struct there is a map here whose keys are the JSON names and which answers to the
//! Go names too.

pub mod codes;
mod cpu;
mod cpu_models;
mod custom;
mod file_systems;
mod group;
mod host;
mod layers;
mod load;
mod memory;
mod mounts;
mod network;
mod partition;
mod platform;
mod profile;
mod record;
mod swap;
mod tree;
mod view;
mod virtualization;

pub use codes::CODES;
pub use layers::Layers;
pub use load::{LoadedFacts, load};
pub use profile::with_go_names;
pub use tree::{CustomProblems, Facts};
