//! Versions of packages and their order, one file per scheme.

mod debian;
mod rpm;
mod scheme;

#[cfg(test)]
mod made_up;

pub(super) use scheme::Scheme;
