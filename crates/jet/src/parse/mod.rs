//! From tokens to a template. Follows Jet in what it takes and refuses, down to where blanks matter.

mod action;
mod blocks;
mod control;
mod expression;
mod literal;
mod operand;
mod problem;
mod stream;
mod template;

pub use problem::{ParseError, ParseProblem};

pub(crate) use template::{Surroundings, parse};
