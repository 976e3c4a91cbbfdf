//! Real hosts for tests: a booted systemd, apt, dnf 4 and dnf 5, each on an overlay of a root that is made once and kept.
//! It is tooling, used by tests only: what cannot be had is a panic, so that a test never passes by skipping.
//!
//! ```no_run
//! use testbed::{Host, Package, Repository, Root};
//!
//! let host = Host::boot(&Root::bookworm().with(env!("CARGO"), "/usr/local/bin/upright"));
//! host.offer_apt(&Repository::of([Package::new("demo", "1.0-1").file("/etc/demo", "one\n")]));
//! host.run(["apt-get", "install", "--yes", "demo"]).expect_success();
//! assert_eq!(host.read("/etc/demo"), "one\n");
//! ```
//!
//! Roots are kept below the target directory, or where `UPRIGHT_TESTBED` says. A host ends with its value, and with the
//! process that made it. It needs root, overlayfs, a writable cgroup2 tree and the programs that `cargo xtask test` installs.

mod apt;
mod cache;
mod cgroup;
mod dnf;
mod host;
mod layer;
mod mirror;
mod namespace;
mod output;
mod package;
mod root;

pub use host::Host;
pub use output::Output;
pub use package::{Package, Repository};
pub use root::Root;
