//! Health checks: what is asked once a resource is in its state, how often, and what the answers mean.

mod check;
mod command;
mod rules;

pub(crate) use check::{Check, Patience};
