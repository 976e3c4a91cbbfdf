//! Versions of packages and their order, one file per scheme.

mod debian;
mod original;
mod rpm;
mod scheme;

#[cfg(test)]
mod made_up;

pub use original::{compare_as_original, without_trailing_zeroes};
pub use scheme::Scheme;
