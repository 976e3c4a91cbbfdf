//! The values of expressions that need nothing but themselves. Functions and variables are not known here: what uses them
//! has no value, and neither has what would take too long.

mod datum;
mod evaluate;
mod number;
mod operate;

pub(super) use evaluate::evaluate;
