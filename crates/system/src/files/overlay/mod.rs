//! Files as they will be: what a rehearsal would have written lies over what is there.

mod access;
mod anywhere;
mod entries;
mod entry;
mod foresee;
mod layers;
mod notes;
mod port;
mod rights;
mod verbs;

pub use anywhere::ForeseeBeneath;
pub use entry::Foreseen;
pub use layers::Overlay;
pub use notes::{Change, Notes};
