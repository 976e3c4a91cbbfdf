//! Expectations: how they are read, what they say of a value, and how a disagreement is told.

mod compare;
mod convert;
mod explain;
mod pair;
mod parse;
mod patterns;
mod semver;
mod shown;
mod test;
#[cfg(test)]
mod tests;
mod tree;

pub(crate) use explain::Finding;
pub(crate) use parse::parse;
pub(crate) use patterns::{Patterns, Scan};
pub(crate) use shown::{json, strings, text_of_bytes};
pub(crate) use tree::Matcher;
