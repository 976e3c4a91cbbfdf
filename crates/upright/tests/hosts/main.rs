//! The program on real machines: every provider does its work there, and fails there.
#![expect(clippy::disallowed_methods, reason = "the tests look at the machine from outside the program")]

#[path = "../docs_support/mod.rs"]
#[expect(dead_code, reason = "pages are only played here; the rest is done by the test of the pages")]
mod docs_support;
mod killed;
mod laws;
mod packages_apt;
mod packages_dnf;
mod packages_random;
mod pages;
mod services;
mod site;
mod story;
