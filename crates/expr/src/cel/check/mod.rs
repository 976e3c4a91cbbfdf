//! Names and types, before an expression runs.

mod calls;
mod checker;
mod folds;
mod formats;
mod literals;
mod messages;
mod names;

pub(crate) use checker::{Checked, Use, check};
pub(crate) use messages::Message;
pub(crate) use names::is_type;
