//! The net that keeps registered secrets out of everything that leaves the process.
//!
//! A secret is found however it is spelled: as it is, with percent or backslash escapes in any mixture (URLs, JSON,
//! JSON inside JSON, quoted strings of Go, Rust and YAML), in hex of either case, in base64 of either alphabet at each of
//! the three alignments, also when hex or base64 is wrapped into lines or is itself escaped. Each line of a secret of
//! several lines counts as a secret of its own. Matches that overlap become one mask.
//!
//! How it works: a [`form::Form`] knows a secret in one alphabet; [`layer`] undoes escapes symbol by symbol;
//! [`walk`] compares the two from one place of the text; [`index::Index`] tells at which places of a text that is
//! worth trying, from the first four symbols; [`scan`] goes through a text and says what to mask and what has to be
//! held back until more of it is known. Forms are not enumerated as byte strings, as an automaton would need: the
//! mixtures of escapes are too many.

mod by_name;
mod form;
mod index;
mod json;
mod layer;
mod panic;
mod redactor;
mod scan;
mod stream;
mod walk;

#[cfg(test)]
mod encode;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;

pub use by_name::secret_by_name;
pub use panic::install_panic_hook;
pub use redactor::{LARGEST_SECRET, Redactor, SecretKind};
pub use stream::{RedactingWriter, Stream};
