//! From text to a tree.

mod ast;
mod lexer;
mod literal;
mod macros;
mod operator;
mod parser;
mod place;
mod primary;
mod token;

pub(crate) use ast::{Ast, Call, Entry, Field, Fold, FoldKind, Id, Ids, Item, Node};
pub(crate) use lexer::narrow;
pub(crate) use operator::Operator;
pub(crate) use parser::parse;
pub use place::Place;
