//! What Go's standard library does to values, where our results must equal those of programs written in Go: `fmt` with
//! all its verbs, layouts and zones of `time`, and regular expressions. It does no I/O and knows no language of ours.
#![warn(missing_docs)]

pub mod fmt;
mod limit;
pub mod path;
pub mod regexp;
pub mod strconv;
pub mod time;
pub mod unicode;
pub mod utf8;

pub use limit::{MAX_OUTPUT, TooLong};
