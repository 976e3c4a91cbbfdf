//! How large an expression may be. Upstream has the second limit; the others keep time, memory and stack bounded.

/// How long the text may be, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// How many nodes the syntax tree may have.
pub const MAX_NODES: usize = 10_000;

/// How deep parentheses, calls, literals, prefixes and branches may be nested.
pub const MAX_NESTING: usize = 300;

/// How many instructions a program may have. Only comparisons such as `a < b < c`, nested in each other, come near: they
/// use their middle operand twice.
pub(crate) const MAX_CODE: usize = 200_000;
