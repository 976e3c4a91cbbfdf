//! The type `service`: units of the service manager. Whether one runs, and whether it starts with the machine, are two
//! questions that are asked, answered and changed apart from each other.

mod change;
mod definition;
mod desired;
mod failure;
mod journal;
mod name;
mod observe;
mod plan;
mod properties;
mod provider;
mod show;
mod state;
mod systemd;
mod timespan;
mod unit;
mod unit_file;
mod units;
mod unread;

#[cfg(test)]
mod tests;

pub use definition::TYPE;
