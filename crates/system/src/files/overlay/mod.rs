//! Files as they will be: what a rehearsal would have written lies over what is there.

mod access;
mod entries;
mod entry;
mod foresee;
mod layers;
mod port;

pub use entry::Foreseen;
pub use layers::Overlay;
