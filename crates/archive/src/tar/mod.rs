//! Tar, in its old, ustar, GNU and PAX forms. The library finds headers and content; what a header means is decided
//! here, because the library believes names and lengths of extensions, and reads them into memory whatever their size.

mod extensions;
mod header;
mod read;

pub(crate) use header::{BLOCK, is_header};
pub(crate) use read::read;
