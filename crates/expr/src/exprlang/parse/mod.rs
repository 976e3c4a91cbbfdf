//! From words to a syntax tree.

mod call;
mod number;
mod parser;
mod postfix;
mod primary;

pub(super) use parser::parse;
