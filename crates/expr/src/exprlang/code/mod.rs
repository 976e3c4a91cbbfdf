//! Programs: instructions for the machine, and how they are made from a tree.

mod access;
mod calls;
mod generate;
mod loops;
mod op;
mod operators;
mod path;
mod program;

pub(super) use generate::generate;
pub(super) use op::{Call, Counting, Op, Operator, Turn, When};
pub(super) use path::Path;
pub use program::Program;
pub(super) use program::{Code, Looping};
