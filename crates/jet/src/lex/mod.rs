//! From bytes to tokens.

mod chars;
mod number;
mod scanner;
mod token;

pub(crate) use scanner::scan;
pub(crate) use token::{LexProblem, Token, TokenKind};
