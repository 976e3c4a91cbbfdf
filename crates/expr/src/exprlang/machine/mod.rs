//! The machine that runs programs.

mod invoke;
mod iterate;
mod run;
mod scope;
mod slot;
mod usage;

pub(super) use run::Machine;
pub(super) use slot::Slot;
pub(super) use usage::Usage;
