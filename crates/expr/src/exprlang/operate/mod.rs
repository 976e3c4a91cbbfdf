//! What operators do with values.

mod arithmetic;
mod equal;
mod exponential;
mod fetch;
mod membership;
mod number;
mod order;
mod power;
mod slice;

pub(super) use arithmetic::{add, add_numbers, divide, multiply, negate, power, remainder, subtract};
pub(super) use equal::equal;
pub(super) use fetch::{fetch, get, member};
pub(super) use membership::{contains, ends_with, is_in, starts_with};
pub(super) use number::{Num, float_to_int, integer, to_float, to_int};
pub(super) use order::{Order, compare};
pub(super) use slice::slice;
