//! The files of this machine. Each verb is a file; all of them work on a place: a directory and a path in it.

mod access;
mod append;
mod attributes;
mod beneath;
mod content;
mod create;
mod directory;
mod known;
mod lock;
mod look;
mod making;
mod place;
mod port;
mod pour;
mod remove;
mod rename;
mod replace;
mod shared;
mod staging;
mod stream;
mod sweep;
mod temporary;
mod tree;
mod written;

pub(crate) use port::RealFiles;
pub use staging::is_unfinished;
pub use stream::is_handed_over;
