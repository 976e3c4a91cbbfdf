//! The program on real machines: every provider does its work there, and fails there.
#![expect(clippy::disallowed_methods, reason = "the tests look at the machine from outside the program")]

mod killed;
mod packages_apt;
mod packages_dnf;
mod services;
mod site;
