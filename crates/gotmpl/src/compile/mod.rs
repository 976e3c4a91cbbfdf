//! From nodes to instructions. The work is a list of tasks, not recursion: nesting costs memory, never stack.

mod call;
mod command;
mod compiler;
mod literal;
mod statement;
mod variables;

pub(crate) use compiler::compile;
pub(crate) use literal::literal;
