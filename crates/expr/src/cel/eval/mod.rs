//! Running a plan.

mod attribute;
mod budget;
mod call;
mod collection;
mod loops;
mod machine;
mod message;
mod operators;

pub use budget::{Budget, Limits};
pub(crate) use machine::{constant, run};
