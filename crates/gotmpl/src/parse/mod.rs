//! From the source of a template to its nodes, with Go's messages for what is wrong.

mod ast;
mod chars;
mod control;
mod cursor;
mod describe;
mod error;
mod lexer;
mod number;
mod operand;
mod parser;
mod pipeline;
mod scope;
mod token;

pub(crate) use ast::{Ast, Branch, Extent, Name, Names, NodeId, NodeKind};
pub(crate) use chars::decode;
pub(crate) use describe::describe;
pub use error::ParseError;
pub(crate) use lexer::Delimiters;
pub(crate) use number::Number;
pub(crate) use parser::parse;
