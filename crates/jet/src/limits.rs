//! What a template may use up.

use std::fmt;

/// Bounds for one rendering. Going over one is an error that no `try` catches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of output.
    pub output: usize,
    /// Nodes, iterations and calls, in all.
    pub steps: u64,
    /// Includes, yields, constructs and expressions inside of each other. The default fits into the stack that threads
    /// usually have.
    pub depth: usize,
    /// Bytes of all texts, lists and maps that the template builds.
    pub memory: usize,
}

impl Default for Limits {
    /// 256 MiB of output, 100,000,000 steps, 400 levels, 512 MiB of values.
    fn default() -> Self {
        Self { output: 256 << 20, steps: 100_000_000, depth: 400, memory: 512 << 20 }
    }
}

/// One of the [`Limits`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// [`Limits::output`].
    Output,
    /// [`Limits::steps`].
    Steps,
    /// [`Limits::depth`].
    Depth,
    /// [`Limits::memory`].
    Memory,
    /// Lists and maps inside of each other, where they are compared, printed or handed to a function.
    Nesting,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Output => "bytes of output",
            Self::Steps => "steps",
            Self::Depth => "levels of includes, yields, constructs and expressions",
            Self::Memory => "bytes of values",
            Self::Nesting => "levels of lists and maps",
        })
    }
}
