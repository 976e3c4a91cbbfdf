//! Rendering: a machine that runs the instructions of a compiled template.

mod calls;
mod error;
mod fields;
mod loops;
mod machine;
mod methods;
mod output;
mod unknown;
mod val;
mod variables;

pub use error::{Cause, RenderError};
pub(crate) use fields::{keep_of, zero_element};
pub(crate) use machine::{Job, Machine};
pub(crate) use output::Output;
pub use output::{Origin, SourceMap};
pub(crate) use val::Val;
