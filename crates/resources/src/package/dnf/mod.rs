//! dnf 4, dnf 5 and rpm: Fedora, RHEL and their relatives.

mod command;
mod lists;
mod manager;
mod reason;
mod repoquery;
mod rpm;

pub(super) use command::{ARCHITECTURES, program as program_of};
pub(super) use manager::Dnf;
