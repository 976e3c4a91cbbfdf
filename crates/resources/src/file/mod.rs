//! Files and directories: content, owner, group, mode, or absence.

pub(crate) mod account;
mod around;
mod change;
mod definition;
mod desired;
mod diff;
pub(crate) mod mode;
mod observe;
mod plan;
mod posix;
mod properties;
mod provider;
mod rights;
mod state;

pub use definition::TYPE;
