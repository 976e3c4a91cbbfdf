//! Names and types before an expression runs, as far as upstream checks them.

mod argument;
mod binary;
mod call;
mod checker;
mod looping;
mod member;
pub(super) mod validate;

pub(super) use argument::{Overload, plural};
pub(super) use checker::{check, mistakes};
pub(super) use validate::{Flaw, Validate};
