//! What the engines are handed: the functions of sprig and of scafctl for templates, and those of CEL that need the
//! outside. Each is declared once, with its signature, a line of help and an example that the tests execute. What reads a
//! clock, random numbers, the environment or the network takes it from [`Outside`].
#![warn(missing_docs)]
#![expect(
    clippy::unnecessary_wraps,
    reason = "all functions of templates have one signature, those that cannot fail too"
)]

pub mod cel;
mod kept;
mod outside;
mod scafctl;
mod sprig;
mod zone;

pub use outside::{Hosts, Outside, looks_at_files, may_reach_outside};
pub use scafctl::{EnvFunctions, scafctl};
pub use sprig::sprig;
pub use zone::local_zone;
