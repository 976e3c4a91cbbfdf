//! The functions that every expression has, each declared once: what it takes, what it does, and an example.

mod bits;
mod convert;
mod entry;
mod list;
mod looping;
mod map;
mod number;
mod predicate;
mod statistics;
mod text;
mod time;

pub use convert::type_of;
pub(super) use entry::{Builtin, Check, Function, Run, find, names, tables};
pub(super) use looping::{Argument, Loop};
