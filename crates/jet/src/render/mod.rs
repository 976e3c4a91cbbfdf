//! Running a template.

mod access;
mod arithmetic;
mod assign;
mod blocks;
mod call;
mod compare;
mod dump;
mod equality;
mod eval;
mod exec;
mod include;
mod isset;
mod output;
mod pipeline;
mod plain;
mod print;
mod range;
mod resolve;
mod runtime;
mod scope;
mod slice;
mod special;
mod spelling;

pub(crate) use plain::plain_or_itself;
pub(crate) use runtime::render;
