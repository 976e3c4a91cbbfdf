//! Splitting the text of an expression into words, one at a time.

mod lexer;
mod literal;
mod token;

pub(super) use lexer::Lexer;
pub(super) use token::{Token, TokenKind};
