//! The methods that templates can call on times and durations.

mod duration;
mod named;
mod time;

pub(crate) use duration::DURATION;
pub(crate) use time::{TIME, refusal};
