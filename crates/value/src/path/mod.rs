//! Paths into nested values: `a.b.0.c`.

mod access;
mod leaves;
mod segment;

pub use access::{PathError, PathProblem};
pub use leaves::Leaves;
pub use segment::{Path, PathSyntaxError, Segment};
