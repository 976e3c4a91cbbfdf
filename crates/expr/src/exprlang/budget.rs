//! How much an expression may use.

/// What one run of an expression may use; when that is used up, the run ends with an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Instructions inside of loops, and items looked at by functions.
    pub steps: u64,
    /// Items of lists and maps that are built, and characters that `repeat` makes; upstream's budget.
    pub items: u64,
    /// Bytes of text that are built.
    pub text: u64,
    /// How deep lists may be nested that functions such as `flatten` walk through.
    pub depth: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { steps: 50_000_000, items: 1_000_000, text: 128 << 20, depth: 10_000 }
    }
}
