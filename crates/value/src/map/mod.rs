//! Ordered maps that are shared until they are changed.

mod index;
mod key;
mod ordered;

pub use key::{Key, KeyRef};
pub use ordered::Map;
