//! The functions that every template has.

mod compare;
mod escape;
mod index;
mod table;
mod text;

pub(crate) use table::{ALL, Builtin, Context};
pub(crate) use text::argument;
