//! Go's `text/template`: parse, check, render, byte for byte what Go renders. It knows values and spans and nothing else;
//! functions are handed in by the caller.
#![warn(missing_docs)]

mod function;
pub mod go;
mod limits;

pub use function::{Call, CallError, Effect, Function, FunctionSet, Param};
pub use limits::{Limit, Limits};
