//! Types of expressions.

mod arena;
mod assign;
mod declared;

pub(crate) use arena::{Shape, Ty, Types};
pub use declared::Type;
