//! YAML: one pass over the bytes, two dialects, a place for everything.
//!
//! The grammar is in `block`, `block_map` and `flow`, with a short way for common lines in `quick`; `plain`, `quoted` and `literal` read scalars; `resolve` and `typed` say what they
//! mean in a dialect; `map` knows `<<` and duplicate keys; `problem` has every message.

mod anchors;
mod block;
mod block_map;
mod breaks;
pub mod codes;
mod comment;
mod document;
mod escape;
mod flow;
mod gap;
mod literal;
mod map;
mod node;
mod number;
mod options;
mod parser;
mod plain;
mod problem;
mod property;
mod quick;
mod quoted;
mod resolve;
mod scalar;
mod start;
mod tag;
mod timestamp;
mod typed;

pub use codes::CODES;
pub(crate) use codes::{NOT_TEXT, ROOT_NOT_A_MAP, TOO_DEEP, TOO_LARGE};
pub use document::{parse, parse_anyway};
pub use options::{Dialect, Documents, Options};
pub(crate) use problem::{length_of_long, quoted, too_many_nodes};
pub use resolve::plain;
