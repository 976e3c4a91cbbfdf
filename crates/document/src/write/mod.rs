//! Writing YAML with the layout and the quoting of Go's yaml.v3, byte for byte.

mod emit;
mod escape;
mod form;
mod order;
mod resemblance;
mod scalar;

pub use emit::{Fidelity, Order, WriteError, YamlStyle, to_yaml};
