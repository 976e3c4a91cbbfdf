//! Hierarchical data: base data, overrides for some machines, rules for the result.
//!
//! A document has `data`, `hierarchy` and `overrides`; a manifest is one. The `order` of the hierarchy gives names of
//! overrides on this machine, and those that are there are merged over the data. More documents and passed data come
//! over that: a [`Stack`]. Comments in `data` say what has to hold in the end (`@require`, `@validate`), and what is
//! secret (`@secret`).
//!
//! How it works: [`parse`] reads a text, [`Document`] picks the parts out of its tree. `annotation` finds comments and,
//! with `owner`, their keys; `hierarchy` finds the overrides that count; `read` makes values of nodes, straight into the
//! map that they are merged into; `enforce` checks the rules. `explain` does the same once more, with an eye on one key.

mod annotation;
mod codes;
mod comment;
mod document;
mod enforce;
mod expand;
mod explain;
mod hierarchy;
mod layers;
mod marks;
mod owner;
mod path;
mod reach;
mod read;
mod secret;
mod source;
mod stack;
mod validator;
mod words;

pub use codes::CODES;
pub use document::{Document, parse};
pub use explain::{Explanation, Held, Layer};
pub use hierarchy::Merge;
pub use reach::Effect;
pub use read::expanded;
pub use secret::Secrets;
pub use source::{Fetched, Source, SourceError};
pub use stack::{Passed, Resolved, Stack};
