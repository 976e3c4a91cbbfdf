//! Zip. The directory at its end says what is in it; what the headers before the files say besides does not count.

mod central;
mod content;
mod directory;
mod read;

pub(crate) use read::read;
