//! apt and dpkg: Debian and its relatives.

mod command;
mod dpkg;
mod lists;
mod manager;
mod policy;
mod reason;

pub(super) use manager::Apt;
