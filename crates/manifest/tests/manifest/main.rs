//! Manifests from outside: what is read from a text, and what a run of it does, in a world that exists in memory only.
#![expect(clippy::unwrap_used, reason = "helpers of tests are tests too")]

mod children;
mod defaults;
mod forms;
mod kinds;
mod references;
mod refreshes;
mod runs;
mod site;
