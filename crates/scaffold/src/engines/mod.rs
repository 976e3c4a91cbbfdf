//! The template engines that trees are rendered with.

mod go;
mod jet;

pub use go::GoEngine;
pub use jet::JetEngine;
