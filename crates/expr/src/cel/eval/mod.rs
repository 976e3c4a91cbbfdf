//! Running a plan.

mod attribute;
mod budget;
mod call;
mod collection;
mod loops;
mod machine;
mod message;
mod operators;
mod pay;

pub use budget::{Budget, Limits};
pub(crate) use machine::{constant, run};
