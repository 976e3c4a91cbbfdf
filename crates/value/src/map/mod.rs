//! Ordered maps that are shared until they are changed.

mod aliases;
mod index;
mod key;
mod ordered;

pub use aliases::Aliases;
pub use key::{Key, KeyRef};
pub use ordered::Map;
