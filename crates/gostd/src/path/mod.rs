//! Paths as texts, as Go's `path/filepath` has them on Unix.

mod clean;
mod extension;
mod glob;

pub use clean::{clean, clean_bytes, clean_text};
pub use extension::extension;
pub use glob::{Glob, GlobError, GlobProblem};
