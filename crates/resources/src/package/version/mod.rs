//! Versions of packages and their order, one file per scheme.

mod debian;
mod rpm;
mod scheme;

pub(super) use scheme::Scheme;
