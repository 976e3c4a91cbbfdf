//! `fmt.Sprintf`, `fmt.Sprint` and `fmt.Sprintln` over values: all verbs and flags, and the texts that Go writes for
//! mistakes in a format (`%!d(string=x)`, `%!s(MISSING)`).
//!
//! Results are bytes, since a value may hold bytes that are not UTF-8; [`crate::utf8::into_text`] makes text of them.
//! Addresses (`%p`) are not real: all pointers show the same one.

mod arg;
mod directive;
mod float;
mod integer;
mod operand;
mod print;
mod printer;
mod spec;
mod text;
mod time_value;
mod types;
mod walk;

pub use crate::limit::TooLong;
pub use arg::{Arg, Argument};
pub use print::{sprint, sprint_within, sprintf, sprintf_within, sprintln, sprintln_within};
