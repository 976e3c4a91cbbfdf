//! goss rules: expectations about files, packages, services, users, ports, names, HTTP servers and more, and what this machine says to them.
//! Rules are read with all their mistakes; checking them changes nothing.
//!
//! [`Rules`] are as written. [`Rules::load`] reads what they include and gives a [`Suite`], which can be checked again and again.
//! What a rule of one type can say, and how the machine is asked for it, is in `types`; what values are compared with is in `matcher`.
#![warn(missing_docs)]

mod check;
pub mod codes;
mod definition;
mod glob;
mod include;
mod judge;
mod matcher;
mod read;
mod report;
mod resource;
mod rules;
mod scene;
mod secrets;
mod settings;
mod template;
mod types;

pub use check::CheckError;
pub use codes::CODES;
pub use report::{CheckResult, Outcome, Report};
pub use rules::{Rules, Suite};
pub use secrets::{Hidden, hidden_settings};
